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
