public import HealthModel

/// Findings as lines of text.
public enum TextReport {
  /// `path:line:column: error[code]: message`; the full form adds what to do and where the rule stands.
  public static func lines(_ diagnostic: Diagnostic, format: ReportFormat, usesColor: Bool) -> String {
    let place = placeText(diagnostic.location)
    let word = "\(diagnostic.severity.name)[\(diagnostic.code.name)]"
    var text = "\(place): \(colored(word, diagnostic.severity, usesColor)): \(diagnostic.message)"
    if format == .concise {
      if let hint = diagnostic.hint { text += " (\(hint))" }
    } else {
      if let hint = diagnostic.hint { text += "\n  hint: \(hint)" }
      if let rule = diagnostic.ruleLocation { text += "\n  rule: \(rule)" }
    }
    return safeStart(text) + "\n"
  }

  /// The path, with line and column where there are any.
  static func placeText(_ location: SourceLocation) -> String {
    let path = TextEscaping.escaped(location.path, limit: 1000)
    return location.line > 0 ? "\(path):\(location.line):\(location.column)" : path
  }

  /// What was not shown: code, severity, type, count, first place.
  static func table(_ ledger: FindingsLedger) -> String {
    var text = "\n\(ledger.shown) of \(ledger.total) findings shown (--max-findings 0 shows all):\n"
    let rows = ledger.table.map { row in
      [
        row.code.name, row.severity.name, row.type ?? "-", String(row.count), row.first.map(placeText) ?? "-",
      ]
    }
    let header = ["code", "severity", "type", "count", "first"]
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    for row in [header] + rows {
      var line = " "
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        line += " " + (column == 3 ? padding + cell : column == 4 ? cell : cell + padding)
      }
      text += line + "\n"
    }
    return text
  }

  private static func colored(_ text: String, _ severity: Severity, _ usesColor: Bool) -> String {
    guard usesColor else { return text }
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return "\u{1B}[1;\(color)m\(text)\u{1B}[0m"
  }

  /// No line may begin like a command of a CI system, whatever a file is called.
  private static func safeStart(_ text: String) -> String {
    text.hasPrefix("::") || text.hasPrefix("##") ? "./" + text : text
  }
}
