import HealthModel

/// One report on its way to one output.
public final class ReportSink {
  /// The form findings are printed in.
  public let format: ReportFormat
  private let output: ByteOutput
  private let survivesClosedPipe: Bool
  private var form: any ReportForm
  /// Whether the report's reader went away; nothing more is written then.
  package private(set) var isAbandoned = false

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

  /// Takes a finding, as bytes if the form writes bytes.
  func add(_ finding: WordedFinding, _ diagnostic: () -> Diagnostic) throws(OutputError) {
    guard wants(finding.wording.code, finding.wording.severity) else { return }
    do throws(OutputError) {
      if try !form.add(finding, to: output) { try form.add(diagnostic(), to: output) }
    } catch {
      try take(error)
    }
  }

  /// Ends the report and writes what is left of it.
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
