import HealthModel

/// What is written: types, the enums that they use, and metadata keys, each in the order of ids.
struct CodeScope {
  /// An enum to declare or to import.
  struct Values {
    /// What its name is made of: the enum's id, or the type's with the place of inline cases.
    var id: String
    var definition: EnumDefinition
    /// Whether the name is one of `HealthTypeNames`.
    var isImported: Bool
  }

  let registry: Registry
  let types: [TypeDefinition]
  let enums: [Values]
  let keys: [MetadataKeyDefinition]

  /// Takes the definitions of folders; of all, without those of another catalog, when no folder is named.
  init(_ registry: Registry, folders: [String]?, imported: Registry?) {
    self.registry = registry
    let foreign = Set(imported?.types.map(\.id) ?? [])
    let places = folders.map { $0.map(DefinitionFolder.init) }
    var types = registry.types.filter { type in
      places.map { $0.contains { $0.holds(type.origins["type"]) } } ?? !foreign.contains(type.id)
    }
    let keys = registry.metadataKeys.filter { key in
      places.map { $0.contains { $0.holds(key.mark) } } ?? (imported?.metadataKeyIndex(named: key.key) == nil)
    }
    // Samples of a correlation hold those of its members.
    if imported == nil {
      let members = Set(types.flatMap { $0.shape.members ?? [] }.compactMap { registry.type(named: $0.type)?.id })
      let missing = members.subtracting(types.map(\.id))
      types = (types + registry.types.filter { missing.contains($0.id) }).sorted { Self.precedes($0.id, $1.id) }
    }
    self.types = types
    self.keys = keys.sorted { Self.precedes($0.key, $1.key) }
    var found: [String: EnumDefinition] = folders == nil ? registry.enums : [:]
    for type in types {
      for (path, list) in type.shape.enumLists { found[Self.id(of: list, at: path, in: type, registry)] = list }
    }
    for key in keys {
      if case .enum(let list) = key.value { found[registry.enums[list.id] == list ? list.id : key.key] = list }
    }
    let known = imported?.enums ?? [:]
    enums = found.filter { !$0.value.cases.isEmpty }.sorted { Self.precedes($0.key, $1.key) }
      .map { Values(id: $0.key, definition: $0.value, isImported: known[$0.key] == $0.value) }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// The id of the enum whose cases a value of a type has.
  func id(of list: EnumDefinition, at path: String, in type: TypeDefinition) -> String {
    Self.id(of: list, at: path, in: type, registry)
  }

  /// An enum with its own file is shared; inline cases belong to their place.
  private static func id(
    of list: EnumDefinition, at path: String, in type: TypeDefinition, _ registry: Registry
  ) -> String {
    if registry.enums[list.id] == list { return list.id }
    let frame: Set<Substring> = ["fields", "lists", "points", "columns"]
    return ([type.id[...]] + path.split(separator: ".").filter { !frame.contains($0) }).joined(separator: ".")
  }
}

extension TypeShape {
  /// The lists of cases in a sample, each with the path of its key; the path of the value itself is empty.
  fileprivate var enumLists: [(path: String, list: EnumDefinition)] {
    if let values = enumeration { return [("", values)] }
    return structure?.parts.compactMap { part in part.value.enumeration.map { (part.path, $0) } } ?? []
  }
}
