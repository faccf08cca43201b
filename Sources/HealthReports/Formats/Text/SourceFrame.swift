import HealthModel

/// The line of a finding with its number beside it and marks below the place.
enum SourceFrame {
  /// Three lines: a blank one, the text, the marks.
  static func lines(_ excerpt: SourceExcerpt, line: Int, severity: Severity, style: TextStyle) -> String {
    let number = String(line)
    let blank = style.dimmed(" \(String(repeating: " ", count: number.utf8.count)) |")
    let gutter = style.dimmed(" \(number) |")
    let shown = LogText.broken(excerpt)
    let indent = String(repeating: " ", count: shown.caret)
    let marks = style.colored(String(repeating: "^", count: shown.length), severity)
    return "\(blank)\n\(gutter) \(shown.text)\n\(blank) \(indent)\(marks)\n"
  }
}
