import HealthModel

/// The schema of a correlation: which members it takes, in which roles and how often.
struct CorrelationSchema {
  let registry: Registry
  let members: [CorrelationMember]

  func add(to node: inout SchemaNode) {
    node.add("required", ["members"])
    var list: SchemaNode = [
      "type": "array", "minItems": 1, "maxItems": 10_000,
      "items": [
        "type": "object", "required": ["type"],
        "properties": ["type": .oneOf(types.flatMap(\.names))], "allOf": .list(types.map { rule(for: $0) }),
      ],
    ]
    let counts = self.counts
    if !counts.isEmpty { list.add("allOf", .list(counts)) }
    node.add("properties", ["value": false, "unit": false, "members": list])
  }

  /// The members' types, each once.
  private var types: [TypeDefinition] {
    var seen: Set<String> = []
    return members.compactMap { registry.type(named: $0.type) }.filter { seen.insert($0.id).inserted }
  }

  /// A member of a type is a sample of it, and its role, if it names one, takes the type.
  private func rule(for type: TypeDefinition) -> SchemaNode {
    var then = SchemaNode.reference(type.id)
    then.add("properties", ["role": .oneOf(roles(of: type).map(\.role))])
    return ["if": ["properties": ["type": .oneOf(type.names)], "required": ["type"]], "then": then]
  }

  private func roles(of type: TypeDefinition) -> [CorrelationMember] {
    members.filter { registry.type(named: $0.type)?.id == type.id }
  }

  /// How often each role occurs.
  ///
  /// A member without a role has the one that is named like its type, else the first that takes the type. The
  /// validator counts 64 roles.
  private var counts: [SchemaNode] {
    var result: [SchemaNode] = []
    for member in members.prefix(64) where member.minimum > 0 || member.maximum != nil {
      guard let type = registry.type(named: member.type) else { continue }
      let roles = roles(of: type)
      let usual = roles.first { $0.role == $0.type } ?? roles.first
      let needed: [String] = usual?.role == member.role ? ["type"] : ["type", "role"]
      var node: SchemaNode = [
        "contains": [
          "type": "object", "required": .texts(needed),
          "properties": ["type": .oneOf(type.names), "role": ["const": .text(member.role)]],
        ],
        "minContains": .number(Double(member.minimum)),
      ]
      if let most = member.maximum { node.add("maxContains", .number(Double(most))) }
      result.append(node)
    }
    return result
  }
}
