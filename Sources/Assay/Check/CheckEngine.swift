import AssayPlatform
package import HealthFormats
package import HealthModel
import HealthQueries
package import HealthReports
package import HealthStorage
package import HealthValidation

/// A check at work: what its inputs have in common, their counts, and what can be said when all were read.
///
/// Used by one task at a time.
package final class CheckEngine {
  package let request: CheckRequest
  let registry: Registry
  package let reporter: Reporter?
  /// When the work began, in seconds of a clock that only goes forward.
  package let begun = MonotonicTime.seconds()
  /// The store that takes the samples; the request's own is opened when the check begins.
  private(set) var store: (any StorageBackend)?
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
  /// The paths of the inputs that were read to their ends.
  private(set) var checked: Set<String> = []
  var days = SampleCalendar()
  private var lastPath: String?
  private var isFirst = true
  /// The counts of the current input, which are reported when it ends early.
  var partial = Summary()
  private var found: [Diagnostic] = []
  private var withdrawals: (mark: String?, subjects: WithdrawnSubjects) = (nil, WithdrawnSubjects())

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
    across = (request.across ?? (store == nil && !request.opensStore ? nil : versions)).map {
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

  private var countsDays: Bool {
    reporter?.wantsCalendar == true && !request.redacts && !request.isReplay && store == nil && output == nil
      && samples == nil
  }

  // MARK: All inputs

  /// Reads the inputs in their order, says what can be said at the end, and finishes the reports.
  package func checkInputs() async throws -> CheckOutcome {
    try await withOpenStore {
      var outcome = CheckOutcome(summary: Summary(), status: .done)
      if isFiltered { (outcome.summary.suppressed, outcome.summary.known) = (0, 0) }
      if let lint = request.lint { try report(lint.findings(request), into: &outcome.summary) }
      for input in request.inputs where outcome.signal == nil {
        if try reportUnread(input, in: &outcome) { continue }
        partial = Summary()
        let progress = request.progress(input.name, input.size)
        defer { progress?.end() }
        do {
          var summary = Summary()
          switch input.kind {
          case .named(.found(let found)):
            defer { isFirst = false }
            let key = store == nil || found.isText ? nil : InputKey.key(for: found.path)
            summary = try await checkInput(
              found, options: try request.judging.options(normalizes: false, of: found, in: request.project),
              path: request.project?.relativePath(of: found.path), key: key,
              quarantine: try request.quarantine?.file(for: found, key: key, isFirst: isFirst), progress)
          case .quarantine(let path, let rest):
            summary = try await QuarantineReplay.replay(path, rest: rest, self, progress?.update)
          case .store(let stored): summary = try await stored.copySamples(self, &outcome, progress?.update)
          case .path, .named: throw Failure.usage("\(input.name) was not looked at before it is read")
          }
          outcome.summary.merge(summary)
          if summary.isIncomplete { outcome.status = max(outcome.status, .refused) }
        } catch {
          try add(error, of: input, to: &outcome)
        }
      }
      guard outcome.signal == nil else {
        do { try reporter?.finish(outcome.summary) } catch { request.failed(Failure(error)) }
        return outcome
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
  }

  /// Opens the request's store for the work, unless the engine was given one, and closes what it opened.
  private func withOpenStore(_ body: () async throws -> CheckOutcome) async throws -> CheckOutcome {
    guard store == nil, let target = request.store, let types = request.types else { return try await body() }
    let backend = try await target.open(types)
    store = backend
    let outcome: CheckOutcome
    do {
      try await request.keeping.keep(request.definitions, in: backend)
      try await keepZones(in: backend)
      outcome = try await body()
    } catch {
      if !target.staysOpen { try? await backend.close() }
      throw error
    }
    if target.staysOpen { return outcome }
    do { try await backend.close() } catch { throw Failure(error) }
    return outcome
  }

  private func keepZones(in store: any StorageBackend) async throws {
    let database = request.judging.zones
    let zones = request.subjectZones.over(try request.project?.subjectZones(in: database) ?? SubjectZones())
    let withdrawn = try await self.withdrawn()
    let kept = SubjectZones(zones.zones.filter { withdrawn.day(of: $0.key) == nil })
    do {
      try await HealthStore(store, zones: database).keep(kept)
    } catch let error as StorageError where error.code == .unsupported {
      request.note("note: \(error.message)")
    }
  }

  /// Says what is known of an input that is not read; `false` for one that is.
  private func reportUnread(_ input: CheckRequest.Input, in outcome: inout CheckOutcome) throws -> Bool {
    guard case .named(let named) = input.kind else { return false }
    switch named {
    case .found(let found):
      guard request.lint != nil, request.types == nil else { return false }
      let message = "not checked: a definition is broken"
      try report(
        [Diagnostic(code: .notChecked, message: message, location: SourceLocation(path: found.displayPath))],
        into: &outcome.summary)
    case .unreadable(let failure, let path):
      request.failed(failure)
      outcome.status = max(outcome.status, failure.status)
      outcome.summary.addUnread(path)
    case .finding(let finding): if request.lint != nil { try report([finding], into: &outcome.summary) }
    }
    return true
  }

  /// Adds what ended an input early: the others are read, unless a signal came or a report cannot be written.
  private func add(_ error: any Error, of input: CheckRequest.Input, to outcome: inout CheckOutcome) throws {
    if error is CancellationError { throw error }
    let failure = Failure(error)
    if error is OutputError { throw failure }
    if error is Failure, let signal = failure.signal {
      outcome.summary.merge(partial)
      outcome.summary.markIncomplete(.stopped)
      outcome.status = max(outcome.status, .refused)
      outcome.signal = signal
      return
    }
    request.failed(failure)
    outcome.status = max(outcome.status, failure.status)
    let reason: IncompleteReason = error is InputError ? .unreadable : .stopped
    // An input missing from every report would look like one that was never requested.
    guard !partial.files.isEmpty else { return outcome.summary.addUnread(input.name, reason) }
    partial.markIncomplete(reason)
    for index in partial.files.indices {
      partial.files[index].isIncomplete = true
      partial.files[index].incompleteReasons.insert(reason)
    }
    outcome.summary.merge(partial)
  }

  package func checkInput(
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
    let summary =
      if let store {
        try await InputImport(run, store).importInput(key: key, quarantine: quarantine)
      } else {
        try await run.judgeInput(quarantine: quarantine)
      }
    if !summary.isIncomplete { checked.insert(path ?? input.path) }
    return summary
  }

  // MARK: Findings

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

  /// Reports a finding that is not about one sample alone, unless it is suppressed or known.
  func report(
    _ diagnostic: Diagnostic, _ subject: FindingFilter.Subject, of input: InputThresholds? = nil, type: String? = nil,
    into summary: inout Summary
  ) throws {
    guard isNew(subject, &summary) else { return }
    summary.count(diagnostic.code, diagnostic.severity, type: type)
    plan.count(subject, of: input?.input, into: &summary)
    try reporter?.report(diagnostic)
  }

  /// Reports the notes that an input's samples have in common.
  func report(_ notes: NoteCounter, into summary: inout Summary) throws {
    for (note, count) in notes.diagnostics {
      summary.byCode[note.code.name, default: 0] += count - 1
      summary.count(note.code, note.severity)
      try reporter?.report(note)
    }
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

  package func checkAlone(_ input: ResolvedInput, options: ValidationOptions, path: String?) async throws {
    var outcome = CheckOutcome(summary: try await checkInput(input, options: options, path: path), status: .done)
    try finishAcross(into: &outcome)
  }

  func finishAcross(into outcome: inout CheckOutcome) throws {
    guard let across else { return }
    for finding in across.finish() {
      if let (diagnostic, subject) = across.judged(finding) { try report(diagnostic, subject, into: &outcome.summary) }
    }
    guard request.lint == nil || outcome.summary.read > 0 else { return }
    outcome.notes.append(.coverage(across.coverage))
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

  func hasJudged(by rule: String?) -> Bool {
    guard let rule else { return !rules.isEmpty && rules.allSatisfy { !$0.hasFailed } }
    return rules.contains { !$0.hasFailed && $0.ruleNames.contains(rule) }
  }

  func renderer(
    _ validator: Validator, path: String, of chunk: InputChunk, at position: ReadPosition, _ hints: HintBudget,
    countsFromRange: Bool = false
  ) -> FindingRenderer {
    var renderer = FindingRenderer(
      validator: validator, path: path, chunk: chunk, at: position, redacts: request.redacts, hints)
    renderer.makesClasses = reporter?.wantsClasses ?? false || isFiltered
    renderer.makesExcerpts = reporter?.wantsExcerpts ?? false
    renderer.countsFromRange = countsFromRange
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

  var hasReader: Bool { emit != nil }

  /// Hands on what was found since the last call and more, and waits until the reader asks for it.
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

  func lock(_ file: QuarantineFile?) async throws -> (lock: QuarantineLock?, file: QuarantineFile?) {
    guard let file else { return (nil, nil) }
    return try await QuarantineLock.acquire(
      file, waitMilliseconds: request.waitMilliseconds, interruption: request.interruption)
  }

  /// Who has withdrawn from the store by now.
  func withdrawn() async throws -> WithdrawnSubjects {
    guard let store else { return WithdrawnSubjects() }
    let mark = try await store.progress(of: Withdrawal.mark)?.details
    if mark != withdrawals.mark { withdrawals = (mark, WithdrawnSubjects(try await store.imports())) }
    return withdrawals.subjects
  }

  func commitSize(of store: any StorageBackend) -> Int { min(request.commitSize, max(1, store.commitSize)) }
}

extension Failure {
  /// A run that a signal ended; what was done is saved.
  static func stopped(by signal: Int32) -> Failure { Failure("stopped by a signal", status: .stopped(by: signal)) }

  fileprivate var signal: Int32? { status.rawValue > 128 ? status.rawValue - 128 : nil }
}
