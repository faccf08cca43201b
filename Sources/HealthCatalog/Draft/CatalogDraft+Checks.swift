import HealthModel

extension CatalogDraft {
  /// Refuses a part that was just given, as far as it can be judged with what is known.
  ///
  /// What is given before the kind is judged when the kind is known.
  func check(_ part: DraftPart) throws(CatalogTemplateError) {
    guard let text = self[part] else { return }
    switch part {
    case .kind:
      guard kind != nil else { throw .word(option: "--kind", text, among: DefinitionKind.words) }
    case .id: try check(id: text)
    case .title: try CatalogTemplate.check(title: text)
    case .unit: _ = try CatalogTemplate.unit(text, in: registry)
    case .aggregation:
      guard AggregationStyle(rawValue: text) != nil else {
        let words = AggregationStyle.allCases.map(\.rawValue)
        throw .aggregation(text, hint: CatalogText.suggestion(for: text, among: words))
      }
    case .minimum, .maximum: try check(limit: text)
    case .values: try checkValues(list(part))
    case .members: _ = try MembersTemplate(list(part), registry: registry)
    case .value: _ = try CatalogTemplate.value(text, in: registry)
    case .equals: try CatalogTemplate.check(unit: self[.id] ?? "u", meaning: text, in: registry)
    case .rule, .requirement: try checkRule(part, text)
    case .message, .reason, .source: try TemplateText.check(text, as: part.name)
    case .severity:
      guard Severity.allCases.contains(where: { $0.name == text }) else {
        throw .word(option: "--severity", text, among: "error, warning or note")
      }
    }
  }

  private func check(id: String) throws(CatalogTemplateError) {
    switch kind {
    case .type: try CatalogTemplate.check(id: id, in: registry)
    case .enumeration: try CatalogTemplate.check(enumID: id, in: registry)
    case .metadata: try CatalogTemplate.check(key: id, in: registry)
    case .unit: try CatalogTemplate.check(unit: id, in: registry)
    case .rule: _ = try CatalogTemplate.type(named: id, in: registry)
    case nil: break
    }
  }

  private func checkValues(_ values: [String]) throws(CatalogTemplateError) {
    switch kind {
    case .enumeration: _ = try CasesTemplate.cases(values)
    case .type(.characteristic): _ = try CharacteristicTemplate.body(values: values, id: "", registry: registry)
    case .type(.category): _ = try CasesTemplate(values, id: "", registry: registry)
    default: break
    }
  }

  private func check(limit text: String) throws(CatalogTemplateError) {
    guard let number = Double(text), number.isFinite, number.magnitude <= 1e15 else {
      throw .limits("\(CatalogText.shown(text)) is not a number up to 1e15")
    }
    if let problem = BoundsOrder.contradiction(in: limits) { throw .limits(problem) }
    guard ExampleValue.inside(limits, ValueBounds()) != nil else { throw .limits("no value was found within them") }
  }

  private func checkRule(_ part: DraftPart, _ text: String) throws(CatalogTemplateError) {
    guard kind == .rule, let id = self[.id] else { return }
    let type = try CatalogTemplate.type(named: id, in: registry)
    if part == .rule {
      try CatalogTemplate.check(rule: text, of: type)
    } else {
      try CatalogTemplate.check(requirement: text, of: type, in: registry)
    }
  }
}
