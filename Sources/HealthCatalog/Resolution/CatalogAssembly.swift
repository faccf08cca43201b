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

  mutating func run(hash: ([UInt8]) -> String) -> CatalogResult {
    for (index, layer) in layers.enumerated() { readFiles(of: layer, at: index) }
    let customUnits = decodeUnits()
    decodeEnums()
    let keys = decodeMetadataKeys()
    let typeIDs = Set(types.ids)
    var typeList = decodeTypes()
    NameCheck.check(types: typeList, keys: keys, reportingTo: &decoder)
    let references = ReferenceCheck(types: typeList, typeIDs: typeIDs, keys: keys, declaredKeys: Set(metadata.ids))
    references.check(&typeList, reportingTo: &decoder)
    references.checkCases(of: enums.definitions, reportingTo: &decoder)
    // The hash and the registry want this order: sorting in place, here, saves each of them a copy.
    typeList.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    var registry = decoder.errorCount == 0 ? makeRegistry(typeList, keys, customUnits, hash) : nil
    if let made = registry {
      TypeRuleCheck.check(made, reportingTo: &decoder)
      if decoder.errorCount > 0 { registry = nil }
    }
    return CatalogResult(registry: registry, diagnostics: sortedDiagnostics(), entries: entries, units: decoder.units)
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
        isBuiltIn: layer.isBuiltIn, mark: mark)
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
      do {
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
      if effective.isOverridden { OverrideCheck.check(type, before: effective.base, reportingTo: &decoder) }
      list.append(type)
    }
    return list
  }

  // MARK: Result

  private mutating func makeRegistry(
    _ types: [TypeDefinition], _ keys: [MetadataKeyDefinition], _ customUnits: [CustomUnit], _ hash: ([UInt8]) -> String
  ) -> Registry? {
    let form = CanonicalForm(
      types: types, keys: keys, enums: decoder.enums, units: customUnits, pending: Set(pending).sorted())
    let sortedKeys = keys.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    do {
      return try Registry(
        types: types, metadataKeys: sortedKeys, enums: decoder.enums, units: decoder.units, pendingNames: pending,
        contentHash: hash(form.bytes))
    } catch {
      let mark = CatalogMark(path: layers.first?.name ?? "", line: 0, column: 0)
      decoder.report(.catalogShadow, TextEscaping.escaped("\(error)"), at: mark)
      return nil
    }
  }

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

/// Whether every name — id, alias or identifier — belongs to one definition only.
enum NameCheck {
  private typealias Owners = [String: (id: String, mark: CatalogMark?)]

  static func check(types: [TypeDefinition], keys: [MetadataKeyDefinition], reportingTo decoder: inout CatalogDecoder) {
    var owners: Owners = [:]
    for type in types { claim(type.id, by: type.id, at: type.origins["type"], &owners, &decoder) }
    for type in types {
      for (names, key) in [(type.aliases, "aliases"), (type.identifiers, "identifiers")] {
        for name in names { claim(name, by: type.id, at: type.origins[key], &owners, &decoder) }
      }
    }
    var keyOwners: Owners = [:]
    for key in keys { claim(key.key, by: key.key, at: key.mark, &keyOwners, &decoder) }
    for key in keys {
      for name in key.identifiers { claim(name, by: key.key, at: key.mark, &keyOwners, &decoder) }
    }
  }

  /// Gives a name to a definition unless another has it.
  private static func claim(
    _ name: String, by id: String, at mark: CatalogMark?, _ owners: inout Owners, _ decoder: inout CatalogDecoder
  ) {
    guard let owner = owners[name] else { return owners[name] = (id, mark) }
    guard owner.id != id else { return }
    let place = owner.mark.map { " at \(DefinitionIndex.shown($0))" } ?? ""
    decoder.report(
      .catalogShadow,
      "the name \(CatalogText.shown(name)) already belongs to \(CatalogText.shown(owner.id))\(place)",
      at: mark ?? CatalogMark(path: "", line: 0, column: 0))
  }
}

/// Whether an override left alone what stored samples depend on: raw values, the parts of structured samples, and the
/// name in content ids.
enum OverrideCheck {
  static func check(_ changed: TypeDefinition, before: YAMLNode, reportingTo decoder: inout CatalogDecoder) {
    // Faults of the definition itself are reported at its place, so these findings are dropped.
    var scratch = decoder
    guard let old = scratch.typeDefinition(before, id: changed.id) else { return }
    if old.identityName != changed.identityName {
      decoder.report(
        .catalogShadow,
        "the first identifier may not change: content ids of \(CatalogText.shown(changed.id)) depend on it",
        at: mark(of: "identifiers", in: changed))
    }
    if let oldCases = old.shape.enumeration?.cases, let newCases = changed.shape.enumeration?.cases {
      check(oldCases, newCases, at: "values", in: changed, reportingTo: &decoder)
    }
    check(old.shape.structure?.parts ?? [], changed.shape.structure?.parts ?? [], in: changed, reportingTo: &decoder)
  }

  /// Checks the parts of a structured sample: what is stored says neither which unit nor which cases it was made with.
  private static func check(
    _ old: [(path: String, value: FieldValue)], _ new: [(path: String, value: FieldValue)], in type: TypeDefinition,
    reportingTo decoder: inout CatalogDecoder
  ) {
    var values: [String: FieldValue] = [:]
    for part in new { values[part.path] = part.value }
    for part in old {
      let name = CatalogText.shown(part.path)
      guard let value = values[part.path], value.word == part.value.word else {
        decoder.report(
          .catalogShadow, "\(name) may be neither taken away nor of another kind: stored samples have it",
          at: type.mark(of: part.path))
        continue
      }
      if let before = part.value.quantity, let after = value.quantity, before.unit != after.unit {
        decoder.report(
          .catalogShadow, "the unit of \(name) may not change: stored samples depend on it",
          at: type.mark(of: part.path + ".unit"))
      }
      if let before = part.value.enumeration, let after = value.enumeration {
        check(before.cases, after.cases, at: part.path + ".values", in: type, reportingTo: &decoder)
      }
    }
  }

  private static func check(
    _ old: [EnumCase], _ new: [EnumCase], at key: String, in type: TypeDefinition,
    reportingTo decoder: inout CatalogDecoder
  ) {
    var raws: [String: Int?] = [:]
    for item in new { raws[item.name] = .some(item.raw) }
    for item in old {
      let name = CatalogText.shown(item.name)
      guard let raw = raws[item.name] else {
        decoder.report(
          .catalogShadow, "the case \(name) may not be taken away: stored samples have it", at: type.mark(of: key))
        continue
      }
      if raw != item.raw {
        decoder.report(
          .catalogShadow, "the raw value of the case \(name) may not change: stored samples have it",
          at: type.mark(of: "\(key).\(item.name)"))
      }
    }
  }

  private static func mark(of key: String, in type: TypeDefinition) -> CatalogMark {
    type.origins[key] ?? type.origins["values"] ?? type.origins["type"] ?? CatalogMark(path: "", line: 0, column: 0)
  }
}

/// Whether what definitions name exists: types of members and parents, replacements, metadata keys.
struct ReferenceCheck {
  private let shapes: [String: TypeShape]
  private let canonical: [String: String]
  private let typeIDs: Set<String>
  private let keyNames: Set<String>
  private let declaredKeys: Set<String>
  /// Raw keys by their other names.
  private let keysByIdentifier: [String: String]

  init(types: [TypeDefinition], typeIDs: Set<String>, keys: [MetadataKeyDefinition], declaredKeys: Set<String>) {
    shapes = Dictionary(types.map { ($0.id, $0.shape) }) { $1 }
    let aliases = types.flatMap { type in type.aliases.map { ($0, type.id) } }
    canonical = Dictionary(aliases + types.map { ($0.id, $0.id) }) { $1 }
    self.typeIDs = typeIDs
    keyNames = Set(keys.map(\.key))
    self.declaredKeys = declaredKeys
    keysByIdentifier = Dictionary(keys.flatMap { key in key.identifiers.map { ($0, key.key) } }) { $1 }
  }

  func check(_ types: inout [TypeDefinition], reportingTo decoder: inout CatalogDecoder) {
    for index in types.indices {
      checkMembers(of: &types[index], reportingTo: &decoder)
      checkParent(of: &types[index], reportingTo: &decoder)
      checkReplacement(of: &types[index], reportingTo: &decoder)
      checkMetadata(of: types[index], reportingTo: &decoder)
    }
  }

  func checkCases(of enums: [RawDefinition], reportingTo decoder: inout CatalogDecoder) {
    for definition in enums {
      guard let cases = decoder.enums[definition.id]?.cases else { continue }
      let marks = definition.node.keyMarks(sharing: &decoder.knownPaths)
      for enumCase in cases where !enumCase.requires.isEmpty {
        checkKeys(enumCase.requires, at: marks["cases.\(enumCase.name).requires"] ?? definition.mark, &decoder)
      }
    }
  }

  private func checkMembers(of type: inout TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    guard var members = type.shape.members else { return }
    for index in members.indices {
      let member = members[index]
      let key = "members.\(member.role)"
      let mark = place(["\(key).type", key, "members"], in: type)
      guard let id = resolve(member.type, at: mark, &decoder) else { continue }
      members[index].type = id
      if members[index].role == member.type { members[index].role = id }
      if let shape = shapes[id], !shape.hasTimedValue {
        let kind = shape.kind.rawValue
        decoder.report(
          .catalogReference, "a member is a quantity or a category, \(CatalogText.shown(id)) is a \(kind)", at: mark)
      }
    }
    type.shape = type.shape.with(members: members)
  }

  private func checkParent(of type: inout TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    guard case .structure(var shape) = type.shape, let parent = shape.parent else { return }
    let mark = place(["parent.type", "parent"], in: type)
    guard let id = resolve(parent.type, at: mark, &decoder) else { return }
    if let found = shapes[id], !found.hasTime {
      decoder.report(
        .catalogReference, "a parent is a sample with a time, \(CatalogText.shown(id)) is a \(found.kind.rawValue)",
        at: mark)
    }
    shape.parent?.type = id
    type.shape = .structure(shape)
  }

  private func checkReplacement(of type: inout TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    guard let name = type.deprecation?.replacement else { return }
    let mark = place(["deprecated.use", "deprecated"], in: type)
    if let id = resolve(name, at: mark, &decoder) { type.deprecation?.replacement = id }
  }

  private func checkMetadata(of type: TypeDefinition, reportingTo decoder: inout CatalogDecoder) {
    checkKeys(type.metadata.required, at: place(["metadata.required", "metadata"], in: type), &decoder)
    checkKeys(type.metadata.known, at: place(["metadata.known", "metadata"], in: type), &decoder)
    // Cases of enum files are checked once, not for every type that uses them.
    guard let values = type.shape.enumeration, values.id == type.id else { return }
    for enumCase in values.cases where !enumCase.requires.isEmpty {
      let mark = place(["values.\(enumCase.name).requires", "values"], in: type)
      checkKeys(enumCase.requires, at: mark, &decoder)
    }
  }

  private func resolve(_ name: String, at mark: CatalogMark, _ decoder: inout CatalogDecoder) -> String? {
    if let id = canonical[name] { return id }
    if typeIDs.contains(name) || decoder.brokenIDs.contains(name) { return nil }
    decoder.report(
      .catalogReference, "there is no type \(CatalogText.shown(name))", at: mark,
      hint: decoder.hint(for: name, amongSome: typeIDs.count, typeIDs.sorted()))
    return nil
  }

  /// Apple's keys are all defined, so an unknown one is misspelled; a team may leave its own undefined.
  private func checkKeys(_ keys: [String], at mark: CatalogMark, _ decoder: inout CatalogDecoder) {
    for key in keys {
      if keyNames.contains(key) || declaredKeys.contains(key) || decoder.brokenIDs.contains(key) { continue }
      let isApples = key.hasPrefix("HK") || key.hasPrefix("_HK")
      let raw = keysByIdentifier[key].map { "write the raw key \(CatalogText.shown($0))" }
      let near = decoder.hint(for: key, amongSome: keyNames.count, keyNames.sorted())
      decoder.report(
        .catalogReference, "the metadata key \(CatalogText.shown(key)) is not defined", at: mark,
        severity: isApples ? .error : .warning, hint: raw ?? near ?? "define it in a file with `metadata: \(key)`")
    }
  }

  private func place(_ keys: [String], in type: TypeDefinition) -> CatalogMark {
    for key in keys + ["type"] {
      if let mark = type.origins[key] { return mark }
    }
    return CatalogMark(path: "", line: 0, column: 0)
  }
}
