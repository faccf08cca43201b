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
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var project: ProjectOptions
  @OptionGroup var baseline: BaselineOptions

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
    let place = try LintPlace(project.file())
    let project = try place.project()
    let baselinePath = baseline.path(project, absolute: place.fromProject)
    try baseline.check(
      baseline: baselinePath, isNarrowed: changedSince != nil || !input.paths.isEmpty || input.filesFrom != nil)
    try input.check(project)
    report.reports = report.reports.map(place.absoluteReport)
    try catalog.takePlugins()
    catalog.folders = catalog.folders.map(place.fromProject)
    let named = try input.allPaths().map(place.fromProject)
    try place.enter()
    let selection = try await selection(project, named)
    let key = try baseline.key(project)
    let known = baseline.writeBaseline == nil ? try baselinePath.map { try baseline.read($0, by: key, project) } : nil
    let today = CivilDate(try input.moment())
    let filter = FindingFilter(
      suppressions: project?.configuration.suppressions ?? [], today: today, baseline: known,
      key: key, records: baseline.writeBaseline != nil)
    let check = try catalogCheck(project)
    let registry = try check.registry ?? builtInRegistry()
    let inputs = try inputs(selection, project, readsPipe: named.contains("-"))

    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    try baseline.writeBaseline.map { try protected.check(place.absolute($0)) }
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true, protecting: protected)
    reporter.pathPrefix = pathPrefix
    reporter.outcome.day = today
    let session = CheckSession(
      registry: registry, options: try input.validationOptions(normalizes: false),
      settings: try settings(project), reporter: reporter, filter: filter)
    let rules = project.map { ProjectCheck($0.configuration, today: today) }
    var beginning = Summary()
    if !filter.isIdle {
      beginning.suppressed = 0
      beginning.known = 0
    }
    try session.report(
      Self.findings(of: project, rules, selection, inputs).map(place.excerpts.adding), into: &beginning)
    try session.report(check.diagnostics.filter { selection.reports($0) }, into: &beginning)

    var job = FileJob(reporter: reporter, report: report)
    job.failOn = project?.configuration.failOn?.value
    job.beginning = beginning
    job.countsFindings = true
    job.calendar = { session.calendar }
    job.findings = { try session.report($0, into: &$1) }
    let ending = LintEnding(
      baseline: baseline, baselinePath: baselinePath, writePath: baseline.writeBaseline.map(place.absolute),
      rules: rules, selection: selection, excerpts: place.excerpts, isSound: check.registry != nil,
      isQuiet: report.quiet, isVerbose: report.verbose)
    job.ending = { try ending.run(session, &$0) }
    let options = input
    try await job.run(check.registry == nil ? inputs.map { $0.notChecked(since: "a definition is broken") } : inputs) {
      input, progress in
      try await session.run(
        input, options: try options.validationOptions(normalizes: false, of: input, in: project),
        path: project?.relativePath(of: input.path), progress: progress)
    }
  }

  /// Which files: all configured ones, those that are named, or those that changed.
  private func selection(_ project: Project?, _ named: [String]) async throws -> LintSelection {
    guard let project else {
      guard changedSince == nil else { throw CommandFailure.usage("--changed-since needs an assay.yaml") }
      if skipsOthers { return LintSelection(files: try samples(among: named)) }
      guard !named.isEmpty else {
        if self.project.ignoresConfiguration {
          throw CommandFailure.usage("--no-config leaves nothing to check, since no path is named; name files to check")
        }
        throw CommandFailure.usage(
          "there is no assay.yaml here or above, and no path is named; write one (Documentation/lint.md), "
            + "or name files to check")
      }
      return LintSelection(files: named)
    }
    if let missing = named.first(where: { $0 != "-" && !FileTree.exists($0) }) {
      throw CommandFailure(InputError.notFound(path: missing))
    }
    // A list without names is a list: nothing of it is checked.
    var paths = named.isEmpty && input.filesFrom == nil ? nil : named
    do {
      if let changedSince {
        let changed = try await GitRepository(folder: ".").changedFiles(since: changedSince)
        let rules = PathSelection(project.catalogFolders + [project.configuration.path])
        if let rule = changed.first(where: rules.contains) {
          StandardError.write(
            "assay: note: \(TextEscaping.escaped(rule, limit: 1000)) changed, by which all data is judged: "
              + "nothing is left out\n")
        } else {
          paths = paths.map { paths in changed.filter(PathSelection(paths).contains) } ?? changed
        }
      }
      let selection = try LintSelection(project, named: paths)
      for path in selection.strangers.prefix(changedSince == nil ? 10 : 0) {
        StandardError.write(
          "assay: note: \(TextEscaping.escaped(path, limit: 1000)) belongs to no data set or catalog of assay.yaml\n")
      }
      return selection
    } catch let error as GitError {
      throw CommandFailure.usage("--changed-since: \(error)")
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The files that look like samples, when there is no configuration to say which are.
  private func samples(among named: [String]) throws -> [String] {
    do {
      let files = try named.filter { path in path == "-" ? true : try SampleLook.isLikely(path) }
      if files.count < named.count {
        let reason =
          project.ignoresConfiguration
          ? "no assay.yaml is read because of --no-config" : "there is no assay.yaml here or above"
        StandardError.write(
          "assay: note: \(CountText.of(named.count - files.count, "file")) skipped: \(reason), "
            + "and nothing in them looks like health samples\n")
      }
      return files
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The inputs; in a project a file of no known format is a finding, and a named pipe is read beside the files.
  private func inputs(
    _ selection: LintSelection, _ project: Project?, readsPipe: Bool
  ) throws -> [NamedInput] {
    var options = input
    options.filesFrom = nil
    guard let project else {
      options.paths = selection.files
      return options.paths.isEmpty ? [] : try options.resolve()
    }
    options.paths = ["-"]
    let piped = readsPipe ? try options.resolve(project: project) : []
    let format = try input.knownFormat()
    return piped
      + selection.files.map { path in
        let set = project.dataSet(of: path)
        do throws(InputError) {
          return .found(
            try ResolvedInput.resolve(
              path: path, format: format ?? set?.format, layout: set?.layout ?? TableLayout(),
              within: project.boundary))
        } catch {
          guard case .unknownFormat(_, let reason) = error else {
            return .unreadable(CommandFailure(error), path: path)
          }
          return .finding(
            Diagnostic(
              code: .formatUnknown, message: TextEscaping.escaped(reason), location: SourceLocation(path: path),
              hint: "name its format in assay.yaml, or exclude it"))
        }
      }
  }

  /// What can be said of the configuration before its data is read.
  private static func findings(
    of project: Project?, _ rules: ProjectCheck?, _ selection: LintSelection, _ inputs: [NamedInput]
  ) -> [Diagnostic] {
    guard let project, let rules else { return [] }
    // Of a part of the files nothing can be said about all.
    guard !selection.isNarrowed else { return rules.before(files: selection.all, unmatched: []) }
    var uses = TableUses()
    for case .found(let input) in inputs { uses.add(input, of: project.dataSet(of: input.path)) }
    let found = rules.before(files: selection.all, unmatched: selection.unmatched, shadowed: selection.shadowed)
    return (found + uses.findings).sorted {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
  }

  private func settings(_ project: Project?) throws -> CheckSession.Settings {
    var settings = CheckSession.Settings(project: project, jobs: try input.jobCount())
    settings.redacts = report.redact
    settings.interruption = StopSignals.pending
    if project?.configuration.across ?? true {
      var across = AcrossOptions()
      if let project { across.window = project.configuration.acrossWindow }
      settings.across = across
    }
    return settings
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
      return try CatalogCheck(CatalogBuilder(project: project, folders: catalog.folders))
    } catch {
      throw CommandFailure(error)
    }
  }
}
