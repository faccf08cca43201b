import AssayPlatform
import HealthModel
import HealthReports

/// A line on the terminal that says how many of a known number are done.
final class CountBar {
  private let label: String
  private let total: Int
  private let begun = MonotonicTime.seconds()
  private var lastShown = 0.0
  private var isShown = false

  init(label: String, total: Int) {
    self.label = label
    self.total = total
  }

  /// Shows how many are done, from the first second on and at most ten times a second.
  func update(_ count: Int) {
    let now = MonotonicTime.seconds()
    guard now - begun > 1, now - lastShown > 0.1 else { return }
    lastShown = now
    isShown = true
    let facts = "\(GroupedDigits.string(count)) of \(GroupedDigits.string(total)) samples"
    let line = ProgressLine(label: label, share: nil, facts: facts)
    StandardError.write("\r\u{1B}[K" + line.text(columns: StandardError.columns))
  }

  /// Takes the line away.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }
}
