package import HealthModel
import HealthUnits

/// Definitions that are not of a new type: enums, metadata keys, units, and rules on a type that is there.
extension CatalogTemplate {
  /// Writes an enum: cases that types and metadata keys share.
  ///
  /// - Returns: the definition; lint says of it that nothing uses it until a definition does.
  package static func enumeration(
    id: String, title: String, values: [String], source: String? = nil, registry: Registry
  ) throws(CatalogTemplateError) -> CatalogTemplate {
    try check(enumID: id, in: registry)
    guard !values.isEmpty else { throw .optionMissing("values", kind: "enum") }
    let cases = try CasesTemplate.cases(values)
    let head = try self.head("enum", "enum: \(id)", title: title)
    return CatalogTemplate(
      id: id, lines: head + ["cases:"] + CasesTemplate.lines(of: cases) + (try sources("cases", source)))
  }

  /// Writes a metadata key.
  ///
  /// - Returns: the definition; lint says of it that no type names it until one does.
  package static func metadata(
    key: String, title: String, value: String, source: String? = nil, registry: Registry
  ) throws(CatalogTemplateError) -> CatalogTemplate {
    try check(key: key, in: registry)
    let shape = try self.value(value, in: registry)
    let head = try self.head("metadata", "metadata: \(key)", title: title)
    return CatalogTemplate(id: key, lines: head + ["value: \(shape)"] + (try sources("value", source)))
  }

  /// Writes a unit.
  ///
  /// - Returns: the definition; lint says of it that nothing takes it until a type does.
  package static func unit(
    symbol: String, title: String, meaning: String? = nil, registry: Registry
  ) throws(CatalogTemplateError) -> CatalogTemplate {
    try check(unit: symbol, meaning: meaning, in: registry)
    let head = try self.head("unit", "unit: \(symbol)", title: title)
    let line = meaning.map { "equals: \(TemplateText.scalar($0))" } ?? "isolated: true"
    return CatalogTemplate(id: symbol, lines: head + [line])
  }

  /// Writes a rule on a type of an earlier layer, with the rules that the type has already.
  package static func rule(
    _ rule: TypeRule, of type: String, reason: String, registry: Registry
  ) throws(CatalogTemplateError) -> CatalogTemplate {
    let known = try self.type(named: type, in: registry)
    try check(rule: rule.name, of: known)
    try check(requirement: rule.requirement, of: known, in: registry)
    try TemplateText.check(rule.message, as: "sentence")
    try TemplateText.check(reason, as: "reason")
    let rules = (known.rules + [rule]).map { rule in
      let severity = rule.severity == .error ? "" : "severity: \(rule.severity.name), "
      return "  - {name: \(TemplateText.scalar(rule.name)), require: \(TemplateText.quoted(rule.requirement)), "
        + "\(severity)says: \(TemplateText.quoted(rule.message))}"
    }
    return CatalogTemplate(
      id: known.id,
      lines: [
        "# yaml-language-server: $schema=schema/type.schema.json", "schema: 1", "overrides: \(known.id)",
        "reason: \(TemplateText.scalar(reason))", "rules:",
      ] + rules, addition: rules.last)
  }

  private static func head(
    _ schema: String, _ subject: String, title: String
  ) throws(CatalogTemplateError) -> [String] {
    try check(title: title)
    return [
      "# yaml-language-server: $schema=schema/\(schema).schema.json", "schema: 1", subject,
      "title: \(TemplateText.scalar(title))",
    ]
  }

  private static func sources(_ part: String, _ source: String?) throws(CatalogTemplateError) -> [String] {
    guard let source else { return [] }
    try TemplateText.check(source, as: "source")
    return ["sources:", "  \(part): \(TemplateText.scalar(source))"]
  }

  /// The value of a metadata key in flow style.
  static func value(_ text: String, in registry: Registry) throws(CatalogTemplateError) -> String {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("string", 1): return "{kind: string, max_length: 256}"
    case ("number", 1), ("integer", 1), ("boolean", 1), ("date", 1): return "{kind: \(parts[0])}"
    case ("quantity", 2):
      _ = try unit(parts[1], in: registry)
      return "{kind: quantity, unit: \(TemplateText.scalar(parts[1]))}"
    case ("enum", 2):
      guard registry.enums[parts[1]] != nil else {
        let hint = CatalogText.suggestion(for: parts[1], among: registry.enums.keys.sorted())
        throw .member(parts[1], problem: "is not an enum", hint: hint)
      }
      return "{kind: enum, values: \(parts[1])}"
    default:
      throw .word(
        option: "the kind of a value", text,
        among: "string, number, integer, boolean, date, quantity=UNIT or enum=ID")
    }
  }
}
