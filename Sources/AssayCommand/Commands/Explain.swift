import ArgumentParser
import Assay
import HealthModel
import HealthReports

/// `assay explain`: what a code means, or the card of a type.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a code, or show the card of a type.")

  @OptionGroup var catalog: CatalogOptions

  @Argument(
    help: "A code such as unit-incompatible, or a type such as heartRate.",
    completion: .custom { _, _, _ in CompletionWords.codes + CompletionWords.types() })
  var subject: String?

  @Flag(help: "List all codes, one a line.")
  var list = false

  mutating func run() async throws {
    if list {
      return try StandardOutput.write(DiagnosticCode.allCases.map { $0.name + "\n" }.joined())
    }
    guard let subject else { throw CommandFailure.usage("name a code or a type; `--list` lists the codes") }
    if let code = DiagnosticCode(name: subject) {
      let words = code.isFixed ? "its severity cannot be lowered" : "its severity can be set"
      try StandardOutput.write(
        (CodePages.text(of: code) ?? "# \(code.name)\n\n\(CodeExplanations.text(code))\n")
          + "\nFamily: \(code.family). Severity: \(code.defaultSeverity.name); \(words).\n")
      return
    }
    let registry = try catalog.registry()
    if let type = registry.type(named: subject) {
      try StandardOutput.write(TypeCard.text(type))
      return
    }
    let names = DiagnosticCode.allCases.map(\.name) + registry.types.map(\.id)
    let near = Suggestion.nearest(to: subject, among: names)
    throw CommandFailure.usage(
      "`\(TextEscaping.escaped(subject))` is neither a code nor a type"
        + (near.map { "; did you mean `\($0)`?" } ?? "; see `assay catalog list`"))
  }
}
