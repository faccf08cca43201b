package import HealthModel

/// A catalog as a JSON Schema (draft 2020-12) of one sample, as a line of NDJSON holds it.
///
/// The schema refuses only what the validator calls an error, and of that what a schema can say. It cannot read units,
/// convert numbers, or compare two fields.
package enum CatalogJSONSchema {
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    var json = JSONBuilder()
    schema(of: registry, only: ids, version: version).append(to: &json)
    return JSONLayout.lines(json.bytes)
  }

  private static func schema(of registry: Registry, only ids: Set<String>?, version: String) -> SchemaNode {
    let named = registry.types.filter { ids?.contains($0.id) ?? true }
    let members = Set(named.flatMap { $0.shape.members ?? [] }.map(\.type))
    let described = registry.types.filter { (ids?.contains($0.id) ?? true) || members.contains($0.id) }
    let enums = EnumSchemas(registry: registry)
    let metadata = MetadataSchema(registry: registry, enums: enums)
    let types = TypeSchema(registry: registry, enums: enums, metadata: metadata)
    var definitions = SampleSchema.definitions
    definitions.add(contentsOf: metadata.definitions)
    definitions.add(contentsOf: enums.definitions(of: described))
    if described.contains(where: \.shape.namesQuantityTypes) {
      let quantities = registry.types.filter { $0.shape.quantity != nil }
      definitions.add("_quantityType", .oneOf(quantities.flatMap(\.names)))
    }
    for type in described { definitions.add(type.id, types.definition(of: type)) }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$comment": .text("Written by assay \(version) from the catalog \(registry.contentHash)."),
      "title": "Health sample",
      "description": "One sample. What is refused is an error for assay too, which sees more than a schema can say.",
      "type": "object",
      "required": ["type"],
      "properties": ["type": .oneOf(named.flatMap(\.names))],
      "allOf": .list(named.map { rule(for: $0) }),
      "$defs": definitions,
    ]
  }

  /// Leads from the names of a type to its definition.
  private static func rule(for type: TypeDefinition) -> SchemaNode {
    var then = SchemaNode.reference(type.id)
    if type.shape.hasTime { then.add("required", ["start"]) }
    return ["if": ["properties": ["type": .oneOf(type.names)], "required": ["type"]], "then": then]
  }
}

extension TypeShape {
  /// Whether samples have a field with the name of a quantity type.
  fileprivate var namesQuantityTypes: Bool { structure?.parts.contains { $0.value == .quantityType } ?? false }
}

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

/// The schema of a type's samples, wherever they are: a member of a correlation may leave out its start.
struct TypeSchema {
  let registry: Registry
  let enums: EnumSchemas
  let metadata: MetadataSchema

  func definition(of type: TypeDefinition) -> SchemaNode {
    var node: SchemaNode = ["title": .text(type.title)]
    if !type.summary.isEmpty { node.add("description", .text(type.summary)) }
    if type.deprecation != nil { node.add("deprecated", true) }
    node.add(contentsOf: .reference(type.shape.hasTime ? "_timed" : "_sample"))
    type.shape.report.addFields(to: &node, in: self)
    let rules = metadataRules(of: type)
    if !rules.isEmpty { node.add("allOf", .list(rules)) }
    return node
  }

  /// The keys that every sample of the type needs, and those that a case of it needs.
  private func metadataRules(of type: TypeDefinition) -> [SchemaNode] {
    var rules: [SchemaNode] = []
    var required = type.metadata.required
    if type.shape.hasTimedCases, let list = type.shape.enumeration, list.isValueOptional {
      required += list.cases.flatMap(\.requires)
    } else if let list = type.shape.enumeration {
      for entry in CaseSpellings(list).entries where !entry.value.requires.isEmpty {
        rules.append([
          "if": ["properties": ["value": ["enum": .list(entry.nodes)]], "required": ["value"]],
          "then": metadata.requiring(entry.value.requires),
        ])
      }
    }
    if !required.isEmpty { rules.append(metadata.requiring(required)) }
    return rules
  }
}

extension TypeDefinition {
  /// The names of the type in samples, each once.
  var names: [String] {
    var seen: Set<[UInt8]> = []
    return ([id] + aliases + identifiers).filter { seen.insert(Array($0.utf8)).inserted }
  }
}
