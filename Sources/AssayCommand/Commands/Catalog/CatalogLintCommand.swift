import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports

struct CatalogLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check definitions: the built-in ones and the project's, or those in the folders that you name.",
    discussion: "Example: assay catalog lint types")

  @OptionGroup var definitions: DefinitionReport

  mutating func run() async throws { try definitions.run(runsExamples: false) }
}

/// `assay catalog check`: everything that an author of definitions wants to know, with one command.
struct CatalogCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check definitions as lint does, and run their examples as test does.",
    discussion: """
      Without paths, all definitions: the built-in ones and the project's. With paths, the types that they define or \
      change. Objects of Kubernetes in a folder are left out.
      """)

  @OptionGroup var definitions: DefinitionReport

  mutating func run() async throws { try definitions.run(runsExamples: true) }
}

/// Loads definitions, judges them, and reports what was found.
struct DefinitionReport: ParsableArguments {
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var report: ReportOptions

  @Argument(help: "Folders or files of definitions.", completion: .file())
  var paths: [String] = []

  /// Judges the definitions of paths, or all.
  ///
  /// - Throws: `ExitCode` when a finding makes the status 1; `Failure` when a folder cannot be read.
  func run(runsExamples: Bool) throws {
    let project = try project.project()
    var catalog = catalog
    try catalog.takePlugins()
    let check = try CatalogCheck(
      BuiltInCatalog.builder(project: project, folders: catalog.folders + paths), runsExamples: runsExamples,
      coversAll: true)
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

struct CatalogTest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Run the examples of every type: valid ones must pass, invalid ones raise their code.",
    discussion: "Example: assay catalog test types")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(help: "Folders or files of definitions; with some, only their types are tested.", completion: .file())
  var paths: [String] = []

  @Flag(name: .shortAndLong, help: "Print nothing but failures.")
  var quiet = false

  mutating func run() async throws {
    var options = catalog
    options.folders += paths
    let registry = try options.registry(readsExamples: true, project: project.project())
    let types = paths.isEmpty ? registry.types : DefinedTypes.tested(in: paths, of: registry)
    let failures = CatalogExamples(registry: registry).diagnostics(of: types)
    for failure in failures { try StandardOutput.write(TextLines.concise(failure)) }
    let count = types.reduce(0) { $0 + $1.examples.count }
    if !quiet {
      StandardError.write(
        "\(CountText.of(types.count, "type")), \(CountText.of(count, "example")), "
          + "\(CountText.of(failures.count, "failure"))\n")
    }
    if !failures.isEmpty { throw ExitCode(ExitStatus.refused) }
  }
}
