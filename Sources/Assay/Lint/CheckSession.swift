import HealthDigest
public import HealthFormats
public import HealthModel
public import HealthReports
public import HealthValidation
import Synchronization

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
    package var pluginFailed: (Failure) -> Void = { _ in }
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

/// Counts and hashes the bytes of a range's lines while they are read, in order, by whichever thread reads.
final class LineTally: Sendable {
  private struct State {
    var firstByte: Int64?
    var bytes: Int64 = 0
    var lineFeeds = 0
    var endsLine = true
    var digest = SHA256Stream()
  }

  private let state = Mutex(State())

  func begin(at offset: Int64?) { state.withLock { $0.firstByte = offset } }

  /// Adds the bytes that come next.
  func add(_ bytes: ArraySlice<UInt8>) {
    guard let last = bytes.last else { return }
    state.withLock { state in
      state.bytes += Int64(bytes.count)
      state.lineFeeds += bytes.count { $0 == UInt8(ascii: "\n") }
      state.endsLine = last == UInt8(ascii: "\n")
      state.digest.update(bytes)
    }
  }

  func range(_ range: LineRange, of path: String, size: Int64?, redacts: Bool) -> ReadRange {
    state.withLock { state in
      ReadRange(
        path: path, start: range.start, end: range.end, size: size,
        firstByte: state.bytes > 0 ? state.firstByte : nil,
        lines: state.lineFeeds + (state.endsLine ? 0 : 1), bytes: state.bytes,
        sha256: redacts ? nil : state.digest.digest.hexadecimal)
    }
  }
}

/// The lines of a range, counted as they are read.
struct TalliedSource: ByteSource {
  private var lines: LineRangeSource<FileSource>
  private let tally: LineTally

  init(_ lines: LineRangeSource<FileSource>, _ tally: LineTally) {
    self.lines = lines
    self.tally = tally
    tally.begin(at: lines.firstByte)
  }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    let first = buffer.count
    let got = try lines.read(into: &buffer, count: count)
    tally.add(buffer[first...])
    return got
  }
}

/// Checks one input, and writes the accepted samples in their normal form when asked.
public struct ValidationRun {
  private let environment: RunEnvironment

  /// Creates a run with what the runs of a command share.
  public init(_ environment: RunEnvironment) { self.environment = environment }

  /// Reads an input to its end.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - output: where accepted samples go as NDJSON; the validator's options must ask for normalizing.
  ///   - wanted: the file for refused records; `nil` keeps none.
  ///   - samples: takes the accepted samples, in the order of the input, and the rows that came before as members of a
  ///     correlation or as samples of their own; the validator's options must ask for normalizing.
  /// - Returns: the run's numbers.
  /// - Throws: `InputError` when the input cannot be read, `OutputError`, `Interrupted`; `StorageError.locked` when another
  ///   run writes to the file for refused records.
  public func run(
    _ input: ResolvedInput, output: ByteOutput? = nil, quarantine wanted: QuarantineFile? = nil,
    samples: ((SampleBatch, _ repeats: [Int]) throws -> Void)? = nil
  ) async throws -> Summary {
    try await run(input, into: output.map(SampleOutput.lines), quarantine: wanted, samples: samples)
  }

  /// Reads an input to its end, and writes accepted samples in one of several forms.
  package func run(
    _ input: ResolvedInput, into output: SampleOutput?, quarantine wanted: QuarantineFile?,
    samples: ((SampleBatch, _ repeats: [Int]) throws -> Void)? = nil
  ) async throws -> Summary {
    let validator = environment.validator
    let (lock, file) = try await environment.lock(wanted)
    defer { lock?.release() }
    let input = try input.inItsDialect(by: validator.registry)
    let run = InputRun(environment, input: input)
    if let file {
      run.quarantine = try Quarantine(file, catalogHash: validator.registry.contentHash)
    }
    var writer = SampleJSONWriter(registry: validator.registry)
    writer.only = environment.ruleLineTypes
    writer.fields = environment.ruleLineFields
    let lines = environment.rules.isEmpty ? nil : SampleEncoding.lines(writer)
    let form = output?.form(of: validator.registry) ?? lines
    let keepsRefused = file != nil
    let files = input.files
    let tally = LineTally()
    let pipeline = ChunkPipeline(jobs: environment.jobs, inputSize: input.totalSize) {
      ChunkWorker(validator: validator, writer: form, keepsRefused: keepsRefused, files: files)
    }
    func take(_ result: consuming ChunkResult) throws -> Bool {
      var result = result
      run.findRepeats(in: &result)
      try samples?(result.batch, result.repeats)
      try run.take(result)
      let place = run.place(of: result)
      run.advance(over: result)
      try output?.append(result, from: place)
      environment.progress?(run.position.byteOffset, run.summary.refused)
      if let signal = environment.interruption() { throw Interrupted(signal: signal, summary: run.summary) }
      return !run.isBroken
    }
    do {
      let size = ChunkPipeline.chunkSize(jobs: environment.jobs, of: input.format, input.layout)
      let source: any ChunkSource
      if let lines = try input.makeLineSource() {
        let first = lines.firstByte ?? input.range?.start ?? 0
        run.begin(at: first)
        source = input.chunks(of: TalliedSource(lines, tally), size: size, offset: first)
      } else {
        source = try input.makeChunks(size: size, types: validator.registry)
      }
      try await pipeline.run(source, format: input.format) { try take($0) }
      if let plan = run.filePlan {
        try await pipeline.run(plan.chunks(of: input), format: input.format) { try take($0) }
      }
      run.countUnnamedFiles()
    } catch let error as InputError {
      // A plugin that reads is ended by the signal as well.
      if let signal = environment.interruption() { throw Interrupted(signal: signal, summary: run.summary) }
      try run.damage(error)
    }
    if let range = input.range {
      run.summary.ranges = [tally.range(range, of: input.displayPath, size: input.size, redacts: environment.redacts)]
    }
    try run.finishRules()
    try run.quarantine?.synchronize()
    try run.reportUnusedSamples()
    try run.reportNotes()
    try run.reportUnusedPaths()
    try run.reportEmptiness()
    return run.finished
  }
}
