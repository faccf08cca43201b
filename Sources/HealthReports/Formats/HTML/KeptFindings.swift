import HealthModel

/// The findings that a page shows: a few of each code, and the graver ones when there are too many.
struct KeptFindings {
  static let limit = 200
  static let limitByCode = 20

  private var bySeverity: [Severity: [Diagnostic]] = [:]
  private var countByCode: [DiagnosticCode: Int] = [:]
  private(set) var count = 0

  /// Whether a finding would be kept, if need be in place of a less grave one.
  func hasRoom(for code: DiagnosticCode, _ severity: Severity) -> Bool {
    guard countByCode[code, default: 0] < Self.limitByCode else { return false }
    if count < Self.limit { return true }
    return leastGrave.map { $0 < severity } ?? false
  }

  /// Keeps a finding if there is space for it.
  mutating func keep(_ diagnostic: Diagnostic) {
    guard hasRoom(for: diagnostic.code, diagnostic.severity) else { return }
    if count >= Self.limit, let severity = leastGrave, let dropped = bySeverity[severity]?.popLast() {
      countByCode[dropped.code, default: 0] -= 1
      count -= 1
    }
    bySeverity[diagnostic.severity, default: []].append(diagnostic)
    countByCode[diagnostic.code, default: 0] += 1
    count += 1
  }

  /// The findings, errors first, else in the order they came.
  var ordered: [Diagnostic] { Severity.allCases.sorted(by: >).flatMap { bySeverity[$0] ?? [] } }

  private var leastGrave: Severity? { Severity.allCases.filter { bySeverity[$0]?.isEmpty == false }.min() }
}
