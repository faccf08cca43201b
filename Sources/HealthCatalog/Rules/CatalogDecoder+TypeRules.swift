import HealthModel

/// `rules` and `computed`: conditions on samples of a type, and numbers that follow from what they hold.
///
/// What is written is bound to the type when all types are known; see `TypeRuleCheck`.
extension CatalogDecoder {
  mutating func readTypeRules(of type: inout TypeDefinition, in fields: inout Fields) {
    let id = type.id
    type.expressions = read("computed", in: &fields) { $0.expressions($1, of: id) } ?? []
    type.rules = read("rules", in: &fields) { $0.typeRules($1, of: id) } ?? []
  }

  /// The most rules, and the most expressions, of a type.
  private static let mostRules = 100

  /// `[{name: lapsFit, require: "sum(laps.length) <= duration", severity: warning, says: "…"}]`.
  private mutating func typeRules(_ field: Field, of type: String) -> [TypeRule]? {
    guard let items = self.items(field) else { return nil }
    var rules: [TypeRule] = []
    for item in items {
      guard var fields = self.fields(item) else { continue }
      let name = need("name", in: &fields) { $0.id($1) }
      let requirement = need("require", in: &fields) { $0.condition($1) }
      let severity = read("severity", in: &fields) {
        $0.word($1, of: Severity.allCases.reversed(), called: "a severity")
      }
      let message = need("says", in: &fields) { $0.text($1) }
      finish(fields)
      guard let name, let requirement, let message else { continue }
      guard !rules.contains(where: { $0.name == name }) else {
        report(.catalogRule, "the rule \(CatalogText.shown(name)) is there twice", at: item.node.mark)
        continue
      }
      conditionMarks[Self.key(type, "rules", name)] = requirement.mark
      rules.append(
        TypeRule(name: name, requirement: requirement.text, severity: severity ?? .error, message: message))
    }
    return atMost(rules, field)
  }

  /// `{distance: {unit: km, is: "sum(statistics.sum where type = distanceWalkingRunning)"}}`.
  private mutating func expressions(_ field: Field, of type: String) -> [TypeExpression]? {
    guard let all = self.fields(field)?.all() else { return nil }
    var expressions: [TypeExpression] = []
    for (name, field) in all {
      guard CatalogID.isValid(name), !name.contains(".") else {
        report(.catalogID, "\(CatalogText.shownASCII(name)) is not a name of a number", at: field.mark)
        continue
      }
      guard var fields = self.fields(field) else { continue }
      let unit = read("unit", in: &fields) { $0.unit($1) }
      let text = need("is", in: &fields) { $0.condition($1) }
      finish(fields)
      guard let text else { continue }
      conditionMarks[Self.key(type, "computed", name)] = text.mark
      expressions.append(TypeExpression(name: name, unit: unit, text: text.text))
    }
    return atMost(expressions, field)
  }

  private mutating func atMost<Item>(_ items: [Item], _ field: Field) -> [Item] {
    if items.count <= Self.mostRules { return items }
    report(.catalogRule, "more than \(Self.mostRules) rules, or numbers, of one type", at: field.node.mark)
    return Array(items.prefix(Self.mostRules))
  }

  /// A text in the language of conditions, and where its first character is.
  private mutating func condition(_ field: Field) -> (text: String, mark: CatalogMark)? {
    guard let text = self.text(field) else { return nil }
    var mark = field.node.mark
    if case .scalar(_, isQuoted: true) = field.node.content { mark.column += 1 }
    return (text, mark)
  }

  /// The key under which the place of a text is remembered.
  static func key(_ type: String, _ key: String, _ name: String) -> String { "\(type)/\(key).\(name)" }
}
