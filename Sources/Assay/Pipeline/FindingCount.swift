import HealthModel
import HealthReports

/// Findings of one kind that came in a row: they go into the numbers together, whose names are looked up once then.
struct FindingCount {
  private var code = DiagnosticCode.encoding
  private var severity = Severity.error
  private var type: Int32 = -1
  private var count = 0
  /// How many of them no report shows.
  private var unshown = 0
  /// The id of the type, when known.
  private(set) var name: String?

  /// Counts a finding of the kind that is being counted.
  ///
  /// - Returns: whether it was; whether it is shown is known then, unless some report showed the one before.
  mutating func add(_ finding: borrowing Finding) -> Bool {
    guard count > 0, finding.code == code, finding.severity == severity, finding.type == type else { return false }
    count += 1
    return true
  }

  /// Counts the first finding of a kind.
  mutating func begin(_ finding: borrowing Finding, _ name: String?) {
    code = finding.code
    severity = finding.severity
    type = finding.type
    self.name = name
    count = 1
  }

  /// Whether findings of the kind are only counted; once one is not shown, those after it are not.
  var isUnshown: Bool { unshown > 0 }

  /// Notes that a finding is not shown.
  mutating func addUnshown() { unshown += 1 }

  /// Brings the numbers up to date.
  mutating func move(to summary: inout Summary, _ reporter: Reporter?) {
    if count > 0 { summary.count(code, severity, type: name, times: count) }
    if unshown > 0 { reporter?.count(code, severity, type: name, times: unshown) }
    count = 0
    unshown = 0
  }
}
