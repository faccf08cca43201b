import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports

/// `assay catalog lint`.
struct CatalogLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check definitions: the built-in ones and the project's, or those in the folders that you name.",
    discussion: "Example: assay catalog lint types")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var report: ReportOptions

  @Argument(help: "Folders or files of definitions.", completion: .file())
  var paths: [String] = []

  mutating func run() async throws {
    try catalog.takePlugins()
    let project = try project.project()
    let check: CatalogCheck
    do {
      check = try CatalogCheck(
        BuiltInCatalog.builder(project: project, folders: catalog.folders + paths), runsExamples: false, coversAll: true
      )
    } catch {
      throw CommandFailure(error)
    }
    var diagnostics = check.diagnostics
    // An error breaks all definitions, wherever it is.
    if !paths.isEmpty {
      let named = PathSelection(paths.map(PathText.resolved))
      diagnostics = diagnostics.filter {
        $0.severity == .error || named.contains(PathText.resolved($0.location.path))
      }
    }
    let reporter = try report.reporter(to: .standardOutput(), isTerminal: StandardOutput.isTerminal)
    var summary = Summary()
    for diagnostic in diagnostics {
      summary.count(diagnostic.code, diagnostic.severity)
      try reporter.report(diagnostic)
    }
    try reporter.finish(summary)
    if !report.quiet {
      let count = check.registry?.types.count ?? 0
      StandardError.write(
        "\(CountText.of(count, "type")), \(CountText.of(summary.errors, "error")), "
          + "\(CountText.of(summary.warnings, "warning"))\n")
    }
    let status = check.registry == nil ? ExitStatus.refused : summary.status(report.namedFailOn ?? .error).rawValue
    if status != ExitStatus.done { throw ExitCode(status) }
  }
}
