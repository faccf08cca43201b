public import HealthFormats
public import HealthModel
public import HealthReports
public import HealthValidation

/// Inputs judged by a project's rules, one after the other: findings are filtered, counted and reported.
///
/// `validate` and `lint` are made of it. Used by one thread at a time.
public final class CheckSession {
  /// The parts that a session works with.
  public struct Settings {
    /// The project whose rules hold; `nil` for none.
    public var project: Project?
    /// How many threads judge samples.
    public var jobs: Int
    /// The options of the rules over several samples; `nil` leaves them out.
    public var across: AcrossOptions?
    /// The plugins whose rules judge samples.
    package var rulePlugins: [RulePlugin] = []
    /// How long such a plugin may take for an answer, in seconds.
    package var pluginSeconds = 30.0
    /// Told when such a plugin fails.
    package var pluginFailed: (RunFailure) -> Void = { _ in }
    /// The thresholds that the run is held against.
    public var thresholds = Thresholds()
    /// Whether findings show nothing of the samples.
    public var redacts = false
    /// The number of the signal that asked the work to stop, if one came.
    public var interruption: @Sendable () -> Int32? = { nil }

    /// Creates settings; nothing is judged across samples by default.
    public init(project: Project?, jobs: Int) {
      self.project = project
      self.jobs = jobs
    }
  }

  /// Separates new findings from known ones.
  package let filter: FindingFilter
  /// The rules over several samples, when they run.
  package let across: AcrossRun?
  private let rules: [RulePluginRun]
  /// The inputs that were read to their end, by the paths that globs see.
  package private(set) var checked: Set<String> = []
  private let settings: Settings
  /// The input that was read last, as findings show it.
  private var lastPath: String?
  /// Where findings go.
  package let reporter: Reporter
  package let plan: ThresholdPlan
  private let validator: Validator
  private var days = SampleCalendar()

  package init(
    registry: Registry, options: ValidationOptions, settings: Settings, reporter: Reporter, filter: FindingFilter
  ) {
    self.settings = settings
    self.reporter = reporter
    self.filter = filter
    plan = ThresholdPlan(settings.thresholds, registry: registry, project: settings.project)
    validator = Validator(registry: registry, options: options)
    across = settings.across.map { AcrossRun(registry: registry, options: $0, redacts: settings.redacts) }
    rules = settings.rulePlugins.map { plugin in
      RulePluginRun(
        plugin, registry: registry, redacts: settings.redacts, seconds: settings.pluginSeconds,
        interruption: settings.interruption, tell: settings.pluginFailed)
    }
    reporter.typeNames = registry.types.map(\.id)
    reporter.outcome.rules = settings.rulePlugins.flatMap(\.descriptions)
  }

  /// Creates a session that reports what the project does not suppress.
  ///
  /// - Parameters:
  ///   - registry: the types.
  ///   - options: the rules' options, which those of inputs replace. Suppressions end by their `now`.
  ///   - settings: the project and how the work is done.
  ///   - reporter: where findings go.
  public convenience init(registry: Registry, options: ValidationOptions, settings: Settings, reporter: Reporter) {
    let filter = FindingFilter(
      suppressions: settings.project?.configuration.suppressions ?? [], today: CivilDate(options.now))
    self.init(registry: registry, options: options, settings: settings, reporter: reporter, filter: filter)
  }

  /// The types that plugins' rules judge; `nil` for all types, and when no plugin has rules.
  private var ruleTypes: TypeSelection? {
    guard var all = settings.rulePlugins.first?.types else { return nil }
    for plugin in settings.rulePlugins.dropFirst() {
      guard let types = plugin.types else { return nil }
      all.formUnion(types)
    }
    return all
  }

  private var countsDays: Bool { reporter.wantsCalendar && !settings.redacts }

  /// Samples by type and day, when a report draws them.
  package var calendar: SampleCalendar? { countsDays ? days : nil }

  /// Checks one input.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - options: how it is read; severities and what the session needs are added.
  ///   - path: the path that globs see; `nil` for what is outside the project.
  ///   - quarantine: the file for refused records.
  ///   - progress: told the bytes read and the samples refused, after every chunk.
  /// - Returns: the input's numbers.
  /// - Throws: `InputError`, `OutputError`, `Interrupted`.
  public func run(
    _ input: ResolvedInput, options: ValidationOptions, path: String?, quarantine: QuarantineFile? = nil,
    progress: ((Int64, Int) -> Void)?
  ) async throws -> Summary {
    var options = options
    options.normalizes = across != nil || !rules.isEmpty
    if across == nil { options.normalizedTypes = ruleTypes }
    options.checksRates = across == nil
    options.locatesSources = filter.usesSources
    options.countsDays = countsDays
    plan.take(&options)
    var environment = RunEnvironment(
      validator: validator.with(options), jobs: settings.jobs, reporter: reporter,
      interruption: settings.interruption, progress: progress)
    environment.filter = filter
    environment.filterPath = path
    environment.across = across
    environment.rules = rules
    environment.ruleLineTypes = ruleTypes
    environment.ruleLineFields = settings.rulePlugins.reduce(into: []) { $0.formUnion($1.fields) }
    environment.thresholds = plan
    environment.redacts = settings.redacts
    if countsDays { environment.calendar = { [self] in days.merge($0) } }
    lastPath = input.displayPath
    let summary = try await ValidationRun(environment).run(input, quarantine: quarantine)
    if !summary.isIncomplete { checked.insert(path ?? input.path) }
    return summary
  }

  /// Reports findings of a project or its definitions, and counts them.
  public func report(_ diagnostics: some Sequence<Diagnostic>, into summary: inout Summary) throws(OutputError) {
    var path: String?
    var policy = SeverityPolicy()
    for diagnostic in diagnostics {
      if let project = settings.project, diagnostic.location.path != path {
        path = diagnostic.location.path
        policy = project.severities(in: diagnostic.location.path)
      }
      guard let severity = policy.severity(of: diagnostic.code, diagnostic.severity, type: diagnostic.type) else {
        continue
      }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      try report(diagnostic, FindingFilter.Subject(diagnostic), into: &summary)
    }
  }

  /// Reports what the rules over several samples find at the end.
  public func finishAcross(into summary: inout Summary) throws(OutputError) {
    guard let across else { return }
    for finding in across.finish() {
      if let (diagnostic, subject) = across.judged(finding) { try report(diagnostic, subject, into: &summary) }
    }
  }

  /// Ends the rules of plugins; a plugin that does not say that it has judged everything leaves the run incomplete.
  package func finishRules(into summary: inout Summary) throws(OutputError) {
    for run in rules {
      run.finish()
      guard run.hasFailed else { continue }
      summary.markIncomplete(.plugin)
      // Of a run without inputs the configuration is all there is to point at.
      let path = lastPath ?? settings.project?.configuration.path ?? "-"
      guard settings.interruption() == nil, let diagnostic = run.firstReport(in: path) else { continue }
      reporter.outcome.failures.append(diagnostic)
      try report(diagnostic, FindingFilter.Subject(diagnostic), into: &summary)
    }
  }

  /// Whether a rule of a plugin judged all that was read.
  package func hasJudged(by rule: String?) -> Bool {
    guard let rule else { return !rules.isEmpty && rules.allSatisfy { !$0.hasFailed } }
    return rules.contains { !$0.hasFailed && $0.ruleNames.contains(rule) }
  }

  private func report(
    _ diagnostic: Diagnostic, _ subject: FindingFilter.Subject, into summary: inout Summary
  ) throws(OutputError) {
    switch filter.verdict(subject) {
    case .suppressed: summary.suppressed = (summary.suppressed ?? 0) + 1
    case .known: summary.known = (summary.known ?? 0) + 1
    case .new:
      summary.count(diagnostic.code, diagnostic.severity)
      plan.count(subject, into: &summary)
      try reporter.report(diagnostic)
    }
  }
}
