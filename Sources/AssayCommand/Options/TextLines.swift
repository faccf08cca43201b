import HealthModel
import HealthReports

/// Diagnostics as lines, for commands that have no report.
enum TextLines {
  /// One line with its line feed.
  static func concise(_ diagnostic: Diagnostic) -> String {
    TextReport.lines(diagnostic, format: .concise, usesColor: false)
  }
}
