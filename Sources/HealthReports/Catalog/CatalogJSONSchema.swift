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
