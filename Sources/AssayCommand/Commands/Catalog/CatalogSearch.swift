import ArgumentParser
import HealthModel
import HealthReports

/// `assay catalog search`.
struct CatalogSearch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find types by words in their names, titles and summaries.",
    discussion: """
      All words must be there, in any case. The status is 1 if no type has them.

      Example: assay catalog search heart rate
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(help: "Words, or parts of words.")
  var words: [String]

  mutating func run() async throws {
    let registry = try catalog.registry(project: project.project())
    let types = registry.types(matching: words)
    try StandardOutput.write(types.map { TypeCard.line($0) + "\n" }.joined())
    if types.isEmpty { throw ExitCode(ExitStatus.refused) }
  }
}
