package import HealthModel
import HealthUnits

/// A catalog as one JSON document: the cards of its types, the units of quantities, its enums and its metadata keys.
package enum CatalogJSON {
  /// JSON with a line for each type, quantity, enum and key: of the types with these ids and of the enums and keys that
  /// they name, or of all there is.
  package static func document(_ registry: Registry, only ids: Set<String>? = nil, version: String) -> [UInt8] {
    let types = registry.types.filter { ids?.contains($0.id) ?? true }
    let names = Set(types.flatMap { $0.metadata.required + $0.metadata.known })
    let keys = registry.metadataKeys.filter { key in
      ids == nil || ([key.key] + key.identifiers).contains { names.contains($0) }
    }
    let used = Set((types.flatMap(\.shape.enumerations) + keys.compactMap(\.enumeration)).map(\.id))
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("hash", registry.contentHash)
      json.member("version", version)
      json.key("types")
      json.array { list in
        for type in types { TypeCard.append(type, to: &list) }
      }
      json.key("units")
      json.object { units in
        for type in types {
          guard let shape = type.shape.quantity else { continue }
          units.key(type.id)
          units.object { item in
            item.member("usual", texts: UnitChoice.texts(for: shape, in: registry))
            item.member("only", shape.units.only != nil || shape.unit.dimension.isDimensionless)
          }
        }
      }
      json.key("enums")
      json.object { enums in
        for (id, list) in registry.enums.sorted(by: { $0.key < $1.key }) where ids == nil || used.contains(id) {
          enums.key(id)
          append(list, to: &enums)
        }
      }
      json.key("metadata")
      json.array { list in
        for key in keys { append(key, in: registry, to: &list) }
      }
    }
    return JSONLayout.lines(json.bytes)
  }

  private static func append(_ values: EnumDefinition, to json: inout JSONBuilder) {
    json.object { json in
      json.member("identifier", values.identifier)
      if !values.otherIdentifiers.isEmpty { json.member("also", texts: values.otherIdentifiers) }
      appendCases(values, to: &json)
    }
  }

  private static func appendCases(_ values: EnumDefinition, to json: inout JSONBuilder) {
    json.key("cases")
    json.array { list in
      for item in values.cases {
        list.object { entry in
          entry.member("name", item.name)
          if let raw = item.raw { entry.member("raw", raw) }
          if !item.aliases.isEmpty { entry.member("aliases", texts: item.aliases) }
          if !item.exports.isEmpty { entry.member("exports", texts: item.exports) }
          if !item.requires.isEmpty { entry.member("requires", texts: item.requires) }
        }
      }
    }
  }

  private static func append(_ key: MetadataKeyDefinition, in registry: Registry, to json: inout JSONBuilder) {
    json.object { json in
      json.member("key", key.key)
      json.member("identifiers", texts: key.identifiers)
      json.member("kind", key.value.word)
      switch key.value {
      case .string(let limit, let pattern):
        if let limit { json.member("max_length", limit) }
        json.member("pattern", pattern?.source)
      case .quantity(let unit): json.member("unit", unit?.unitString)
      case .enum(let list):
        if registry.enums[list.id] == list {
          json.member("enum", list.id)
        } else {
          appendCases(list, to: &json)
        }
      case .number, .integer, .boolean, .date: break
      }
    }
  }
}

extension MetadataValueShape {
  /// The kind's word in a definition.
  var word: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .date: "date"
    case .quantity: "quantity"
    case .enum: "enum"
    }
  }
}
