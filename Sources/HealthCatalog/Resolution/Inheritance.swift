import HealthModel

/// Works out the effective map of every type: its own file laid over the type it extends, and over both the files of
/// later layers that override it.
struct Inheritance {
  /// A type's map with everything applied.
  struct Effective {
    var node: YAMLNode
    /// The map before overrides.
    var base: YAMLNode
    var isOverridden: Bool
    var depth: Int
  }

  /// Types that extend one another in a row.
  static let maximumDepth = 64

  /// The keys that a type does not inherit from the type it extends: names and examples are the other's own.
  private static let notInherited: Set<String> = [
    "schema", "needs", "type", "extends", "overrides", "reason", "identifiers", "aliases", "examples", "deprecated",
  ]
  private static let fileKeys: Set<String> = ["schema", "needs"]
  /// Keys whose change would make stored samples mean something else.
  private static let fixedKeys = ["kind", "unit", "aggregation"]

  private var types: DefinitionIndex
  /// The ids that a type extends: their maps are wanted again.
  private let bases: Set<String>
  private var overrides: [String: [RawDefinition]] = [:]
  /// The results so far; `.some(nil)` is a type that has none.
  private var known: [String: Effective?] = [:]

  init(types: DefinitionIndex) {
    self.types = types
    bases = Set(types.definitions.compactMap { $0.base?.text })
  }

  var count: Int { types.definitions.count }

  /// The definition of a type by its place, with its id and its effective map; `nil` after reporting why there is none.
  ///
  /// The type's own map is given up with it, unless another type extends it: a catalog of many types would hold all maps
  /// beside all types.
  mutating func take(_ place: Int, reportingTo decoder: inout CatalogDecoder) -> (id: String, effective: Effective)? {
    let type = types.definitions[place]
    let result = effective(type, reportingTo: &decoder)
    if !bases.contains(type.id) {
      types.release(place)
      known[type.id] = nil
    }
    return result.map { (type.id, $0) }
  }

  /// Sorts overrides by the type they change; one layer may change a type once.
  mutating func add(_ list: [RawDefinition], reportingTo decoder: inout CatalogDecoder) {
    for change in list {
      let name = CatalogText.shown(change.id)
      guard types[change.id] != nil else {
        if !decoder.brokenIDs.contains(change.id) {
          decoder.report(
            .catalogReference, "there is no type \(name) to override", at: change.mark,
            hint: decoder.hint(for: change.id, amongSome: count, types.ids))
        }
        continue
      }
      if let first = overrides[change.id]?.first(where: { $0.layer == change.layer }) {
        let place = DefinitionIndex.shown(first.mark)
        decoder.report(
          .catalogShadow, "the type \(name) is already overridden in this layer at \(place)", at: change.mark)
        continue
      }
      overrides[change.id, default: []].append(change)
    }
  }

  /// The effective map of a type; `nil` after reporting why there is none.
  mutating func effective(_ type: RawDefinition, reportingTo decoder: inout CatalogDecoder) -> Effective? {
    if let result = known[type.id] { return result }
    var chain = [type]
    guard climb(&chain, reportingTo: &decoder) else {
      for definition in chain { known[definition.id] = .some(nil) }
      return nil
    }
    // From the oldest ancestor that is not known yet down to the type itself.
    for definition in chain.reversed() {
      let result = build(definition, reportingTo: &decoder)
      known[definition.id] = .some(result)
    }
    return known[type.id].flatMap { $0 }
  }

  /// Adds the types that a type extends and that are not known yet; returns false if they cannot be resolved.
  private func climb(_ chain: inout [RawDefinition], reportingTo decoder: inout CatalogDecoder) -> Bool {
    var seen = Set(chain.map(\.id))
    while let base = chain.last?.base {
      guard let id = base.text, CatalogID.isValid(id) else {
        decoder.report(.catalogKeyKind, "`extends` takes the id of a type", at: base.mark)
        return false
      }
      guard let parent = types[id] else {
        reportMissing(id, at: base.mark, reportingTo: &decoder)
        return false
      }
      guard seen.insert(id).inserted else {
        let name = CatalogText.shown(id)
        decoder.report(.catalogReference, "the type extends itself by way of \(name)", at: base.mark)
        return false
      }
      if let result = known[id] {
        guard let ancestor = result else {
          decoder.failSilently()
          return false
        }
        if ancestor.depth + chain.count <= Self.maximumDepth { return true }
        reportDepth(at: base.mark, reportingTo: &decoder)
        return false
      }
      guard chain.count < Self.maximumDepth else {
        reportDepth(at: base.mark, reportingTo: &decoder)
        return false
      }
      chain.append(parent)
    }
    return true
  }

  private func reportMissing(_ id: String, at mark: CatalogMark, reportingTo decoder: inout CatalogDecoder) {
    if decoder.brokenIDs.contains(id) { return decoder.failSilently() }
    decoder.report(
      .catalogReference, "there is no type \(CatalogText.shown(id)) to extend", at: mark,
      hint: decoder.hint(for: id, amongSome: count, types.ids))
  }

  private func reportDepth(at mark: CatalogMark, reportingTo decoder: inout CatalogDecoder) {
    decoder.report(.catalogReference, "more than \(Self.maximumDepth) types extend one another in a row", at: mark)
  }

  private func build(_ type: RawDefinition, reportingTo decoder: inout CatalogDecoder) -> Effective? {
    var node = type.node
    var depth = 1
    if let id = type.base?.text {
      guard let base = known[id].flatMap({ $0 }) else { return nil }
      refuseFixedKeys(of: type, in: base.node, reportingTo: &decoder)
      node = base.node.without(Self.notInherited).merged(with: type.node)
      depth = base.depth + 1
    }
    let base = node
    let changes = overrides[type.id] ?? []
    for change in changes {
      refuseFixedKeys(of: change, in: node, reportingTo: &decoder)
      node = node.merged(with: change.node.without(Self.fileKeys))
    }
    return Effective(node: node, base: base, isOverridden: !changes.isEmpty, depth: depth)
  }

  /// The quantity that a type measures stays when it is changed, since stored samples depend on it, and when it is
  /// built upon.
  private func refuseFixedKeys(of change: RawDefinition, in node: YAMLNode, reportingTo decoder: inout CatalogDecoder) {
    for key in Self.fixedKeys {
      guard let new = change.node.entry(key), let old = node.entry(key), new.value.text != old.value.text else {
        continue
      }
      if change.kind == .override {
        decoder.report(
          .catalogShadow, "`\(key)` may not change: stored samples of \(CatalogText.shown(change.id)) depend on it",
          at: new.keyMark, hint: "make a type of your own")
      } else {
        decoder.report(
          .catalogShadow, "`\(key)` may not change in a type that extends another", at: new.keyMark,
          hint: "write the whole type, without `extends`")
      }
    }
  }
}

/// Definitions of one kind by id: each id once, and no two that differ by case only.
struct DefinitionIndex {
  private(set) var definitions: [RawDefinition] = []
  private var places: [String: Int] = [:]
  private var folded: [String: Int] = [:]
  private let noun: String
  private let canBeChanged: Bool

  init(noun: String, canBeChanged: Bool = false) {
    self.noun = noun
    self.canBeChanged = canBeChanged
  }

  subscript(id: String) -> RawDefinition? { places[id].map { definitions[$0] } }

  var ids: [String] { definitions.map(\.id) }

  /// Gives up the map of a definition, which keeps its id and place.
  mutating func release(_ place: Int) {
    definitions[place].node = YAMLNode(.mapping([]), mark: definitions[place].mark)
  }

  mutating func add(_ new: RawDefinition, reportingTo decoder: inout CatalogDecoder) {
    let name = CatalogText.shown(new.id)
    if let first = self[new.id] {
      let hint = "to change it write `overrides: \(new.id)` and a `reason`, to build on it `extends: \(new.id)`"
      decoder.report(
        .catalogShadow, "the \(noun) \(name) is already defined at \(Self.shown(first.mark))", at: new.mark,
        hint: canBeChanged ? hint : "give it a different id")
      return
    }
    if let place = folded[new.id.lowercased()] {
      let first = definitions[place]
      let other = "\(CatalogText.shown(first.id)) at \(Self.shown(first.mark))"
      decoder.report(.catalogID, "the id \(name) differs only by case from \(other)", at: new.mark)
      return
    }
    places[new.id] = definitions.count
    folded[new.id.lowercased()] = definitions.count
    definitions.append(new)
  }

  static func shown(_ mark: CatalogMark) -> String { "\(TextEscaping.escaped(mark.path)):\(mark.line):\(mark.column)" }
}
