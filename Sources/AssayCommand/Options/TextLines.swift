import HealthModel
import HealthReports

/// Diagnostics as lines, for commands that have no report.
enum TextLines {
  /// One line with its line feed.
  static func concise(_ diagnostic: Diagnostic) -> String {
    TextReport.lines(diagnostic, format: .concise, usesColor: false)
  }
}

/// Numbers with what they count.
enum CountText {
  /// `1 type`, `2 types`.
  static func of(_ number: Int, _ word: String) -> String { "\(number) \(word)" + (number == 1 ? "" : "s") }
}
