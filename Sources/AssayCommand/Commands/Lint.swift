import ArgumentParser
import Assay
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// `assay lint`: checks a project's definitions and data files as its configuration says.
struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check a project's definitions and data files, as assay.yaml says.",
    discussion: """
      assay.yaml is looked for here and above, up to the repository's root. Paths narrow the work to some of the \
      configured files; without a configuration they are the files to check. Paths in findings begin at the \
      configuration's folder.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var baseline: BaselineOptions

  @Option(name: .customLong("changed-since"), help: "Check only files that differ from this git commit or branch.")
  var changedSince: String?

  @Option(name: .customLong("path-prefix"), help: "Put this before every path in findings.")
  var pathPrefix = ""

  mutating func run() async throws {
    let place = try LintPlace(configuration: project.path())
    let project =
      try place.configuration.map { path in
        try ProjectOptions.read(path, shown: FolderPath.name(of: path), folder: ".").configuration.map(Project.init)
      } ?? nil
    let baselinePath = baseline.path(project, absolute: place.fromProject)
    try baseline.check(baseline: baselinePath)
    report.reports = report.reports.map(place.absoluteReport)
    catalog.folders = catalog.folders.map(place.fromProject)
    let selection = try await LintSelection(
      project: project, place: place, input: input, changedSince: changedSince)

    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true)
    reporter.pathPrefix = pathPrefix
    let today = CivilDate(try input.moment())
    let known = baseline.writeBaseline == nil ? try baselinePath.map(BaselineOptions.read) : nil
    let filter = FindingFilter(
      suppressions: project?.configuration.suppressions ?? [], today: today, baseline: known,
      key: try baseline.key(project), records: baseline.writeBaseline != nil)

    let check = try catalogCheck(project)
    var beginning = Summary()
    if !filter.isIdle {
      beginning.suppressed = 0
      beginning.known = 0
    }
    var across: AcrossOptions?
    if project?.configuration.across ?? true {
      across = AcrossOptions()
      across?.window = project?.configuration.acrossWindow ?? AcrossOptions().window
    }
    let registry = try check.registry ?? builtInRegistry()
    let session = try CheckSession(
      registry: registry, project: project, input: input, report: report, reporter: reporter, filter: filter,
      across: across)
    let rules = project.map { ProjectCheck($0.configuration, today: today) }
    try session.report(
      (rules?.before(files: selection.all, unmatched: selection.isNarrowed ? [] : selection.unmatched) ?? [])
        .map(place.excerpts.adding), into: &beginning)
    try session.report(check.diagnostics.filter { selection.reports($0) }, into: &beginning)

    var job = FileJob(reporter: reporter, report: report)
    job.failOn = project?.configuration.failOn?.value
    job.beginning = beginning
    job.countsFindings = true
    job.calendar = { session.calendar }
    let ending = LintEnding(
      baseline: baseline, baselinePath: baselinePath, writePath: baseline.writeBaseline.map(place.absolute),
      rules: rules, selection: selection, excerpts: place.excerpts)
    job.ending = { summary in
      try session.finishAcross(into: &summary)
      return try ending.run(session, &summary)
    }
    var inputs = try selection.inputs(input, project)
    if check.registry == nil {
      inputs = inputs.map { $0.notChecked(since: "a definition is broken") }
    }
    job.findings = { try session.report($0, into: &$1) }
    try await job.run(inputs) { input, progress in try await session.run(input, progress: progress) }
  }

  /// The built-in types, when the project's own are broken and no data is judged.
  private func builtInRegistry() throws -> Registry {
    do {
      guard let registry = try CatalogBuilder().load(readsExamples: false).registry else {
        throw CommandFailure.usage("the built-in catalog has errors; `assay catalog lint` shows them")
      }
      return registry
    } catch {
      throw CommandFailure(error)
    }
  }

  private func catalogCheck(_ project: Project?) throws -> CatalogCheck {
    do {
      return try CatalogCheck(CatalogBuilder(folders: (project?.catalogFolders ?? []) + catalog.folders))
    } catch {
      throw CommandFailure(error)
    }
  }
}
