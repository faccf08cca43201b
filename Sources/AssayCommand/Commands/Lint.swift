import ArgumentParser
import Assay
import AssayPlatform
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// `assay lint`: checks a project's definitions and data files as its configuration says.
struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "lint", abstract: "Check a project's definitions and data files, as assay.yaml says.",
    discussion: """
      assay.yaml is looked for here and above, up to the repository's root. Paths narrow the work to some of the \
      configured files; without a configuration they are the files to check. Paths in findings begin at the \
      configuration's folder.

      Examples: assay lint --report html=findings.html
      assay lint --changed-since origin/main --fail-if 'refused > 1%'
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Types and plugins") var catalog: CatalogOptions
  @OptionGroup(title: "Types and plugins") var pluginTime: PluginTime
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Report") var thresholds: ThresholdOptions
  @OptionGroup(title: "Configuration") var project: ProjectOptions
  @OptionGroup(title: "Baseline") var baseline: BaselineOptions

  @Option(name: .customLong("changed-since"), help: "Check only files that differ from this git commit or branch.")
  var changedSince: String?

  @Flag(
    name: .customLong("skip-others"),
    help: "Without a configuration, skip named files that do not look like health samples: hooks name all that changed."
  )
  var skipsOthers = false

  @Option(name: .customLong("path-prefix"), help: "Put this before every path in findings.")
  var pathPrefix = ""

  mutating func run() async throws {
    let begun = MonotonicTime.seconds()
    let place = try LintPlace(project.file())
    let project = try place.project()
    let baselinePath = baseline.path(project, absolute: place.fromProject)
    try baseline.check(
      baseline: baselinePath, isNarrowed: changedSince != nil || !input.paths.isEmpty || input.filesFrom != nil)
    let judging = try input.judging.settings()
    try judging.check(project)
    let thresholds = try thresholds.thresholds(project)
    report.reports = report.reports.map(place.absoluteReport)
    try pluginTime.check()
    var plugins = catalog.plugins
    plugins.folders = plugins.folders.map(place.fromProject)
    try catalog.takePlugins()
    catalog.folders = catalog.folders.map(place.fromProject)
    let named = try input.allPaths().map(place.fromProject)
    try place.enter()
    // Paths of the configuration begin here from now on.
    let readers = try plugins.readers(project, format: input.format, seconds: pluginTime.timeout)
    let profiles = try plugins.profiles(project)
    let selection = try await selection(project, named)
    let known = try baseline.work(baselinePath, by: baseline.key(project), project, absolute: place.absolute)
    let check = try catalogCheck(project)
    let inputs = try inputs(selection, project, readsPipe: named.contains("-"), readers, profiles)
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    try known.writePath.map(protected.check)
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true, protecting: protected)
    reporter.pathPrefix = pathPrefix

    var run = LintRun(project, check: check, selection: selection, inputs: inputs, judging: judging)
    run.jobs = try input.jobCount()
    run.baseline = known
    run.excerpts = place.excerpts
    run.redacts = report.redact
    run.failOn = report.namedFailOn
    // Of broken definitions nothing says which types there are, and no data is judged.
    run.rulePlugins = try check.registry.map { try plugins.rulePlugins($0, project) } ?? []
    if !report.quiet, check.registry != nil {
      let notes = ConfiguredPlugins(project).idleRules(running: run.rulePlugins.map(\.name), shown: place.fromStart)
      for note in notes { StandardError.write("assay: note: \(note)\n") }
    }
    run.pluginSeconds = pluginTime.timeout
    run.thresholds = thresholds
    run.interruption = StopSignals.pending
    run.failed = FileJob.tell
    run.progress = report.progress
    let outcome = try await run.run(reporter)
    for note in outcome.notes { tell(note) }
    // Of what a signal ended the samples are counted, since the findings are not all.
    report.printSummary(
      outcome.summary, seconds: MonotonicTime.seconds() - begun, countsFindings: outcome.signal == nil,
      thresholds: reporter.outcome.thresholds)
    try FileJob.end(outcome.status, outcome.signal)
  }

  /// Says on standard error what people should know beside the findings.
  private func tell(_ note: LintOutcome.Note) {
    switch note {
    case .coverage(let coverage, let leftWindow, let isEmpty):
      AcrossCoverageLine.write(
        coverage, leftWindow: leftWindow, isVerbose: report.verbose, isQuiet: report.quiet || isEmpty)
    case .written(let path, let findings, let classes):
      StandardError.write(
        "wrote \(GroupedDigits.string(findings)) finding\(findings == 1 ? "" : "s") of "
          + "\(GroupedDigits.string(classes)) class\(classes == 1 ? "" : "es") to "
          + "\(TextEscaping.escaped(path, limit: 1000))\n")
    case .notWritten(let path, let word):
      StandardError.write(
        "assay: \(TextEscaping.escaped(path, limit: 1000)) was not \(word): not all data was checked, see above\n")
    }
  }

  /// Which files: all configured ones, those that are named, or those that changed.
  private func selection(_ project: Project?, _ named: [String]) async throws -> LintSelection {
    guard let project else {
      guard changedSince == nil else { throw CommandFailure.usage("--changed-since needs an assay.yaml") }
      if skipsOthers { return try samples(among: named) }
      guard !named.isEmpty else {
        if self.project.ignoresConfiguration {
          throw CommandFailure.usage("--no-config leaves nothing to check, since no path is named; name files to check")
        }
        throw CommandFailure.usage(
          "there is no assay.yaml here or above, and no path is named; write one with `assay init`, "
            + "or name files to check")
      }
      return LintSelection(files: named)
    }
    // A list without names is a list: nothing of it is checked.
    let paths = named.isEmpty && input.filesFrom == nil ? nil : named
    let part = try await LintSelection.part(of: project, named: paths, changedSince: changedSince)
    if let rule = part.changedRule {
      StandardError.write(
        "assay: note: \(TextEscaping.escaped(rule, limit: 1000)) changed, by which all data is judged: "
          + "nothing is left out\n")
    }
    for path in part.selection.strangers.prefix(changedSince == nil ? 10 : 0) {
      StandardError.write(
        "assay: note: \(TextEscaping.escaped(path, limit: 1000)) belongs to no data set or catalog of assay.yaml\n")
    }
    return part.selection
  }

  /// The files that look like samples, for a run without a configuration.
  private func samples(among named: [String]) throws -> LintSelection {
    let selection = try LintSelection(samplesAmong: named)
    let skipped = named.count - selection.files.count
    if skipped > 0 {
      let reason =
        project.ignoresConfiguration
        ? "no assay.yaml is read because of --no-config" : "there is no assay.yaml here or above"
      StandardError.write(
        "assay: note: \(CountText.of(skipped, "file")) skipped: \(reason), "
          + "and nothing in them looks like health samples\n")
    }
    return selection
  }

  /// The inputs; in a project a file of no known format is a finding, and a named pipe is read beside the files.
  private func inputs(
    _ selection: LintSelection, _ project: Project?, readsPipe: Bool, _ readers: [InputFormat],
    _ profiles: FileProfiles
  ) throws -> [NamedInput] {
    var options = input
    options.filesFrom = nil
    guard let project else {
      options.paths = selection.files
      return options.paths.isEmpty
        ? [] : try options.resolve(readers: readers, profiles: profiles, listsAll: report.verbose)
    }
    options.paths = ["-"]
    let piped = readsPipe ? try options.resolve(project: project, readers: readers, profiles: profiles) : []
    let dialect = input.dialect
    let format = dialect == nil ? try input.knownFormat(readers) : nil
    do {
      return piped + (try selection.inputs(of: project, format: format, dialect: dialect, readers, profiles))
    } catch {
      throw CommandFailure(error)
    }
  }

  private func catalogCheck(_ project: Project?) throws -> CatalogCheck {
    do {
      return try CatalogCheck(BuiltInCatalog.builder(project: project, folders: catalog.folders))
    } catch {
      throw CommandFailure(error)
    }
  }
}
