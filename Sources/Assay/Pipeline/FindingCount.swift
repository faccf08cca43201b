import HealthModel
import HealthReports

/// Findings of one kind that came in a row: they go into the numbers together, whose names are looked up once then.
struct FindingCount {
  private var code = DiagnosticCode.encoding
  private var severity = Severity.error
  private var type: Int32 = -1
  private var count = 0
  private var uncounted = 0
  /// Whether they are only counted; once one is not shown, those after it are not.
  private(set) var isUnshown = false
  private(set) var isShown = false
  /// The id of the type, when known.
  private(set) var name: String?

  /// Counts a finding of the kind that is being counted.
  ///
  /// - Returns: whether it was; whether it is shown is known then, unless some report showed the one before.
  mutating func add(_ finding: borrowing Finding) -> Bool {
    guard count > 0, finding.code == code, finding.severity == severity, finding.type == type else { return false }
    count += 1
    uncounted += 1
    return true
  }

  /// Counts the first finding of a kind, which the reporter counts itself if it shows it.
  mutating func begin(_ finding: borrowing Finding, _ name: String?, isShown: Bool) {
    code = finding.code
    severity = finding.severity
    type = finding.type
    self.name = name
    self.isShown = isShown
    count = 1
  }

  mutating func addUnshown() {
    // The reporter did not count the first one, then.
    if count == 1 { uncounted = 1 }
    isUnshown = true
  }

  mutating func move(to summary: inout Summary, _ reporter: Reporter?, _ thresholds: InputThresholds?) {
    if count > 0 {
      summary.count(code, severity, type: name, times: count)
      thresholds?.count(code, severity, times: count, into: &summary)
    }
    if uncounted > 0 { reporter?.count(code, severity, type: name, times: uncounted) }
    count = 0
    uncounted = 0
    isUnshown = false
  }

  /// Whether the finding that was counted last is the first of its kind.
  var isFirst: Bool { count == 1 }
}
