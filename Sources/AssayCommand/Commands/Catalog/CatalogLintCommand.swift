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
    try DefinitionReport(runsExamples: false).run(&catalog, project.project(), report, paths)
  }
}

/// `assay catalog check`: everything that an author of definitions wants to know, with one command.
struct CatalogCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check definitions as lint does, and run their examples as test does.",
    discussion: """
      Without paths, all definitions: the built-in ones and the project's. With paths, the types that they define or \
      change. Objects of Kubernetes in a folder are left out.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var report: ReportOptions

  @Argument(help: "Folders or files of definitions.", completion: .file())
  var paths: [String] = []

  mutating func run() async throws {
    try DefinitionReport(runsExamples: true).run(&catalog, project.project(), report, paths)
  }
}

/// Loads definitions, judges them, and reports what was found.
struct DefinitionReport {
  let runsExamples: Bool

  /// Judges the definitions of paths, or all.
  ///
  /// - Throws: `ExitCode` when a finding makes the status 1; `Failure` when a folder cannot be read.
  func run(
    _ catalog: inout CatalogOptions, _ project: Project?, _ report: ReportOptions, _ paths: [String]
  ) throws {
    try catalog.takePlugins()
    let check: CatalogCheck
    do {
      check = try CatalogCheck(
        BuiltInCatalog.builder(project: project, folders: catalog.folders + paths), runsExamples: runsExamples,
        coversAll: true)
    } catch {
      throw Failure(error)
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
      // Of a folder with three types, 228 types would look like a mistake.
      let own = check.ownTypeCount.map { "\($0) of " } ?? ""
      let examples = runsExamples ? "\(CountText.of(check.exampleCount, "example")), " : ""
      StandardError.write(
        "\(own)\(CountText.of(count, "type")), \(examples)\(CountText.of(summary.errors, "error")), "
          + "\(CountText.of(summary.warnings, "warning"))\n")
    }
    let status = check.registry == nil ? ExitStatus.refused : summary.status(report.namedFailOn ?? .error).rawValue
    if status != ExitStatus.done { throw ExitCode(status) }
  }
}
