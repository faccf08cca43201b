import HealthModel
import HealthUnits

/// One load: from files to the registry, step by step, every step with all findings.
struct CatalogAssembly {
  private let layers: [CatalogLayer]
  private let version: String
  private var decoder = CatalogDecoder()
  private var entries: [CatalogEntry] = []

  private var types = DefinitionIndex(noun: "type", canBeChanged: true)
  private var enums = DefinitionIndex(noun: "enum")
  private var metadata = DefinitionIndex(noun: "metadata key")
  private var units = DefinitionIndex(noun: "unit")
  private var overrides: [RawDefinition] = []
  private var pending: [String] = []

  init(layers: [CatalogLayer], version: String, readsExamples: Bool) {
    self.layers = layers
    self.version = version
    decoder.readsExamples = readsExamples
  }

  /// Loads everything.
  mutating func run(hash: ([UInt8]) -> String) -> CatalogResult {
    for (index, layer) in layers.enumerated() { readFiles(of: layer, at: index) }
    let customUnits = decodeUnits()
    decodeEnums()
    let keys = decodeMetadataKeys()
    let typeIDs = Set(types.ids)
    var typeList = decodeTypes()
    NameCheck.check(types: typeList, keys: keys, reportingTo: &decoder)
    let references = ReferenceCheck(
      types: typeList, typeIDs: typeIDs, keys: keys, declaredKeys: Set(metadata.ids))
    references.check(&typeList, reportingTo: &decoder)
    references.checkCases(of: enums.definitions, reportingTo: &decoder)
    // The hash and the registry want this order: sorting in place, here, saves each of them a copy.
    typeList.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    var registry = decoder.errorCount == 0 ? makeRegistry(typeList, keys, customUnits, hash) : nil
    if let made = registry {
      TypeRuleCheck.check(made, reportingTo: &decoder)
      if decoder.errorCount > 0 { registry = nil }
    }
    return CatalogResult(
      registry: registry, diagnostics: sortedDiagnostics(), entries: entries, units: decoder.units)
  }

  // MARK: Files

  private mutating func readFiles(of layer: CatalogLayer, at index: Int) {
    for note in layer.notes { decoder.report(note) }
    if layer.files.isEmpty {
      let mark = CatalogMark(path: layer.name, line: 0, column: 0)
      decoder.report(.catalogEmpty, "the catalog holds no definitions", at: mark)
    }
    for file in layer.files {
      let reading = YAMLReader.read(file.bytes, path: file.path)
      for diagnostic in reading.diagnostics { decoder.report(diagnostic) }
      guard let root = reading.root, decoder.isReadable(root, version: version),
        let definition = decoder.header(of: root, file: file, layer: index)
      else {
        decoder.brokenIDs.insert(file.stem)
        continue
      }
      add(definition, from: layer)
    }
  }

  private mutating func add(_ definition: RawDefinition, from layer: CatalogLayer) {
    func entry(_ id: String, at mark: CatalogMark) -> CatalogEntry {
      CatalogEntry(
        kind: definition.kind, id: id, title: definition.kind == .pending ? nil : definition.title, layer: layer.name,
        isBuiltIn: layer.isBuiltIn,
        mark: mark)
    }
    if definition.kind == .pending {
      for (name, mark) in decoder.pendingNames(definition.node) {
        entries.append(entry(name, at: mark))
        pending.append(name)
      }
      return
    }
    entries.append(entry(definition.id, at: definition.mark))
    switch definition.kind {
    case .type: types.add(definition, reportingTo: &decoder)
    case .enumeration: enums.add(definition, reportingTo: &decoder)
    case .metadata: metadata.add(definition, reportingTo: &decoder)
    case .unit: units.add(definition, reportingTo: &decoder)
    case .override: overrides.append(definition)
    case .pending: break
    }
  }

  // MARK: Decoding

  /// Units of one load.
  private static let maximumUnits = 1000
  /// How often the units that failed are tried again, since one may build on another in any file.
  private static let maximumUnitRounds = 16

  private mutating func decodeUnits() -> [CustomUnit] {
    var pending: [(unit: CustomUnit, mark: CatalogMark)] = []
    for definition in units.definitions {
      if pending.count == Self.maximumUnits {
        decoder.report(.catalogUnit, "more than \(Self.maximumUnits) units of one's own", at: definition.mark)
        break
      }
      guard let unit = decoder.customUnit(definition.node, symbol: definition.id) else { continue }
      pending.append((unit, definition.mark))
    }
    let all = pending.map(\.unit)
    for _ in 0..<Self.maximumUnitRounds where !pending.isEmpty {
      let before = pending.count
      pending.removeAll { item in
        guard let table = try? decoder.units.adding([item.unit]) else { return false }
        decoder.units = table
        return true
      }
      if pending.count == before { break }
    }
    for (unit, mark) in pending {
      do throws(UnitTableError) {
        decoder.units = try decoder.units.adding([unit])
      } catch {
        decoder.report(.catalogUnit, "\(error)", at: mark)
      }
    }
    return all
  }

  private mutating func decodeEnums() {
    var decoded: [String: EnumDefinition] = [:]
    for definition in enums.definitions {
      guard let values = decoder.enumDefinition(definition.node, id: definition.id) else {
        decoder.brokenIDs.insert(definition.id)
        continue
      }
      decoded[definition.id] = values
    }
    decoder.enums = decoded
  }

  private mutating func decodeMetadataKeys() -> [MetadataKeyDefinition] {
    var keys: [MetadataKeyDefinition] = []
    for raw in metadata.definitions {
      if let key = decoder.metadataKeyDefinition(raw.node, key: raw.id, mark: raw.mark) { keys.append(key) }
    }
    return keys
  }

  private mutating func decodeTypes() -> [TypeDefinition] {
    var inheritance = Inheritance(types: types)
    // The maps belong to it now: it gives them up one by one.
    types = DefinitionIndex(noun: "type", canBeChanged: true)
    inheritance.add(overrides, reportingTo: &decoder)
    var list: [TypeDefinition] = []
    // A definition takes 800 bytes: growing would hold half as many again.
    list.reserveCapacity(inheritance.count)
    for place in 0..<inheritance.count {
      guard let (id, effective) = inheritance.take(place, reportingTo: &decoder),
        let type = decoder.typeDefinition(effective.node, id: id)
      else { continue }
      if effective.isOverridden {
        OverrideCheck.check(type, before: effective.base, reportingTo: &decoder)
      }
      list.append(type)
    }
    return list
  }

  // MARK: Result

  private mutating func makeRegistry(
    _ types: [TypeDefinition], _ keys: [MetadataKeyDefinition], _ customUnits: [CustomUnit],
    _ hash: ([UInt8]) -> String
  ) -> Registry? {
    let form = CanonicalForm(
      types: types, keys: keys, enums: decoder.enums, units: customUnits, pending: Set(pending).sorted())
    let sortedKeys = keys.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    do throws(RegistryError) {
      return try Registry(
        types: types, metadataKeys: sortedKeys, enums: decoder.enums, units: decoder.units, pendingNames: pending,
        contentHash: hash(form.bytes))
    } catch {
      let mark = CatalogMark(path: layers.first?.name ?? "", line: 0, column: 0)
      decoder.report(.catalogShadow, TextEscaping.escaped("\(error)"), at: mark)
      return nil
    }
  }

  /// The findings in the order of files and places.
  private func sortedDiagnostics() -> [Diagnostic] {
    var order: [String: Int] = [:]
    for file in layers.lazy.flatMap(\.files) where order[file.path] == nil { order[file.path] = order.count }
    let keyed = decoder.diagnostics.enumerated().map { item -> (key: [Int], value: Diagnostic) in
      let location = item.element.location
      return (key: [order[location.path] ?? -1, location.line, location.column, item.offset], value: item.element)
    }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}
