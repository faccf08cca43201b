import Assay
import HealthModel

/// A rule of a plugin as `assay explain` shows it.
struct ExplainedRule {
  let text: String

  /// Finds a rule by `NAME/rule`, or by `plugin-rule/NAME/rule` as reports of SARIF have it.
  ///
  /// - Throws: `CommandFailure` if no plugin has that name, or the plugin has no such rule.
  init?(_ subject: String, _ plugins: () throws -> [PluginManifest]) throws {
    var parts = subject.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 3, parts[0] == DiagnosticCode.pluginRule.name { parts.removeFirst() }
    guard parts.count == 2 else { return nil }
    let shown = TextEscaping.escaped(subject)
    guard let manifest = try plugins().first(where: { $0.name == parts[0] }) else {
      throw CommandFailure.usage(
        "`\(shown)` is a rule of the plugin \(TextEscaping.escaped(parts[0])), which is not here: point at its folder by "
          + "--plugin; `assay explain plugin-rule` says what all rules of plugins have in common")
    }
    guard let rule = manifest.rules.first(where: { $0.code == parts[1] }) else {
      let near = Suggestion.nearest(to: parts[1], among: manifest.rules.map(\.code))
      throw CommandFailure.usage(
        "the plugin \(manifest.name) has no rule `\(TextEscaping.escaped(parts[1]))`"
          + (near.map { "; did you mean `\(manifest.name)/\($0)`?" } ?? ""))
    }
    var text = "# \(manifest.name)/\(rule.code)\n\n\(PlainParagraphs.line(rule.title)).\n"
    if let page = rule.page { text += "\n\(PlainParagraphs.text(page))\n" }
    let types = rule.types.isEmpty ? "all" : rule.types.map { TextEscaping.escaped($0.value) }.joined(separator: ", ")
    text += "\nRule of the plugin \(manifest.name) \(TextEscaping.escaped(manifest.version)), for samples of: \(types)."
    self.text = text + " Severity: \(rule.severity.name); its severity can be set.\n"
  }
}
