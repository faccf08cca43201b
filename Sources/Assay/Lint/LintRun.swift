import AssayPlatform
import HealthCatalog
import HealthFormats
public import HealthModel
public import HealthReports
import HealthValidation

/// The handling of findings that a project has accepted for now.
package struct LintBaseline: Sendable {
  /// The baseline's file; `nil` when there is none.
  package var path: String?
  package var known: Baseline?
  /// How its entries name their place.
  package var key = BaselineKey.path
  /// Whether what no longer occurs is removed from the file.
  package var prunes = false
  /// The file that today's findings are written to, so that they are accepted.
  package var writePath: String?

  package init() {}
}

/// The result of a run of lint.
public struct LintOutcome: Sendable {
  /// Something that people should know beside the findings.
  package enum Note: Sendable, Hashable {
    /// How far the rules over several samples looked, and whether that left something out.
    case coverage(String, leftWindow: Bool, isEmpty: Bool)
    case written(String, findings: Int, classes: Int)
    /// A baseline was not changed, since not all data was checked; the word for what was to be done.
    case notWritten(String, word: String)
  }

  /// The numbers of all inputs.
  public var summary: Summary
  /// The highest status.
  public var status: Failure.Status
  /// The signal that ended it early.
  public var signal: Int32?
  /// The notes for the user, in order.
  package var notes: [Note]
}

/// Checks a project: its configuration, its definitions and its data.
///
/// ```swift
/// let run = try LintRun(project, check: CatalogCheck(CatalogBuilder(project: project, folders: [])), now: now)
/// let outcome = try await run.run(reporter)
/// ```
public struct LintRun {
  /// The project; `nil` for files without one.
  public let project: Project?
  /// The findings in the definitions.
  package let check: CatalogCheck
  /// Which files are checked.
  package let selection: LintSelection
  /// The inputs of these files, and others that were named.
  package let inputs: [NamedInput]
  /// The settings for judging samples.
  public var judging: JudgingSettings
  /// How many threads judge samples.
  public var jobs = JobCount.available()
  /// Known findings, and where new ones are written.
  package var baseline = LintBaseline()
  /// The text of the configuration, for findings in it.
  package var excerpts = TextExcerpts()
  /// Whether findings show nothing of the samples.
  public var redacts = false
  /// The thresholds that the run is held against; `nil` for the configuration's.
  public var thresholds: Thresholds?
  /// The least severity that makes the status `refused`; `nil` for the configuration's.
  public var failOn: FailOn?
  /// The plugins whose rules judge samples.
  package var rulePlugins: [RulePlugin] = []
  /// How long such a plugin may take for an answer, in seconds.
  package var pluginSeconds = 30.0
  /// The number of the signal that asked the work to stop, if one came.
  public var interruption: @Sendable () -> Int32? = { nil }
  /// Told of each input that cannot be read.
  package var failed: (Failure) -> Void = { _ in }
  /// Called for a way to show the progress of an input.
  package var progress: (InputJob.Work) -> InputJob.Progress? = { _ in nil }

  package init(
    _ project: Project?, check: CatalogCheck, selection: LintSelection, inputs: [NamedInput], judging: JudgingSettings
  ) {
    self.project = project
    self.check = check
    self.selection = selection
    self.inputs = inputs
    self.judging = judging
  }

  /// Creates a run over a whole project.
  ///
  /// - Parameters:
  ///   - project: the project.
  ///   - check: what was found in its definitions.
  ///   - now: the moment that counts as now, in microseconds since 1970 UTC.
  /// - Throws: `Failure` when a folder cannot be read.
  public init(_ project: Project, check: CatalogCheck, now: Int64) throws(Failure) {
    let selection: LintSelection
    do throws(InputError) {
      selection = try LintSelection(project, named: nil)
    } catch {
      throw Failure(error)
    }
    let profiles = try FileProfiles(project: project, own: [])
    self.init(
      project, check: check, selection: selection, inputs: try selection.inputs(of: project, format: nil, [], profiles),
      judging: JudgingSettings(now: now))
  }

  /// Checks, and reports all findings.
  ///
  /// - Parameter reporter: takes the findings, and is finished.
  /// - Returns: the numbers and the status.
  /// - Throws: `Failure` when a setting is wrong, or a report or baseline cannot be written.
  public func run(_ reporter: Reporter) async throws -> LintOutcome {
    let today = CivilDate(judging.now)
    let filter = FindingFilter(
      suppressions: project?.configuration.suppressions ?? [], today: today, baseline: baseline.known,
      key: baseline.key, records: baseline.writePath != nil)
    reporter.outcome.day = today
    reporter.outcome.project = project?.name
    // The built-in types, when the project's own are broken and no data is judged.
    let registry = try check.registry ?? builtInRegistry()
    var terms = judging.terms("lint", registry, project, redacts: settings.redacts)
    terms.set("across", settings.across != nil)
    terms.set("rules", rulePlugins.isEmpty ? nil : rulePlugins.map(\.name).joined(separator: ","))
    reporter.outcome.terms = terms
    var settings = settings
    settings.thresholds = try thresholds ?? Thresholds(project)
    // Of broken definitions nothing says which types there are.
    if check.registry != nil { try settings.thresholds.check(registry) }
    let knownRules = KnownRules(rulePlugins, ConfiguredPlugins(project))
    try settings.thresholds.check(knownRules)
    let session = CheckSession(
      registry: registry, options: try judging.options(normalizes: false), settings: settings, reporter: reporter,
      filter: filter)
    let rules = project.map { ProjectCheck($0.configuration, today: today, rules: knownRules) }
    var job = InputJob(reporter: reporter)
    job.failOn = failOn ?? project?.configuration.failOn?.value ?? .error
    job.beginning = try beginning(session, rules)
    job.calendar = { session.calendar }
    job.findings = { try session.report($0, into: &$1) }
    job.failed = failed
    job.progress = progress
    let ending = LintEnding(
      baseline: baseline, rules: rules, selection: selection, excerpts: excerpts, isUsable: check.registry != nil)
    var notes: [LintOutcome.Note] = []
    job.ending = { try ending.run(session, &$0, notes: &notes) }
    let inputs = check.registry == nil ? inputs.map { $0.notChecked(since: "a definition is broken") } : inputs
    let outcome = try await job.run(inputs) { [judging, project] input, progress in
      try await session.run(
        input, options: try judging.options(normalizes: false, of: input, in: project),
        path: project?.relativePath(of: input.path), progress: progress)
    }
    return LintOutcome(summary: outcome.summary, status: outcome.status, signal: outcome.signal, notes: notes)
  }

  /// The findings that need no data.
  private func beginning(_ session: CheckSession, _ rules: ProjectCheck?) throws -> Summary {
    var summary = Summary()
    if !session.filter.isIdle {
      summary.suppressed = 0
      summary.known = 0
    }
    try session.report(findings(rules).map(excerpts.adding), into: &summary)
    try session.report(check.diagnostics.filter { selection.reports($0) }, into: &summary)
    return summary
  }

  /// The findings about the configuration that need no data.
  private func findings(_ rules: ProjectCheck?) -> [Diagnostic] {
    guard let project, let rules else { return [] }
    // Of a part of the files nothing can be said about all.
    guard !selection.isNarrowed else { return rules.before(files: selection.all, unmatched: []) }
    var uses = TableUses()
    for case .found(let input) in inputs {
      uses.add(input, of: project.relativePath(of: input.path).flatMap(project.dataSet))
    }
    let found = rules.before(files: selection.all, unmatched: selection.unmatched, shadowed: selection.shadowed)
    return (found + uses.findings).sorted {
      ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
    }
  }

  private var settings: CheckSession.Settings {
    var settings = CheckSession.Settings(project: project, jobs: jobs)
    settings.redacts = redacts
    settings.interruption = interruption
    settings.rulePlugins = rulePlugins
    settings.pluginSeconds = pluginSeconds
    settings.pluginFailed = failed
    if project?.configuration.across ?? true {
      var across = AcrossOptions()
      if let project { across.window = project.configuration.acrossWindow }
      settings.across = across
    }
    return settings
  }

  private func builtInRegistry() throws(Failure) -> Registry {
    do {
      let outcome = try CatalogBuilder(builtIn: check.builder.builtIn).load(readsExamples: false)
      if let registry = outcome.registry { return registry }
    } catch {
      throw Failure(error)
    }
    throw .usage("the built-in catalog has errors; `assay catalog lint` shows them")
  }
}

extension Summary {
  /// The status that a run's numbers stand for: nothing masks incomplete input.
  public func status(_ failOn: FailOn) -> Failure.Status {
    if isIncomplete { return .refused }
    switch failOn {
    case .never: return .done
    case .warning where warnings > 0: return .refused
    default: return errors > 0 || (conflicts ?? 0) > 0 ? .refused : .done
    }
  }
}

/// The end of a lint run, after all data was read: suppressions and baselines are judged, thresholds held against the
/// numbers.
struct LintEnding {
  let baseline: LintBaseline
  let rules: ProjectCheck?
  let selection: LintSelection
  let excerpts: TextExcerpts
  /// Whether the definitions could be used, so that data was judged at all.
  let isUsable: Bool

  /// Reports what can be said at the end.
  ///
  /// - Returns: the status that thresholds and a broken project ask for.
  /// - Throws: `Failure` if a report or a baseline cannot be written.
  func run(_ session: CheckSession, _ summary: inout Summary, notes: inout [LintOutcome.Note]) throws -> Failure.Status
  {
    try session.finishRules(into: &summary)
    try session.finishAcross(into: &summary)
    if let across = session.across {
      notes.append(.coverage(across.coverage, leftWindow: across.leftWindow, isEmpty: summary.read == 0))
    }
    let filter = session.filter
    // An input that was not read to its end does not show which findings no longer occur.
    let isWhole = isUsable && session.checked.count >= selection.all.count && !selection.isNarrowed
    let files = Set(selection.all)
    func isChecked(_ entry: BaselineEntry) -> Bool {
      // Of a rule of a plugin that did not run nothing is known.
      if entry.code == .pluginRule {
        guard session.hasJudged(by: entry.evidence) else { return false }
        return entry.path.map(session.checked.contains) ?? isWhole
      }
      // Findings about several samples need all of them, and the rules that judge them.
      let isAcross = entry.code.family == .across || entry.code.family == .identity && entry.code != .uuidInvalid
      if isAcross { return isWhole && session.across != nil }
      guard let path = entry.path else { return isWhole }
      return isUsable && (session.checked.contains(path) || isDefinition(path, files))
    }
    if isWhole, let rules {
      try session.report(rules.unused(filter, hasJudged: session.hasJudged).map(excerpts.adding), into: &summary)
    }
    var status = isUsable ? Failure.Status.done : .refused
    if let path = baseline.path {
      if !baseline.prunes {
        try session.report(ProjectCheck.stale(filter.stale(where: isChecked), path: path), into: &summary)
      } else if isUsable && selection.files.allSatisfy(session.checked.contains) {
        try BaselineFile.write(filter.pruned(where: isChecked), to: path)
      } else {
        notes.append(.notWritten(path, word: "pruned"))
        status = .refused
      }
    }
    if let path = baseline.writePath {
      if isWhole {
        try BaselineFile.write(filter.recorded, to: path)
        notes.append(
          .written(path, findings: filter.recorded.findingCount, classes: filter.recorded.classCount))
      } else {
        notes.append(.notWritten(path, word: "written"))
        status = .refused
      }
    }
    return max(status, try session.plan.finish(session.reporter, into: &summary, shown: excerpts.adding))
  }

  /// Whether a path is not a file of the data sets: then it is a definition, which was checked when all were.
  private func isDefinition(_ path: String, _ files: Set<String>) -> Bool {
    !selection.isNarrowed && !files.contains(path)
  }
}
