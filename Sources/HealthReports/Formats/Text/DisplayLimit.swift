import HealthModel

/// Decides which findings a text still shows: a maximum in all, and a maximum of one code.
struct DisplayLimit {
  private let limit: Int
  private let limitByCode: Int
  private var shownByCode: [DiagnosticCode: Int] = [:]
  private(set) var shown = 0

  init(limit: Int, limitByCode: Int = 10) {
    self.limit = limit
    self.limitByCode = limitByCode
  }

  /// Whether another finding of a code would be shown.
  func admits(_ code: DiagnosticCode) -> Bool {
    limit == 0 || (shown < limit && shownByCode[code, default: 0] < limitByCode)
  }

  /// Records that a finding is shown.
  mutating func count(_ code: DiagnosticCode) {
    shown += 1
    shownByCode[code, default: 0] += 1
  }
}
