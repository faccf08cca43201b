import ArgumentParser
import HealthModel
import HealthReports

/// `assay catalog show`.
struct CatalogShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the card of a type.",
    discussion: "Example: assay catalog show heartRate --origin")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(
    help: "The type's id, alias or identifier.", completion: .custom { _, _, _ in CompletionCandidates.types() })
  var id: String

  @Flag(help: "Name the file and place of each key.")
  var origin = false

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    let registry = try catalog.registry(project: project.project())
    guard let type = registry.type(named: id) else {
      if let pending = registry.pendingName(for: id) {
        throw Failure.usage("\(pending) has no type yet; see `assay explain \(pending)`")
      }
      let near = registry.suggestion(for: id, among: registry.types.flatMap { [$0.id] + $0.identifiers })
      throw Failure.usage(
        "no type is called `\(TextEscaping.escaped(id))`"
          + (near.map { "; \($0)" } ?? "; `assay catalog search WORD` looks for words"))
    }
    if isJSON {
      var json = JSONBuilder()
      TypeSummary.append(type, showsOrigins: origin, to: &json)
      try StandardOutput.write(json.textLine)
      return
    }
    var text = WrappedLines.text(TypeSummary.text(type))
    if origin {
      text += "\n"
      for (key, mark) in type.origins.sorted(by: { $0.key < $1.key }) {
        text += "  \(key): \(TextEscaping.escaped(mark.description, limit: 1000))\n"
      }
    }
    try StandardOutput.write(text)
  }
}
