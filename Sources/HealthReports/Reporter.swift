public import HealthModel

/// The forms findings are printed in.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// One line for each finding, then hints; for people.
  case full
  /// `path:line:column: error[code]: message`, one line for each finding.
  case concise
  /// One object: `schema`, `diagnostics`, `summary`.
  case json
  /// One diagnostic an object a line, then `{"summary": …}`.
  case jsonl

  /// Whether every finding is written, whatever their number.
  public var isComplete: Bool { self == .json || self == .jsonl }
}

/// Writes findings to an output as they come, and the table and summary at the end.
public final class Reporter {
  /// The form findings are printed in.
  public let format: ReportFormat
  private let output: ByteOutput
  private let usesColor: Bool
  private var ledger: FindingsLedger
  private var hasBegun = false
  private let survivesClosedPipe: Bool
  /// Whether the report's reader went away; nothing more is written then.
  public private(set) var isAbandoned = false

  /// - Parameters:
  ///   - format: the form findings are printed in.
  ///   - output: where they are written.
  ///   - usesColor: whether text is colored.
  ///   - maximumFindings: the most findings printed as text; 0 prints all.
  ///   - survivesClosedPipe: whether work goes on without a report when its reader went away, as an import must.
  public init(
    format: ReportFormat, output: ByteOutput, usesColor: Bool = false, maximumFindings: Int = 100,
    survivesClosedPipe: Bool = false
  ) {
    self.survivesClosedPipe = survivesClosedPipe
    self.format = format
    self.output = output
    self.usesColor = usesColor
    ledger = FindingsLedger(
      limit: format.isComplete ? 0 : maximumFindings, limitByCode: format.isComplete ? 0 : 10)
  }

  /// Whether another finding of a code would be written, or counted with its place.
  public func wants(_ code: DiagnosticCode, _ severity: Severity, _ type: String?) -> Bool {
    ledger.shows(code) || ledger.isFirst(code, severity, type)
  }

  /// Counts a finding that is not wanted.
  public func count(_ code: DiagnosticCode, _ severity: Severity, type: String?) {
    ledger.count(code, severity, type: type, at: nil, isShown: false)
  }

  /// Writes a finding, or only counts it when enough of its kind are written.
  public func report(_ diagnostic: Diagnostic) throws(OutputError) {
    let isShown = ledger.shows(diagnostic.code)
    ledger.count(
      diagnostic.code, diagnostic.severity, type: diagnostic.type, at: diagnostic.location, isShown: isShown)
    if isShown { try write { () throws(OutputError) in try append(diagnostic) } }
  }

  private func append(_ diagnostic: Diagnostic) throws(OutputError) {
    switch format {
    case .full, .concise: try output.append(TextReport.lines(diagnostic, format: format, usesColor: usesColor))
    case .json:
      try output.append(hasBegun ? ",\n" : "{\"schema\":1,\"diagnostics\":[\n")
      try output.append(JSONReport.object(diagnostic))
    case .jsonl:
      try output.append(JSONReport.object(diagnostic))
      try output.append("\n")
    }
    hasBegun = true
  }

  private func write(_ body: () throws(OutputError) -> Void) throws(OutputError) {
    guard !isAbandoned else { return }
    do throws(OutputError) {
      try body()
    } catch {
      guard survivesClosedPipe, error.isClosedPipe else { throw error }
      isAbandoned = true
    }
  }

  /// Ends the report: the table for people, the summary for machines.
  public func finish(_ summary: Summary) throws(OutputError) {
    try write { () throws(OutputError) in try end(summary) }
  }

  private func end(_ summary: Summary) throws(OutputError) {
    switch format {
    case .full, .concise:
      if ledger.total > ledger.shown {
        try output.append(TextReport.table(ledger))
      }
    case .json:
      if !hasBegun { try output.append("{\"schema\":1,\"diagnostics\":[") }
      var json = JSONBuilder()
      summary.append(to: &json)
      try output.append((hasBegun ? "\n" : "") + "],\"summary\":")
      try output.append(json.bytes)
      try output.append("}\n")
    case .jsonl:
      var json = JSONBuilder()
      json.object { json in
        json.key("summary")
        summary.append(to: &json)
      }
      try output.append(json.bytes)
      try output.append("\n")
    }
    try output.flush()
  }
}
