import HealthFormats
public import HealthModel
public import HealthReports
public import HealthValidation

/// The thresholds of a run, bound to its types and data sets: what they count, and their results.
///
/// Counting is by bits, one for each threshold with a scope, so that it needs no memory but a number for each. A
/// threshold without a scope is judged by the run's own numbers.
public struct ThresholdPlan: Sendable {
  package static let limit = SampleScopes.limit

  private let thresholds: [Threshold]
  /// Those with a scope, or about a rule of a plugin, in the order of their bits.
  private let scoped: [Threshold]
  private let project: Project?
  private let registry: Registry
  let scopes: SampleScopes
  let refusals: UInt64
  private let severities: [UInt64]
  private let codes: [UInt64]
  /// The bits of what counts findings of a rule, `NAME/rule`.
  private let rules: [String: UInt64]

  /// Binds thresholds; those that name a code that does not exist are left out.
  ///
  /// - Parameters:
  ///   - thresholds: the thresholds.
  ///   - registry: the types.
  ///   - project: the project that paths and data sets are of; `nil` for none.
  public init(_ thresholds: Thresholds, registry: Registry, project: Project? = nil) {
    self.thresholds = thresholds.items.filter { $0.condition.unknownCode == nil }
    self.project = project
    self.registry = registry
    scoped = Array(self.thresholds.filter(\.condition.isCountedApart).prefix(Self.limit))
    scopes = SampleScopes(
      scoped.map(\.condition.scope).map {
        SampleScopes.Scope(types: $0.types, sources: $0.sources, subjects: $0.subjects)
      }, in: registry)
    let measures = scoped.map(\.condition.measure)
    func bits(_ holds: (FailureCondition.Measure) -> Bool) -> UInt64 {
      measures.indices.reduce(0) { holds(measures[$1]) ? $0 | 1 &<< UInt64($1) : $0 }
    }
    refusals = bits { $0 == .refused }
    // Severities are numbered from 1.
    severities = [0] + Severity.allCases.sorted().map { severity in bits { $0 == .findings(severity) } }
    codes = DiagnosticCode.allCases.map { code in bits { $0 == .code(code.name) } }
    rules = scoped.enumerated().reduce(into: [:]) { rules, item in
      if let rule = item.element.condition.rule { rules[rule, default: 0] |= 1 &<< UInt64(item.offset) }
    }
  }

  package var isIdle: Bool { scoped.isEmpty }

  /// The bits that count a finding's code, and those that count its severity.
  func bits(_ code: DiagnosticCode, _ severity: Severity) -> (code: UInt64, severity: UInt64) {
    // Codes are numbered from 0 without gaps.
    (codes[Int(code.rawValue)], severities[Int(severity.rawValue)])
  }

  func bits(ofInput path: String?, shown: String) -> UInt64 {
    let set = path.flatMap { project?.dataSet(of: $0)?.path.value }
    return scoped.indices.reduce(0) { bits, index in
      let scope = scoped[index].condition.scope
      let isOfFile = scope.files.isEmpty || scope.files.contains { $0.matches(path ?? shown) || $0.matches(shown) }
      let isOfSet = scope.dataSets.isEmpty || set.map(scope.dataSets.contains) ?? false
      return isOfFile && isOfSet ? bits | 1 &<< UInt64(index) : bits
    }
  }

  /// Makes judges count what the thresholds are about.
  public func take(_ options: inout ValidationOptions) { options.scopes = scopes.byFinding != 0 ? scopes : nil }

  /// The texts of thresholds that an earlier run did not count.
  func uncounted(in earlier: [ScopedCount]?) -> [String] {
    scoped.filter { item in earlier?.contains { $0.condition == item.text.value } != true }
      .map { TextEscaping.escaped($0.text.value, limit: 80) }
  }

  var zero: [ScopedCount]? { isIdle ? nil : scoped.map { ScopedCount(condition: $0.text.value) } }

  /// The bits of what an earlier run counted, and the counts in the order of the bits.
  func counts(resuming earlier: [ScopedCount]?) -> [ScopedCount]? {
    zero?.map { item in
      let found = earlier?.first { $0.condition == item.condition }
      return found ?? item
    }
  }

  /// Counts a finding that is not about a single sample of an input that is being read.
  func count(_ subject: FindingFilter.Subject, of input: UInt64? = nil, into summary: inout Summary) {
    guard !isIdle else { return }
    if summary.scoped == nil { summary.scoped = zero }
    let type = subject.type.flatMap(registry.typeIndex).map { Int32(truncatingIfNeeded: $0) } ?? -1
    let measured = bits(subject.code, subject.severity)
    let ofRule = subject.rule.flatMap { rules[$0] } ?? 0
    var bits = (measured.code | measured.severity | ofRule) & scopes.bits(ofType: type)
    if bits & scopes.bySample != 0 {
      bits &= scopes.bits(source: subject.sourceName, bundle: subject.sourceBundle, subject: subject.sampleSubject)
    }
    if bits != 0 { bits &= input ?? self.bits(ofInput: subject.path, shown: subject.path) }
    Self.add(1, bits, to: &summary)
  }

  static func add(_ number: Int, _ bits: UInt64, to summary: inout Summary) {
    var rest = bits
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      if summary.scoped?.indices.contains(index) == true { summary.scoped?[index].count += number }
      rest &= rest &- 1
    }
  }

  func addRead(_ number: Int, _ bits: UInt64, to summary: inout Summary) {
    var rest = bits
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      if summary.scoped?.indices.contains(index) == true { summary.scoped?[index].read += number }
      rest &= rest &- 1
    }
  }

  /// Adds the refused samples and those read of an input to the counts, except by source and subject, which are added
  /// with each chunk.
  func addSamples(of input: UInt64, to summary: inout Summary) {
    var rest = input & ~scopes.bySample
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      guard summary.scoped?.indices.contains(index) == true else { continue }
      var (read, refused) = (summary.read, summary.refused)
      if !scoped[index].condition.scope.types.isEmpty {
        (read, refused) = (0, 0)
        for (id, counts) in summary.byType {
          guard let type = registry.typeIndex(named: id),
            scopes.bits(ofType: Int32(truncatingIfNeeded: type)) & 1 &<< UInt64(index) != 0
          else { continue }
          read += counts.read
          refused += counts.refused
        }
      }
      summary.scoped?[index].read = read
      if refusals & 1 &<< UInt64(index) != 0 { summary.scoped?[index].count = refused }
    }
  }

  func add(_ tallies: [ScopeTally], of input: UInt64, to summary: inout Summary) {
    for (index, tally) in tallies.enumerated() where summary.scoped?.indices.contains(index) == true {
      guard input & scopes.bySample & 1 &<< UInt64(index) != 0 else { continue }
      summary.scoped?[index].read += tally.read
      if refusals & 1 &<< UInt64(index) != 0 { summary.scoped?[index].count += tally.refused }
    }
  }

  /// Ends a run: gives its report the results, and reports the thresholds that it exceeds.
  ///
  /// - Parameters:
  ///   - reporter: takes results and findings.
  ///   - summary: the run's numbers, to which the findings are added.
  ///   - shown: adds to a finding what the report shows beside it.
  /// - Returns: the status that the thresholds ask for.
  /// - Throws: `OutputError` if a report cannot be written.
  public func finish(
    _ reporter: Reporter, into summary: inout Summary, shown: (Diagnostic) -> Diagnostic = { $0 }
  ) throws(OutputError) -> Failure.Status {
    reporter.outcome.thresholds = results(summary)
    let found = exceeded(by: summary)
    for diagnostic in found {
      summary.count(diagnostic.code, diagnostic.severity)
      try reporter.report(shown(diagnostic))
    }
    return found.isEmpty ? .done : .refused
  }

  /// The results of all thresholds, in their order.
  public func results(_ summary: Summary) -> [ThresholdResult] {
    thresholds.map { item in
      let condition = item.condition
      var (count, read) = (0, summary.read)
      if !condition.isCountedApart {
        switch condition.measure {
        case .refused: count = summary.refused
        case .findings(.error): count = summary.errors
        case .findings(.warning): count = summary.warnings
        case .findings(.note): count = summary.notes
        case .code(let name): count = summary.byCode[name] ?? 0
        }
      } else {
        let found = summary.scoped?.first { $0.condition == item.text.value }
        (count, read) = (found?.count ?? 0, found?.read ?? 0)
      }
      return ThresholdResult(
        text: item.text.value, count: count, read: read, limit: condition.limit, isPercent: condition.isPercent)
    }
  }

  /// The findings about thresholds that a run exceeds, each at the place of its threshold.
  public func exceeded(by summary: Summary) -> [Diagnostic] {
    zip(thresholds, results(summary)).filter(\.1.isExceeded).map { item, result in
      let mark = item.text.mark
      return Diagnostic(
        code: .thresholdExceeded,
        message:
          "`\(TextEscaping.escaped(item.text.value, limit: 80))` is exceeded: \(item.condition.word) is \(result.found)",
        location: SourceLocation(path: mark.path, line: mark.line, column: mark.column))
    }
  }

  /// Sentences about thresholds that are left out, since no code has their name.
  package static func unknown(_ thresholds: Thresholds, _ rules: KnownRules = KnownRules()) -> [String] {
    let words = FailureCondition.words.map(\.word) + DiagnosticCode.allCases.map(\.name)
    return thresholds.items.compactMap { item in
      let place = TextEscaping.escaped(item.text.mark.description, limit: 1000)
      if let fault = rules.fault(of: item.condition.word) {
        return "\(place): \(fault.message); this threshold counts nothing, \(fault.hint)"
      }
      if let rule = item.condition.rule, !rules.names.contains(rule) {
        return "\(place): no rule that runs here is called `\(TextEscaping.escaped(rule, limit: 80))`; this threshold "
          + "counts nothing"
      }
      return item.condition.unknownCode.map { name in
        "\(place): no code is called `\(TextEscaping.escaped(name, limit: 80))`; this threshold is not checked"
          + (Suggestion.nearest(to: name, among: words).map { ", did you mean `\($0)`?" } ?? "")
      }
    }
  }
}

/// What thresholds with a scope count of one input.
///
/// Findings are counted with others of their kind; only thresholds about types, sources and subjects look at each. A
/// valid sample costs nothing but, for sources and subjects, its bits.
struct InputThresholds {
  let plan: ThresholdPlan
  let input: UInt64
  private let bySample: UInt64

  /// `nil` if no threshold has a scope.
  init?(_ plan: ThresholdPlan, path: String?, _ resolved: ResolvedInput) {
    guard !plan.isIdle else { return nil }
    self.plan = plan
    input = plan.bits(ofInput: path, shown: resolved.displayPath)
    bySample = plan.scopes.bySample
  }

  /// Counts findings of a kind, for thresholds that are about files and data sets only.
  func count(_ code: DiagnosticCode, _ severity: Severity, times: Int, into summary: inout Summary) {
    let bits = plan.bits(code, severity)
    ThresholdPlan.add(times, (bits.code | bits.severity) & input & ~plan.scopes.byFinding, to: &summary)
  }

  func count(_ index: Int, of result: ChunkResult, into summary: inout Summary) {
    let finding = result.findings[index]
    let bits = plan.bits(finding.code, finding.severity)
    let wanted = (bits.code | bits.severity) & input & plan.scopes.byFinding
    if wanted != 0 { ThresholdPlan.add(1, wanted & held(index, of: result), to: &summary) }
  }

  /// Counts a note that is reported once for each spelling: its code each time, its severity the first time.
  ///
  /// One of a range that has too many spellings is counted as other findings are.
  func count(_ outcome: NoteCounter.Outcome, _ index: Int, of result: ChunkResult, into summary: inout Summary) {
    let finding = result.findings[index]
    let bits = plan.bits(finding.code, finding.severity)
    var wanted = bits.code
    if case .counted = outcome {} else { wanted |= bits.severity }
    ThresholdPlan.add(1, wanted & input & held(index, of: result), to: &summary)
  }

  private func held(_ index: Int, of result: ChunkResult) -> UInt64 {
    let known = result.scoped.ofFindings
    return known.indices.contains(index)
      ? known[index] : plan.scopes.bits(ofType: result.findings[index].type) & ~bySample
  }

  /// Adds a chunk's samples by source and subject; a member that was read before counts once.
  func add(_ result: ChunkResult, to summary: inout Summary) {
    guard bySample != 0 else { return }
    plan.add(result.scoped.tallies, of: input, to: &summary)
    for row in result.repeats where result.scoped.ofRows.indices.contains(row) {
      plan.addRead(-1, result.scoped.ofRows[row] & input, to: &summary)
    }
  }

  func addRefused(_ rows: [Int], of result: ChunkResult, to summary: inout Summary) {
    guard bySample != 0 else { return }
    for row in rows where result.scoped.ofRows.indices.contains(row) {
      ThresholdPlan.add(1, plan.refusals & result.scoped.ofRows[row] & input, to: &summary)
    }
  }

  /// Adds the input's samples, for thresholds that are not about sources or subjects.
  func addSamples(to summary: inout Summary) { plan.addSamples(of: input, to: &summary) }
}

/// A condition as it was given, with its place.
package struct Threshold: Sendable, Hashable {
  package var text: Located<String>
  package var condition: FailureCondition
}

/// The conditions that a run is held against: those of a configuration, and those that a request adds.
public struct Thresholds: Sendable, Hashable {
  /// The path that findings about conditions of the command line are at.
  package static let option = "--fail-if"

  /// The conditions, in their order.
  package private(set) var items: [Threshold] = []

  /// Creates thresholds of nothing, which no run exceeds.
  public init() {}

  /// The conditions of a configuration, then others.
  ///
  /// - Parameters:
  ///   - project: the project whose `fail_if` holds; `nil` for none.
  ///   - texts: further conditions.
  /// - Throws: `Failure` if a text is not a condition, or names a code or a data set that does not exist.
  public init(_ project: Project? = nil, adding texts: [String] = []) throws(Failure) {
    items = project?.configuration.failIf ?? []
    let dataSets = project?.configuration.data.map(\.path.value) ?? []
    for text in texts { items.append(try Self.threshold(text, dataSets: dataSets)) }
    let scoped = items.filter(\.condition.isCountedApart)
    guard scoped.count <= ThresholdPlan.limit else {
      throw .usage(
        "there are \(scoped.count) thresholds with a scope (`in …`) or a rule of a plugin; at most "
          + "\(ThresholdPlan.limit) are counted")
    }
  }

  package var isEmpty: Bool { items.isEmpty }

  private static func threshold(_ text: String, dataSets: [String]) throws(Failure) -> Threshold {
    let shown = TextEscaping.escaped(text, limit: 80)
    let condition: FailureCondition
    do {
      condition = try FailureCondition(text)
    } catch {
      throw .usage(
        "\(option) `\(shown)` is not a threshold: \(error.message); \(error.hint ?? FailureCondition.examples)")
    }
    if let name = condition.unknownCode {
      let words = FailureCondition.words.map(\.word)
      let near = Suggestion.nearest(to: name, among: words + DiagnosticCode.allCases.map(\.name))
      throw .usage(
        "\(option) `\(shown)`: no code is called `\(TextEscaping.escaped(name, limit: 80))`; "
          + (near.map { "did you mean `\($0)`?" }
            ?? "it takes \(Suggestion.alternatives(words)), or a code of `assay explain --list`"))
    }
    for path in condition.scope.dataSets where !dataSets.contains(path) {
      let near = Suggestion.nearest(to: path, among: dataSets)
      throw .usage(
        "\(option) `\(shown)`: no data set of assay.yaml has the path `\(TextEscaping.escaped(path, limit: 80))`"
          + (near.map { "; did you mean `\(TextEscaping.escaped($0, limit: 80))`?" } ?? ""))
    }
    return Threshold(text: Located(text, at: CatalogMark(path: option, line: 0, column: 0)), condition: condition)
  }

  package func check(_ rules: KnownRules) throws(Failure) {
    for item in items where item.text.mark.path == Self.option {
      let shown = "\(Self.option) `\(TextEscaping.escaped(item.text.value, limit: 80))`"
      if let fault = rules.fault(of: item.condition.word) { throw .usage("\(shown): \(fault.message); \(fault.hint)") }
      guard let rule = item.condition.rule, !rules.names.contains(rule) else { continue }
      throw .usage(
        "\(shown): no rule that runs here is called `\(TextEscaping.escaped(rule, limit: 80))`; validate and lint run those of "
          + "the plugins that --plugin names")
    }
  }

  /// Checks the types that scopes spell out, which only the catalog knows.
  package func check(_ registry: Registry) throws(Failure) {
    for item in items {
      for glob in item.condition.scope.types where glob.isLiteral && registry.typeIndex(named: glob.text) == nil {
        let place = item.text.mark.line > 0 ? item.text.mark.description : item.text.mark.path
        let near = registry.suggestion(for: glob.text, among: registry.types.map(\.id))
        throw .usage(
          "\(TextEscaping.escaped(place, limit: 1000)) `\(TextEscaping.escaped(item.text.value, limit: 80))`: no type "
            + "is called `\(TextEscaping.escaped(glob.text, limit: 80))`"
            + (near.map { "; \($0)" } ?? ""))
      }
    }
  }
}
