import HealthModel

extension CompiledWriter {
  mutating func typeRules(_ type: TypeDefinition) {
    list(type.expressions) { writer, item in
      writer.text(item.name)
      writer.optional(item.unit) { $0.unit($1) }
      writer.text(item.text)
    }
    list(type.rules) { writer, rule in
      writer.text(rule.name)
      writer.text(rule.requirement)
      writer.int(Int(rule.severity.rawValue))
      writer.text(rule.message)
    }
  }
}

extension CompiledReader {
  mutating func readTypeRules(of type: inout TypeDefinition) {
    type.expressions = list { reader in
      TypeExpression(name: reader.text(), unit: reader.optional { $0.unit() }, text: reader.text())
    }
    type.rules = list { reader in
      TypeRule(
        name: reader.text(), requirement: reader.text(),
        severity: Severity(rawValue: UInt8(clamping: reader.int())) ?? .error, message: reader.text())
    }
  }
}
