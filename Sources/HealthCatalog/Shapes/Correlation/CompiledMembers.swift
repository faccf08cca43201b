import HealthModel

/// Members of correlations in a compiled catalog and in the content hash.

extension CompiledWriter {
  mutating func members(_ members: [CorrelationMember]) {
    list(members) { writer, member in
      writer.text(member.role)
      writer.text(member.type)
      writer.int(member.minimum)
      writer.optional(member.maximum) { $0.int($1) }
    }
  }
}

extension CompiledReader {
  mutating func members() -> [CorrelationMember] {
    list { reader in
      CorrelationMember(
        role: reader.text(), type: reader.text(), minimum: reader.int(), maximum: reader.optional { $0.int() })
    }
  }
}

extension CanonicalForm {
  mutating func append(_ members: [CorrelationMember]) {
    for member in members {
      list("member", [member.role, member.type])
      integer("fewest", Optional(member.minimum))
      integer("most", member.maximum)
    }
  }
}
