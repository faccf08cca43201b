package import HealthModel

/// Checks for properties that the loader does not require but a good catalog has: sources, examples, descriptive names,
/// nothing unused.
///
/// Each rule is a separate file in this folder and a line in `rules`.
package enum CatalogLint {
  private static let rules: [@Sendable (LintSubject) -> [Diagnostic]] = [
    SourceRule.check, ExampleRule.check, NamespaceRule.check, IDCaseRule.check, TitleRule.check,
    ConfusableRule.check, PercentRule.check, ReplacementRule.check, UnusedEnumRule.check, UnusedKeyRule.check,
    UnusedUnitRule.check, PendingRule.check, CodeRule.check,
  ]

  /// Runs all rules over a loaded catalog.
  package static func run(registry: Registry, entries: [CatalogEntry]) -> [Diagnostic] {
    let subject = LintSubject(registry: registry, entries: entries)
    var order: [String: Int] = [:]
    for entry in entries where order[entry.mark.path] == nil { order[entry.mark.path] = order.count }
    var findings: [(key: [Int], diagnostic: Diagnostic)] = []
    for rule in rules {
      for diagnostic in rule(subject) {
        let location = diagnostic.location
        let key = [order[location.path] ?? 0, location.line, location.column, findings.count]
        findings.append((key, diagnostic))
      }
    }
    findings.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return findings.map(\.diagnostic)
  }
}

/// The catalog that the rules check.
struct LintSubject: Sendable {
  let registry: Registry
  let entries: [CatalogEntry]
}
