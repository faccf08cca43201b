package import HealthModel

/// The reasons that plugins cannot be used: a path that is not a folder, a broken manifest, two plugins that claim the
/// same name, an executable that is missing or that others can change.
package struct PluginFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, in one sentence, made safe to show.
  package var message: String
  /// The suggested fix.
  package var hint: String?
  /// The findings in the manifest; empty if it is valid.
  package var diagnostics: [Diagnostic]

  package init(_ message: String, hint: String? = nil, diagnostics: [Diagnostic] = []) {
    self.message = message
    self.hint = hint
    self.diagnostics = diagnostics
  }

  package var description: String { message + (hint.map { "; \($0)" } ?? "") }

  static func shown(_ path: String) -> String { TextEscaping.escaped(path, limit: 1000) }
}
