import HealthModel

/// The schema of a type's samples, wherever they stand: a member of a correlation may leave out its start.
struct TypeSchema {
  let registry: Registry
  let enums: EnumSchemas
  let metadata: MetadataSchema

  /// The definition of a type.
  func definition(of type: TypeDefinition) -> SchemaNode {
    var node: SchemaNode = ["title": .text(type.title)]
    if !type.summary.isEmpty { node.add("description", .text(type.summary)) }
    if type.deprecation != nil { node.add("deprecated", true) }
    node.add(contentsOf: .reference(type.kind == .characteristic ? "_sample" : "_timed"))
    switch type.shape {
    case .quantity(let shape): QuantitySchema(shape: shape).add(to: &node)
    case .category(let list): addCategory(list, to: &node)
    case .characteristic(let shape): addCharacteristic(shape, to: &node)
    case .correlation(let members): CorrelationSchema(registry: registry, members: members).add(to: &node)
    }
    let rules = metadataRules(of: type)
    if !rules.isEmpty { node.add("allOf", .list(rules)) }
    return node
  }

  private func addCategory(_ list: EnumDefinition, to node: inout SchemaNode) {
    let cases = enums.values(of: list)
    if !list.isValueOptional { node.add("required", ["value"]) }
    let value: SchemaNode = list.isValueOptional ? ["anyOf": [cases, ["type": "null"]]] : cases
    node.add("properties", ["value": value, "unit": false, "members": false])
  }

  /// The empty text is the value of a characteristic that is not set.
  private func addCharacteristic(_ shape: CharacteristicShape, to node: inout SchemaNode) {
    let value: SchemaNode
    switch shape {
    case .values(let list): value = ["anyOf": [enums.values(of: list), ["const": ""]]]
    case .date:
      value = ["type": "string", "pattern": .text("^(\(TimePatterns.date))?$"), "maxLength": 10]
    case .text(let limit): value = ["type": "string", "maxLength": .number(Double(limit))]
    }
    node.add("required", ["value"])
    node.add("properties", ["value": value, "unit": false, "members": false, "start": false, "end": false])
  }

  /// The keys that every sample of the type needs, and those that a case of it needs.
  private func metadataRules(of type: TypeDefinition) -> [SchemaNode] {
    var rules: [SchemaNode] = []
    var required = type.metadata.required
    if case .category(let list) = type.shape, list.isValueOptional {
      required += list.cases.flatMap(\.requires)
    } else if let list = type.enumeration {
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
  /// What a sample may call the type, each name once.
  var names: [String] {
    var seen: Set<[UInt8]> = []
    return ([id] + aliases + identifiers).filter { seen.insert(Array($0.utf8)).inserted }
  }
}
