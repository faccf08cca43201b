import HealthModel

/// Findings as a page for the summary of a CI job: the numbers by code, the findings of the highest severity, the files.
struct MarkdownForm: ReportForm {
  /// The most findings that are listed.
  static let limit = 20
  /// The most rows of a table.
  static let limitOfRows = 50

  private var findings = MostSevereFirst<Diagnostic>(limit: MarkdownForm.limit)

  init() {}

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { findings.wants(severity) }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    findings.add(diagnostic, diagnostic.severity)
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    var page = MarkdownPage()
    page.add("# Assay: " + (ending.summary.isIncomplete ? "incomplete input, " : "") + ending.countText)
    page.add("")
    addOutcome(ending, to: &page)
    page.add(MarkdownText.code(ending.summary.line(), limit: 1000))
    addTable(ending, to: &page)
    addList(of: ending.total, to: &page)
    addFiles(ending.summary.files, to: &page)
    page.finish()
    try output.append(page.text)
  }

  /// Whether the run passed, when it was, how much was refused, and which thresholds were exceeded.
  private func addOutcome(_ ending: ReportEnding, to page: inout MarkdownPage) {
    let (outcome, summary) = (ending.outcome, ending.summary)
    var words: [String] = []
    if let isPassed = outcome.isPassed { words.append(isPassed ? "**Passed**" : "**Failed**") }
    if let project = outcome.project { words.append(MarkdownText.code(project)) }
    if let day = outcome.dayText { words.append(day) }
    if let share = summary.refusedShare { words.append("\(share) % of the samples refused") }
    if outcome.isPassed != nil || outcome.day != nil {
      page.add(words.joined(separator: ", "))
      page.add("")
    }
    guard !outcome.thresholds.isEmpty else { return }
    page.add(MarkdownText.row(["fails if", "found", "limit", "result"]))
    page.add(MarkdownText.row(["---", "---:", "---:", "---"]))
    for item in outcome.thresholds {
      page.add(
        MarkdownText.row([
          MarkdownText.code(item.text, isCell: true), item.countText, item.limitText,
          item.isExceeded ? "**exceeded**" : "within",
        ]))
    }
    page.add("")
  }

  private func addTable(_ ending: ReportEnding, to page: inout MarkdownPage) {
    let rows = ending.rows
    guard !rows.isEmpty else { return }
    page.add("")
    page.add(MarkdownText.row(["code", "severity", "type", "count", "per 100 read", "first place"]))
    page.add(MarkdownText.row(["---", "---", "---", "---:", "---:", "---"]))
    for row in rows.prefix(Self.limitOfRows) {
      page.add(
        MarkdownText.row([
          MarkdownText.code(row.name, isCell: true), row.severity.name,
          row.type.map { MarkdownText.code($0, isCell: true) } ?? "-", GroupedDigits.string(row.count),
          ending.rate(of: row) ?? "-", row.first.map { MarkdownText.place($0, isCell: true) } ?? "-",
        ]))
    }
    addRest(of: rows.count, to: &page)
  }

  private func addList(of total: Int, to page: inout MarkdownPage) {
    guard findings.count > 0 else { return }
    page.add("")
    page.add(findings.count < total ? "\(findings.count) of \(GroupedDigits.string(total)) findings:" : "All findings:")
    page.add("")
    for diagnostic in findings.elements {
      var line = "- **\(diagnostic.severity.name)** \(MarkdownText.code(diagnostic.ruleName)) "
      line += MarkdownText.place(diagnostic.location) + ": " + MarkdownText.code(diagnostic.message, limit: 1000)
      if let hint = diagnostic.hint { line += " (" + MarkdownText.code(hint, limit: 1000) + ")" }
      page.add(line)
    }
  }

  private func addFiles(_ files: [Summary.File], to page: inout MarkdownPage) {
    guard files.count > 1 else { return }
    let ordered = files.enumerated().sorted { left, right in
      if left.element.isIncomplete != right.element.isIncomplete { return left.element.isIncomplete }
      if left.element.refused != right.element.refused { return left.element.refused > right.element.refused }
      return left.offset < right.offset
    }
    page.add("")
    page.close("<details><summary>\(GroupedDigits.string(files.count)) files, the worst first</summary>\n")
    page.add(MarkdownText.row(["file", "read", "accepted", "refused", "per 100 read", "state"]))
    page.add(MarkdownText.row(["---", "---:", "---:", "---:", "---:", "---"]))
    for (_, file) in ordered.prefix(Self.limitOfRows) {
      page.add(
        MarkdownText.row([
          MarkdownText.code(file.path, isCell: true), GroupedDigits.string(file.read),
          GroupedDigits.string(file.accepted),
          GroupedDigits.string(file.refused), ShareText.percent(file.refused, of: file.read) ?? "-", file.stateText,
        ]))
    }
    addRest(of: files.count, to: &page)
    page.close("\n</details>")
  }

  private func addRest(of count: Int, to page: inout MarkdownPage) {
    guard count > Self.limitOfRows else { return }
    page.add("")
    page.add("and \(GroupedDigits.string(count - Self.limitOfRows)) more")
  }
}
