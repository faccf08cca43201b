public import HealthModel

/// Counts findings as they come and hands them to the reports that show them; ends them with table and summary.
public final class Reporter {
  private let sinks: [ReportSink]
  /// The first report that shows all findings, which is queried first.
  private let complete: ReportSink?
  private var ledger = FindingCounter()
  /// The titles of types, by their index in the registry, for what shows a calendar.
  package var typeNames: [String]
  /// The program's version, for forms that name their maker.
  package var version: String
  /// The result of the run, as far as it is known.
  package var outcome = RunOutcome()
  /// Takes each finding as a value, for programs; with it all findings are wanted.
  public var listener: ((Diagnostic) -> Void)?
  /// A folder put before the paths of findings and files; empty for none.
  package var pathPrefix = ""

  /// - Parameters:
  ///   - sinks: the reports; none when findings are only counted.
  ///   - typeNames: the titles of types, by their index in the registry.
  ///   - version: the program's version.
  public init(sinks: [ReportSink], typeNames: [String] = [], version: String = "") {
    self.sinks = sinks
    complete = sinks.first { $0.format.isComplete }
    wantsExcerpts = sinks.contains { $0.format.showsExcerpts }
    self.typeNames = typeNames
    self.version = version
  }

  /// Whether some report shows findings in the text they are about.
  package let wantsExcerpts: Bool

  /// Whether some report identifies findings by their classes, in fingerprints.
  package var wantsClasses: Bool { sinks.contains { $0.format.showsFingerprints } }

  /// Whether some report draws how many samples there are on each day.
  package var wantsCalendar: Bool { sinks.contains { $0.format == .html } }

  /// Whether the readers of all reports went away; nothing more is written then.
  package var isAbandoned: Bool { !sinks.isEmpty && sinks.allSatisfy { $0.isAbandoned } }

  /// Whether every finding is shown, or heard of.
  package var showsAll: Bool {
    if listener != nil { return true }
    if let complete { return !complete.isAbandoned }
    return false
  }

  /// Whether another finding of a code would be shown, or counted with its place.
  package func wants(_ code: DiagnosticCode, _ severity: Severity, _ type: String?) -> Bool {
    if showsAll { return true }
    return sinks.contains { $0.wants(code, severity) } || ledger.isFirst(code, severity, type)
  }

  /// Counts findings that are not wanted.
  package func count(_ code: DiagnosticCode, _ severity: Severity, type: String?, times: Int = 1) {
    ledger.count(code, severity, type: type, at: nil, times: times)
  }

  /// Counts a finding, unless it is counted already, and gives it to the reports that show it; `excerpt` makes the text
  /// around its place for those that show texts.
  package func report(
    _ finding: Diagnostic, isCounted: Bool = true, excerpt: () -> SourceExcerpt? = { nil }
  ) throws(OutputError) {
    var finding = pathPrefix.isEmpty ? finding : PathPrefix(pathPrefix).diagnostic(finding)
    if isCounted {
      ledger.count(
        finding.code, finding.severity, type: finding.type, rule: finding.pluginRule, at: finding.location)
    }
    if listener != nil || showsExcerpt(of: finding), let excerpt = excerpt() { finding.excerpt = excerpt }
    listener?(finding)
    for index in sinks.indices { try sinks[index].add(finding) }
  }

  private func showsExcerpt(of finding: Diagnostic) -> Bool {
    wantsExcerpts && sinks.contains { $0.format.showsExcerpts && $0.wants(finding.code, finding.severity) }
  }

  /// Ends all reports: the table for people, the summary for machines.
  package func finish(_ summary: Summary, calendar: SampleCalendar? = nil) throws(OutputError) {
    let ending = ReportEnding(
      summary: PathPrefix(pathPrefix).summary(summary), rows: ledger.table, total: ledger.total,
      calendar: calendar, typeNames: typeNames, version: version, outcome: outcome)
    var failure: OutputError?
    for sink in sinks {
      do throws(OutputError) {
        try sink.end(ending)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}

/// A folder put before the paths of findings, for reports that are read from another place than the run's.
///
/// Absolute paths and standard input stay as they are.
struct PathPrefix {
  private let start: String

  init(_ folder: String) { start = folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/" }

  func path(_ path: String) -> String { path == "-" || path.utf8.first == UInt8(ascii: "/") ? path : start + path }

  func diagnostic(_ diagnostic: Diagnostic) -> Diagnostic {
    guard !start.isEmpty else { return diagnostic }
    var result = diagnostic
    result.location.path = path(diagnostic.location.path)
    for index in result.related.indices {
      result.related[index].location.path = path(result.related[index].location.path)
    }
    return result
  }

  func summary(_ summary: Summary) -> Summary {
    guard !start.isEmpty else { return summary }
    var result = summary
    for index in result.files.indices { result.files[index].path = path(result.files[index].path) }
    for (index, range) in (summary.ranges ?? []).enumerated() { result.ranges?[index].path = path(range.path) }
    return result
  }
}

/// One report on its way to one output.
public final class ReportSink {
  let format: ReportFormat
  private let output: ByteOutput
  private let survivesClosedPipe: Bool
  private var form: any ReportWriter
  /// Whether the report's reader went away; nothing more is written then.
  private(set) var isAbandoned = false

  /// - Parameters:
  ///   - format: the form findings are printed in.
  ///   - output: where they are written.
  ///   - usesColor: whether text is colored.
  ///   - maximumFindings: the most findings printed as text; 0 prints all.
  ///   - survivesClosedPipe: whether work goes on without the report when its reader went away, as an import must.
  public init(
    format: ReportFormat, output: ByteOutput, usesColor: Bool = false, maximumFindings: Int = 100,
    survivesClosedPipe: Bool = false
  ) {
    self.format = format
    self.output = output
    self.survivesClosedPipe = survivesClosedPipe
    form = format.form(usesColor: usesColor, maximumFindings: maximumFindings)
  }

  /// Whether another finding of this code and severity would be shown.
  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool {
    // A form that shows all is not asked: what is copied for the question is released again, for every finding.
    !isAbandoned && (format.isComplete || form.wants(code, severity))
  }

  /// Takes a finding, and drops it when enough of its kind are shown.
  func add(_ diagnostic: Diagnostic) throws(OutputError) {
    guard wants(diagnostic.code, diagnostic.severity) else { return }
    try write { () throws(OutputError) in try form.add(diagnostic, to: output) }
  }

  func end(_ ending: ReportEnding) throws(OutputError) {
    try write { () throws(OutputError) in
      try form.end(ending, to: output)
      try output.flush()
    }
  }

  private func write(_ body: () throws(OutputError) -> Void) throws(OutputError) {
    guard !isAbandoned else { return }
    do throws(OutputError) {
      try body()
    } catch {
      try take(error)
    }
  }
  /// Goes on without the report if its reader went away and work goes on then.
  private func take(_ error: OutputError) throws(OutputError) {
    guard survivesClosedPipe, error.isClosedPipe else { throw error }
    isAbandoned = true
  }
}

/// Counts findings by code, severity and type, and keeps the place of the first of each.
struct FindingCounter: Sendable {
  /// A row of the table that ends a report.
  struct Row: Sendable, Hashable {
    var code: DiagnosticCode
    /// The rule of a plugin, `NAME/rule`, or the failure of one; `nil` for all other findings of the code.
    var rule: String?
    var severity: Severity
    var type: String?
    var count: Int
    var first: SourceLocation?

    /// The problem as people read it: the rule of the plugin, or the code.
    var name: String { rule ?? code.name }
  }

  private struct Key: Hashable {
    var code: DiagnosticCode
    var rule: String?
    var severity: Severity
    var type: String?
  }

  private var rows: [Row] = []
  private var places: [Key: Int] = [:]
  /// The row that was counted last: findings of a kind come in a row, and finding it again takes no hash of a name.
  private var last = 0
  private(set) var total = 0

  /// Whether the place of the next such finding is wanted, since it is the first.
  func isFirst(_ code: DiagnosticCode, _ severity: Severity, _ type: String?) -> Bool {
    !isLast(code, severity, type) && places[Key(code: code, severity: severity, type: type)] == nil
  }

  private func isLast(_ code: DiagnosticCode, _ severity: Severity, _ type: String?, _ rule: String? = nil) -> Bool {
    last < rows.count && rows[last].code == code && rows[last].severity == severity && rows[last].type == type
      && rows[last].rule == rule
  }

  mutating func count(
    _ code: DiagnosticCode, _ severity: Severity, type: String?, rule: String? = nil,
    at location: @autoclosure () -> SourceLocation?, times: Int = 1
  ) {
    total += times
    if !isLast(code, severity, type, rule) {
      let key = Key(code: code, rule: rule, severity: severity, type: type)
      last = places[key] ?? rows.count
      if last == rows.count {
        places[key] = last
        rows.append(Row(code: code, rule: rule, severity: severity, type: type, count: 0, first: location()))
      }
    }
    rows[last].count += times
  }

  /// The table: errors first, then by count, then by name.
  var table: [Row] {
    rows.sorted {
      if $0.severity != $1.severity { return $0.severity > $1.severity }
      if $0.count != $1.count { return $0.count > $1.count }
      if $0.code != $1.code { return $0.code.rawValue < $1.code.rawValue }
      if $0.rule != $1.rule { return ($0.rule ?? "") < ($1.rule ?? "") }
      return ($0.type ?? "") < ($1.type ?? "")
    }
  }
}
