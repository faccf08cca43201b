import HealthModel

/// The enums of a registry as definitions of a schema.
struct EnumSchemas {
  let registry: Registry

  /// The schema of a value that is one of an enum's cases.
  ///
  /// An enum with its own file is referenced, since many types share one; inline cases are written out.
  func values(of list: EnumDefinition) -> SchemaNode {
    registry.enums[list.id] == list ? .reference(name(of: list)) : CaseSpellings(list).schema
  }

  /// The definitions of the enums that types and metadata keys use, by id.
  func definitions(of types: [TypeDefinition]) -> SchemaNode {
    let all = types.flatMap(\.shape.enumerations) + registry.metadataKeys.compactMap(\.enumeration)
    let used = Set(all.map(\.id))
    var result: SchemaNode = [:]
    for (id, list) in registry.enums.sorted(by: { $0.key < $1.key }) where used.contains(id) {
      result.add(name(of: list), CaseSpellings(list).schema)
    }
    return result
  }

  private func name(of list: EnumDefinition) -> String { "_values.\(list.id)" }
}

extension MetadataKeyDefinition {
  /// The cases of the key's values, when it has cases.
  var enumeration: EnumDefinition? {
    if case .enum(let list) = value { return list }
    return nil
  }
}
