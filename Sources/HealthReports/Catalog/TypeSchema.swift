import HealthModel

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
