package import HealthModel

/// A rule of a plugin or of the program's own, as reports describe it.
package struct RuleDescription: Sendable, Hashable {
  /// The rule as findings name it, `NAME/rule`.
  package var name: String
  /// A sentence without a full stop, as it came.
  package var title: String
  /// What is wrong and what to do, as it came; `nil` if there is none.
  package var page: String?
  /// The severity of its findings, unless a finding has its own.
  package var severity: Severity

  package init(name: String, title: String, page: String?, severity: Severity) {
    self.name = name
    self.title = title
    self.page = page
    self.severity = severity
  }
}
