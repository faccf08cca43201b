package import HealthModel

/// Findings as lines of text.
package enum TextReport {
  /// `path:line:column: error[code]: message`; the full form adds the source, the rule's place and what to do.
  package static func lines(
    _ diagnostic: Diagnostic, format: ReportFormat, usesColor: Bool, explains: Bool = false
  ) -> String {
    let style = TextStyle(usesColor: usesColor)
    let word = style.colored("\(diagnostic.severity.name)[\(diagnostic.ruleName)]", diagnostic.severity)
    let head = LogText.safeStart(
      "\(placeText(diagnostic.location)): \(word): \(LogText.broken(diagnostic.placedMessage))")
    let hint = diagnostic.hint.map(LogText.broken)
    if format == .concise { return head + (hint.map { " (\($0))" } ?? "") + "\n" }
    var text = head + "\n"
    if let excerpt = diagnostic.excerpt, diagnostic.location.line > 0 {
      text += SourceFrame.lines(
        excerpt, line: diagnostic.location.line, severity: diagnostic.severity, style: style)
    }
    if let rule = diagnostic.ruleLocation {
      text += "  rule: \(LogText.broken(TextEscaping.escaped(rule.description, limit: 1000)))\n"
    }
    if let hint { text += "  hint: \(hint)\n" }
    for place in diagnostic.related {
      text += "  also: \(placeText(place.location)) \(LogText.broken(place.message))\n"
    }
    if explains { text += "  explain: assay explain \(diagnostic.failure ?? diagnostic.code.name)\n" }
    return text
  }

  /// The path, with line and column where there are any.
  static func placeText(_ location: SourceLocation) -> String {
    let path = LogText.broken(TextEscaping.escaped(location.path, limit: 1000))
    return path + location.inFile
  }

  /// The findings that were not shown: code, severity, type, count, rate, first place.
  static func table(_ ending: ReportEnding, shown: Int) -> String {
    var text = "\n\(shown) of \(ending.total) findings shown (--max-findings 0 shows all):\n"
    let cells = ending.rows.map { row in
      [
        row.name, row.severity.name, row.type.map { LogText.broken(TextEscaping.escaped($0)) } ?? "-",
        String(row.count), ending.rate(of: row).map { "\($0) %" } ?? "-", row.first.map(placeText) ?? "-",
      ]
    }
    let header = ["code", "severity", "type", "count", "rate", "first"]
    let widths = header.indices.map { column in
      ([header] + cells).map { $0[column].count }.max() ?? 0
    }
    for row in [header] + cells {
      var line = " "
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        line += " " + ((3...4).contains(column) ? padding + cell : column == 5 ? cell : cell + padding)
      }
      text += line + "\n"
    }
    return text
  }
}
