import HealthModel

/// Rules and expressions of two versions of a type.
extension CatalogComparison {
  mutating func compareTypeRules(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    for rule in old.rules where !new.rules.contains(where: { $0.name == rule.name }) {
      add(.ruleRemoved, .safe, "the rule \(CatalogText.shown(rule.name)) is gone", in: subject, at: "rules")
    }
    for rule in new.rules {
      let name = CatalogText.shown(rule.name)
      guard let before = old.rules.first(where: { $0.name == rule.name }) else {
        let message = "the rule \(name) is new: \(CatalogText.shown(rule.requirement))"
        add(.ruleAdded, Self.impact(of: rule), message, in: subject, at: "rules")
        continue
      }
      if before.requirement != rule.requirement {
        let texts = "\(CatalogText.shown(before.requirement)), is \(CatalogText.shown(rule.requirement))"
        let severity =
          before.severity == rule.severity
          ? "" : "; it was \(Self.severity(before.severity)), is \(Self.severity(rule.severity))"
        add(.ruleChanged, Self.impact(of: rule), "the rule \(name) was \(texts)\(severity)", in: subject, at: "rules")
      } else if before.severity != rule.severity {
        let impact = rule.severity > before.severity ? Self.impact(of: rule) : .safe
        let message = "the rule \(name) was \(Self.severity(before.severity)), is \(Self.severity(rule.severity))"
        add(.ruleChanged, impact, message, in: subject, at: "rules")
      }
    }
    compareExpressions(old, new, in: subject)
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "an error"
    case .warning: "a warning"
    case .note: "a note"
    }
  }

  /// A rule of an error refuses samples that were taken; others report them.
  private static func impact(of rule: TypeRule) -> CatalogImpact {
    switch rule.severity {
    case .error: .breaking
    case .warning: .risky
    case .note: .safe
    }
  }

  private mutating func compareExpressions(_ old: TypeDefinition, _ new: TypeDefinition, in subject: ChangeSubject) {
    for item in old.expressions where !new.expressions.contains(where: { $0.name == item.name }) {
      let message = "the number \(CatalogText.shown(item.name)) is gone"
      add(.expressionRemoved, .breaking, message, in: subject, at: "computed.\(item.name)")
    }
    for item in new.expressions {
      let name = CatalogText.shown(item.name)
      guard let before = old.expressions.first(where: { $0.name == item.name }) else {
        add(.expressionAdded, .safe, "the number \(name) is new", in: subject, at: "computed.\(item.name)")
        continue
      }
      guard before != item else { continue }
      let message = "the number \(name) follows otherwise from what samples hold"
      add(.expressionChanged, .risky, message, in: subject, at: "computed.\(item.name)")
    }
  }
}
