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

  init(_ registry: Registry, isWhole: Bool, types: [TypeDefinition], imported: Registry?) {
    self.registry = registry
    let foreign = Set(imported?.types.map(\.id) ?? [])
    self.types = isWhole ? types.filter { !foreign.contains($0.id) } : types
    var found: [String: EnumDefinition] = isWhole ? registry.enums : [:]
    for type in self.types {
      for (path, list) in type.shape.enumLists {
        found[Self.id(of: list, at: path, in: type, registry)] = list
      }
    }
    let known = imported?.enums ?? [:]
    enums = found.filter { !$0.value.cases.isEmpty }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { Values(id: $0.key, definition: $0.value, isImported: known[$0.key] == $0.value) }
    let keys = isWhole ? registry.metadataKeys : Self.keys(of: self.types, registry)
    self.keys = keys.filter { imported?.metadataKeyIndex(named: $0.key) == nil }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// The defined keys that types name.
  private static func keys(of types: [TypeDefinition], _ registry: Registry) -> [MetadataKeyDefinition] {
    let names = types.flatMap { $0.metadata.required + $0.metadata.known }
    return Set(names.compactMap { registry.metadataKeyIndex(named: $0) }).sorted().map { registry.metadataKeys[$0] }
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
