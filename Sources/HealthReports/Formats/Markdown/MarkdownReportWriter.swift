import HealthModel

/// Findings as a page for the summary of a CI job: the numbers by code, the findings of the highest severity, the files.
struct MarkdownReportWriter: ReportWriter {
  static let limit = 20
  static let limitOfRows = 50

  private var findings = MostSevereFirst<Diagnostic>(limit: MarkdownReportWriter.limit)

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
    page.addTable(
      ["fails if", "found", "limit", "result"], right: 1...2,
      outcome.thresholds.map { item in
        [
          MarkdownText.code(item.text, isCell: true), item.countText, item.limitText,
          item.isExceeded ? "**exceeded**" : "within",
        ]
      })
    page.add("")
  }

  private func addTable(_ ending: ReportEnding, to page: inout MarkdownPage) {
    guard !ending.rows.isEmpty else { return }
    page.add("")
    page.addTable(
      ["code", "severity", "type", "count", "per 100 read", "first place"], right: 3...4,
      ending.rows.prefix(Self.limitOfRows).map { row in
        [
          MarkdownText.code(row.name, isCell: true), row.severity.name,
          row.type.map { MarkdownText.code($0, isCell: true) } ?? "-", GroupedDigits.string(row.count),
          ending.rate(of: row) ?? "-", row.first.map { MarkdownText.place($0, isCell: true) } ?? "-",
        ]
      })
    addRest(of: ending.rows.count, to: &page)
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
    page.add("")
    page.close("<details><summary>\(GroupedDigits.string(files.count)) files, the worst first</summary>\n")
    page.addTable(
      ["file", "read", "accepted", "refused", "per 100 read", "state"], right: 1...4,
      ReportEnding.worstFirst(files).prefix(Self.limitOfRows).map { file in
        [
          MarkdownText.code(file.path, isCell: true), GroupedDigits.string(file.read),
          GroupedDigits.string(file.accepted), GroupedDigits.string(file.refused),
          ShareText.percent(file.refused, of: file.read) ?? "-", file.stateText,
        ]
      })
    addRest(of: files.count, to: &page)
    page.close("\n</details>")
  }

  private func addRest(of count: Int, to page: inout MarkdownPage) {
    guard count > Self.limitOfRows else { return }
    page.add("")
    page.add("and \(GroupedDigits.string(count - Self.limitOfRows)) more")
  }
}

/// A page of Markdown that stays below the size that CI systems show, and says when it was cut.
struct MarkdownPage {
  /// The most bytes of a page: a job's summary holds 1 MiB, for all its steps.
  static let limit = 60 * 1024

  private let room: Int
  private var isCut = false
  private(set) var text = ""

  init(limit: Int = MarkdownPage.limit) {
    // The end of the page always fits.
    room = max(0, limit - 1024)
  }

  /// Adds a line if it fits; after the first that does not fit, adds none.
  mutating func add(_ line: String) {
    guard !isCut, text.utf8.count + line.utf8.count < room else {
      isCut = true
      return
    }
    text += line + "\n"
  }

  /// Adds a table; numbers are in the columns at the right, and the cells are Markdown already.
  mutating func addTable(_ names: [String], right numbers: ClosedRange<Int>, _ rows: [[String]]) {
    let rules = names.indices.map { numbers.contains($0) ? "---:" : "---" }
    for row in [names, rules] + rows { add("| " + row.joined(separator: " | ") + " |") }
  }

  /// Adds a short line that must not be missing, such as the end of a tag.
  mutating func close(_ line: String) { text += line + "\n" }

  /// Says that the page was cut, if it was.
  mutating func finish() {
    guard isCut else { return }
    close("\nThe rest is left out, since the page would be too long.")
  }
}

/// Foreign text in Markdown: always a code span, in which nothing is a link, a mention, a tag or a mark.
enum MarkdownText {
  /// The text as a code span.
  ///
  /// - Returns: the span, with a fence that the text does not hold; `-` if there is no text.
  static func code(_ text: String, limit: Int = 200, isCell: Bool = false) -> String {
    let mark = UInt8(ascii: "`")
    var content = ""
    for scalar in TextEscaping.escaped(text, limit: limit).unicodeScalars {
      if scalar == "|", isCell { content += "\\u{7C}" } else { content.unicodeScalars.append(scalar) }
    }
    guard let first = content.utf8.first, let last = content.utf8.last else { return "-" }
    var run = 0
    var longest = 0
    for byte in content.utf8 {
      run = byte == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let blank = UInt8(ascii: " ")
    let isPadded = first == mark || last == mark || first == blank || last == blank
    return isPadded ? "\(fence) \(content) \(fence)" : fence + content + fence
  }

  /// A place as a code span.
  static func place(_ location: SourceLocation, isCell: Bool = false) -> String {
    let path = TextEscaping.escaped(location.path)
    return code(path + location.inFile, limit: 1000, isCell: isCell)
  }
}

/// Sentences in Markdown: words as they are, and what a message has between backticks as code.
package enum MarkdownSentence {
  /// A message for a cell of a table.
  ///
  /// - Returns: text in which nothing is a link, a tag or a mark but the code.
  package static func cell(_ message: String) -> String {
    MessageParts.parts(of: message).map { part in
      part.isCode ? MarkdownText.code(part.text, limit: 1000, isCell: true) : escaped(part.text)
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    TextEscaping.escaped(text, limit: 1000).unicodeScalars.reduce(into: "") { result, scalar in
      if "\\`*_[]<>|&".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }
}
