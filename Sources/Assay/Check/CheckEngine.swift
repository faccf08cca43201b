package import HealthFormats
package import HealthModel
package import HealthReports
package import HealthStorage
package import HealthValidation

/// A check at work: what its inputs have in common, their counts, and what can be said when all were read.
///
/// Used by one task at a time.
package final class CheckEngine {
  let request: CheckRequest
  let registry: Registry
  let reporter: Reporter?
  let store: (any StorageBackend)?
  let filter: FindingFilter
  package let plan: ThresholdPlan
  /// The rules over several samples, when they run.
  let across: AcrossRun?
  let rules: [RulePluginRun]
  /// The types of which rules of plugins are shown samples; `nil` for all.
  let ruleTypes: TypeSelection?
  let output: SampleOutput?
  let samples: ((SampleBatch, _ repeats: [Int]) throws -> Void)?
  private let emit: ((CheckEvent) async throws -> Void)?
  private let validator: Validator
  /// The inputs that were read to their end, by the paths that globs see.
  private var checked: Set<String> = []
  /// Samples by type and day.
  var days = SampleCalendar()
  /// The input that was read last, as findings show it.
  private var lastPath: String?
  private var isFirst = true
  /// The counts of an input that a signal ended.
  private var partial = Summary()
  /// The findings that the reader of events did not get yet.
  private var found: [Diagnostic] = []

  /// - Parameters:
  ///   - request: the request, resolved.
  ///   - reporter: where findings go; it is finished by `run`.
  ///   - store: where accepted samples are stored, open.
  ///   - output: where accepted samples are written.
  ///   - samples: takes accepted samples.
  ///   - emit: takes events, and holds the run back.
  package init(
    _ request: CheckRequest, _ reporter: Reporter? = nil, store: (any StorageBackend)? = nil,
    into output: SampleOutput? = nil, samples: ((SampleBatch, _ repeats: [Int]) throws -> Void)? = nil,
    emit: ((CheckEvent) async throws -> Void)? = nil
  ) throws {
    self.request = request
    self.reporter = reporter
    self.store = store
    self.output = output
    self.samples = samples
    self.emit = emit
    // Of definitions that are broken the built-in types are left, and no data is judged.
    let registry =
      try request.types
      ?? CatalogBuilder(builtIn: request.lint?.check.builder.builtIn ?? .embedded)
      .requiredRegistry()
    self.registry = registry
    filter = FindingFilter(
      suppressions: request.suppressions, today: CivilDate(request.judging.now), baseline: request.baseline.known,
      key: request.baseline.key, records: request.baseline.writePath != nil)
    plan = ThresholdPlan(request.thresholds, registry: registry, project: request.project)
    validator = Validator(registry: registry, options: try request.judging.options(normalizes: false))
    var versions = AcrossOptions()
    versions.judgesVersionsOnly = true
    across = (request.across ?? (store == nil ? nil : versions)).map {
      AcrossRun(registry: registry, options: $0, redacts: request.redacts)
    }
    rules = request.rulePlugins.map { plugin in
      RulePluginRun(
        plugin, registry: registry, redacts: request.redacts, seconds: request.pluginSeconds,
        interruption: request.interruption, tell: request.failed)
    }
    ruleTypes = Self.types(of: request.rulePlugins)
    guard let reporter else { return }
    reporter.typeNames = registry.types.map(\.id)
    reporter.outcome.rules = request.rulePlugins.flatMap(\.descriptions)
    if request.isDated {
      reporter.outcome.day = CivilDate(request.judging.now)
      reporter.outcome.project = request.project?.name
    }
    if let verb = request.verb {
      var terms = request.judging.terms(verb, registry, request.project, redacts: request.redacts)
      for (name, text) in request.terms { terms.set(name, text) }
      terms.set("across", request.across != nil)
      terms.set("rules", rules.isEmpty ? nil : request.rulePlugins.map(\.name).joined(separator: ","))
      reporter.outcome.terms = terms
    }
    if emit != nil { reporter.listener = { [unowned self] in found.append($0) } }
  }

  /// The types that plugins' rules judge; `nil` for all types, and when no plugin has rules.
  private static func types(of plugins: [RulePlugin]) -> TypeSelection? {
    guard var all = plugins.first?.types else { return nil }
    for plugin in plugins.dropFirst() {
      guard let types = plugin.types else { return nil }
      all.formUnion(types)
    }
    return all
  }

  var isFiltered: Bool { !filter.isIdle }

  /// Whether some report draws how many samples there are on each day.
  private var countsDays: Bool {
    reporter?.wantsCalendar == true && !request.redacts && !request.isReplay && store == nil && output == nil
      && samples == nil
  }

  // MARK: All inputs

  /// Reads the inputs in their order, says what can be said at the end, and finishes the reports.
  ///
  /// - Throws: `Failure` when a report or a baseline cannot be written; what the reader of events throws.
  package func run() async throws -> CheckOutcome {
    var outcome = CheckOutcome(summary: Summary(), status: .done)
    if isFiltered { (outcome.summary.suppressed, outcome.summary.known) = (0, 0) }
    if let lint = request.lint { try report(lint.findings(request), into: &outcome.summary) }
    for input in request.inputs {
      try await check(input, &outcome)
      guard outcome.signal == nil else {
        try? reporter?.finish(outcome.summary)
        return outcome
      }
    }
    try finishRules(into: &outcome.summary)
    if request.across != nil { try finishAcross(into: &outcome) }
    var status = max(outcome.status, try request.lint?.finish(self, &outcome) ?? .done)
    if let output { try output.end(isWhole: !outcome.summary.isIncomplete) }
    if let reporter {
      status = max(
        status, try plan.finish(reporter, into: &outcome.summary, shown: request.lint?.excerpts.adding ?? { $0 }))
    }
    outcome.status = max(status, outcome.summary.status(request.failOn))
    try await handOn()
    reporter?.outcome.isPassed = outcome.status == .done
    try reporter?.finish(outcome.summary, calendar: countsDays ? days : nil)
    return outcome
  }

  /// Reads an input; one that fails does not stop the others.
  private func check(_ input: CheckRequest.Input, _ outcome: inout CheckOutcome) async throws {
    let (label, size): (String, Int64?)
    switch input.kind {
    case .named(.found(let found)) where request.lint != nil && request.types == nil:
      let finding = Diagnostic(
        code: .notChecked, message: "not checked: a definition is broken",
        location: SourceLocation(path: found.displayPath))
      return try report([finding], into: &outcome.summary)
    case .named(.found(let found)): (label, size) = (found.displayPath, found.totalSize)
    case .named(.unreadable(let failure, let path)):
      request.failed(failure)
      outcome.status = max(outcome.status, failure.status)
      return outcome.summary.addUnread(path)
    case .named(.finding(let finding)):
      if request.lint != nil { try report([finding], into: &outcome.summary) }
      return
    case .quarantine(let path, _), .path(let path): (label, size) = (path, nil)
    case .store(let stored): (label, size) = (stored.name, nil)
    }
    partial = Summary()
    let progress = request.progress(label, size)
    defer { progress?.end() }
    do {
      let summary = try await check(input, progress, &outcome)
      outcome.summary.merge(summary)
      if summary.isIncomplete { outcome.status = max(outcome.status, .refused) }
    } catch let failure as Failure where failure.signal != nil {
      outcome.summary.merge(partial)
      outcome.summary.markIncomplete(.stopped)
      outcome.status = max(outcome.status, .refused)
      outcome.signal = failure.signal
    } catch let error as CancellationError {
      throw error
    } catch let error as OutputError {
      throw Failure(error)
    } catch {
      let failure = Failure(error)
      request.failed(failure)
      outcome.status = max(outcome.status, failure.status)
      // An input missing from every report would look like one that was never requested.
      outcome.summary.addUnread(label, error is InputError ? .unreadable : .stopped)
    }
  }

  private func check(
    _ input: CheckRequest.Input, _ progress: CheckProgress?, _ outcome: inout CheckOutcome
  ) async throws -> Summary {
    switch input.kind {
    case .named(.found(let found)):
      defer { isFirst = false }
      let options = try request.judging.options(normalizes: false, of: found, in: request.project)
      let key = store == nil || found.isText ? nil : InputKey.key(for: found.path)
      let file = try request.quarantine?.file(for: found, key: key, isFirst: isFirst)
      let path = request.project?.relativePath(of: found.path)
      return try await check(found, options: options, path: path, key: key, quarantine: file, progress)
    case .quarantine(let path, let rest):
      return try await QuarantineReplay.run(path, rest: rest, self, progress?.update)
    case .store(let stored):
      let (summary, missing) = try await StoreCopy.run(stored, self, progress?.update)
      outcome.notes += missing.map(CheckOutcome.Note.text)
      if !missing.isEmpty { outcome.status = max(outcome.status, .refused) }
      return summary
    case .path, .named: return Summary()
    }
  }

  /// Reads one input.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - options: how it is judged; what the run needs is added.
  ///   - path: the path that globs see; `nil` for what is outside the project.
  ///   - key: what the store knows the input by; `nil` for a pipe, which always starts over.
  ///   - quarantine: the file for records that are refused or not stored.
  /// - Throws: `InputError`, `StorageError`, `OutputError`, `Failure` if a signal ends it. What was committed stays. `StorageError.locked`
  ///   when another command writes to the quarantine file for longer than the request's wait.
  package func check(
    _ input: ResolvedInput, options: ValidationOptions, path: String? = nil, key: String? = nil,
    quarantine: QuarantineFile? = nil, _ progress: CheckProgress? = nil
  ) async throws -> Summary {
    var options = options
    options.fixes.formUnion(request.fixes)
    let takesSamples = store != nil || output != nil || samples != nil || request.handsOnSamples
    options.normalizes = options.normalizes || takesSamples || across != nil || !rules.isEmpty
    if !takesSamples, across == nil { options.normalizedTypes = ruleTypes }
    options.checksRates = request.across == nil
    options.locatesSources = filter.usesSources
    options.countsDays = countsDays
    plan.take(&options)
    lastPath = input.displayPath
    let run = InputRun(
      self, try input.inItsDialect(by: registry), validator.with(options), path: path, progress: progress?.update)
    var summary: Summary
    if let store {
      summary = try await InputImport(run, store).run(key: key, quarantine: quarantine)
    } else {
      summary = try await run.check(quarantine: quarantine)
      if !request.fixes.isEmpty { summary.fixed = summary.fixed ?? 0 }
      try output?.flush()
    }
    if !summary.isIncomplete { checked.insert(path ?? input.path) }
    return summary
  }

  // MARK: Findings

  /// Reports findings of a project or its definitions, and counts them.
  package func report(_ diagnostics: some Sequence<Diagnostic>, into summary: inout Summary) throws {
    var path: String?
    var policy = SeverityPolicy()
    for diagnostic in diagnostics {
      if let project = request.project, diagnostic.location.path != path {
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

  private func report(_ diagnostic: Diagnostic, _ subject: FindingFilter.Subject, into summary: inout Summary) throws {
    guard isNew(subject, &summary) else { return }
    summary.count(diagnostic.code, diagnostic.severity)
    plan.count(subject, into: &summary)
    try reporter?.report(diagnostic)
  }

  /// Whether a finding is neither suppressed nor known; one that is counts as such.
  func isNew(_ subject: FindingFilter.Subject, _ summary: inout Summary) -> Bool {
    guard isFiltered else { return true }
    switch filter.verdict(subject) {
    case .new: return true
    case .suppressed: summary.suppressed = (summary.suppressed ?? 0) + 1
    case .known: summary.known = (summary.known ?? 0) + 1
    }
    return false
  }

  /// Checks an input by itself, with what its samples say together.
  package func checkAlone(_ input: ResolvedInput, options: ValidationOptions, path: String?) async throws {
    var outcome = CheckOutcome(summary: try await check(input, options: options, path: path), status: .done)
    try finishAcross(into: &outcome)
  }

  /// Reports what the rules over several samples find at the end.
  func finishAcross(into outcome: inout CheckOutcome) throws {
    guard let across else { return }
    for finding in across.finish() {
      if let (diagnostic, subject) = across.judged(finding) { try report(diagnostic, subject, into: &outcome.summary) }
    }
    guard request.lint == nil || outcome.summary.read > 0 else { return }
    outcome.notes.append(.coverage(across.coverage, leftWindow: across.leftWindow))
  }

  /// Ends the rules of plugins; a plugin that does not say that it has judged everything leaves the run incomplete.
  private func finishRules(into summary: inout Summary) throws {
    for run in rules {
      run.finish()
      guard run.hasFailed else { continue }
      summary.markIncomplete(.plugin)
      // Of a run without inputs the configuration is all there is to point at.
      let path = lastPath ?? request.project?.configuration.path ?? "-"
      guard request.interruption() == nil, let diagnostic = run.firstReport(in: path) else { continue }
      reporter?.outcome.failures.append(diagnostic)
      try report(diagnostic, FindingFilter.Subject(diagnostic), into: &summary)
    }
  }

  /// Whether a rule of a plugin judged all that was read.
  func hasJudged(by rule: String?) -> Bool {
    guard let rule else { return !rules.isEmpty && rules.allSatisfy { !$0.hasFailed } }
    return rules.contains { !$0.hasFailed && $0.ruleNames.contains(rule) }
  }

  /// Whether an input was read to its end, by the path that globs see.
  func hasChecked(_ path: String) -> Bool { checked.contains(path) }

  var checkedCount: Int { checked.count }

  /// Renders the findings of a chunk as this run shows them.
  func renderer(
    _ validator: Validator, path: String, of chunk: InputChunk, at position: ReadPosition, _ hints: HintBudget
  ) -> FindingRenderer {
    var renderer = FindingRenderer(
      validator: validator, path: path, chunk: chunk, at: position, redacts: request.redacts, hints)
    renderer.makesClasses = reporter?.wantsClasses ?? false || isFiltered
    renderer.makesExcerpts = reporter?.wantsExcerpts ?? false
    return renderer
  }

  /// How the summary names what has no type yet: when nothing of the input is shown, by known names alone.
  func shown(elementName name: String) -> String {
    let isKnown =
      AppleHealthFormat.elementNames.contains(name) || registry.pendingNames.contains(name)
      || ExportFiles.Kind.allCases.contains { $0.title == name }
    return !request.redacts || isKnown ? name : "other"
  }

  // MARK: Events

  /// Whether somebody pulls events.
  var hasReader: Bool { emit != nil }

  /// Hands on what was found since the last call and more, and waits until the reader asks for it.
  ///
  /// - Throws: `CancellationError` when the task is canceled or nobody reads any more.
  func handOn(_ events: [CheckEvent] = []) async throws {
    try Task.checkCancellation()
    guard let emit else { return }
    if !found.isEmpty {
      let findings = found
      found = []
      try await emit(.findings(findings))
    }
    for event in events { try await emit(event) }
  }

  // MARK: The store

  /// Checks, with the samples of a commit appended, that the store remembers the definitions that they passed.
  ///
  /// An appended sample keeps other processes from writing, so what is true here is true of the commit.
  ///
  /// - Throws: `Failure` if another command has changed one of them; else what the store says.
  func checkDefinitions(in store: any StorageBackend) async throws {
    guard !request.definitions.isEmpty else { return }
    let own = Dictionary(request.definitions.map { ($0.name, $0.text) }) { first, _ in first }
    let other = try await store.definitions().first { stored in
      own[stored.name].map { $0 != stored.text } ?? false
    }
    guard let other else { return }
    throw Failure.usage(
      "another command gave the store another \(TextEscaping.escaped(other.name, limit: 200)) while this one ran; what was "
        + "committed before stays; use the same definitions for all imports into a store, and repeat the command")
  }

  /// The failure of an input that a signal ended.
  func stopped(by signal: Int32, _ summary: Summary) -> Failure {
    partial = summary
    return .stopped(by: signal)
  }

  /// Waits for the right to write the quarantine files of an input.
  func lock(_ file: QuarantineFile?) async throws -> (lock: QuarantineLock?, file: QuarantineFile?) {
    guard let file else { return (nil, nil) }
    return try await QuarantineLock.acquire(
      file, waitMilliseconds: request.waitMilliseconds, interruption: request.interruption)
  }

  /// The most samples of a commit to a store.
  func commitSize(of store: any StorageBackend) -> Int { min(request.commitSize, max(1, store.commitSize)) }
}

extension Failure {
  /// A run that a signal ended; what was done is saved.
  static func stopped(by signal: Int32) -> Failure { Failure("stopped by a signal", status: .stopped(by: signal)) }

  /// The signal that ended a run.
  fileprivate var signal: Int32? { status.rawValue > 128 ? status.rawValue - 128 : nil }
}
