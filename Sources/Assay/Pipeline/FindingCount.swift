import HealthModel
import HealthReports

/// Findings of one kind that came in a row: they go into the numbers together, whose names are looked up once then.
struct FindingCount {
  private var code = DiagnosticCode.encoding
  private var severity = Severity.error
  private var type: String?
  private var count = 0

  /// Counts a finding; those of another kind before it go into the numbers.
  mutating func add(_ code: DiagnosticCode, _ severity: Severity, _ type: String?, to summary: inout Summary) {
    if count == 0 || code != self.code || severity != self.severity || type != self.type {
      move(to: &summary)
      self.code = code
      self.severity = severity
      self.type = type
    }
    count += 1
  }

  /// Brings the numbers up to date.
  mutating func move(to summary: inout Summary) {
    if count > 0 { summary.count(code, severity, type: type, times: count) }
    count = 0
  }
}
