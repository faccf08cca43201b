package import HealthModel

/// Findings as text for people: the first ones as they come, and a table when there are more.
struct TextReportWriter: ReportWriter {
  private let format: ReportFormat
  private let usesColor: Bool
  private var limit: DisplayLimit
  private var explained: Set<DiagnosticCode> = []
  /// The findings of the last line that are printed, the first ones.
  private var lineFindings: [Diagnostic] = []
  /// How many findings were not printed because the same is printed for their place.
  private var repeated = 0

  /// How many findings of a line are compared.
  private static let maximumCompared = 16

  init(format: ReportFormat, usesColor: Bool, maximumFindings: Int) {
    self.format = format
    self.usesColor = usesColor
    limit = DisplayLimit(limit: maximumFindings)
  }

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { limit.admits(code) }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    guard !isRepeated(diagnostic) else {
      repeated += 1
      return
    }
    limit.count(diagnostic.code)
    let isNew = explained.insert(diagnostic.code).inserted
    try output.append(TextReport.lines(diagnostic, format: format, usesColor: usesColor, explains: isNew))
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    guard ending.total > limit.shown + repeated else { return }
    try output.append(TextReport.table(ending, shown: limit.shown))
  }

  /// Whether the same is printed for this place: the samples of one row of a table have its times in common.
  private mutating func isRepeated(_ diagnostic: Diagnostic) -> Bool {
    let place = diagnostic.location
    guard place.line > 0 else { return false }
    if let last = lineFindings.last?.location, last.line != place.line || last.path != place.path {
      lineFindings.removeAll(keepingCapacity: true)
    }
    let isKnown = lineFindings.contains {
      $0.ruleName == diagnostic.ruleName && $0.location == place && $0.message == diagnostic.message
        && $0.severity == diagnostic.severity && $0.hint == diagnostic.hint
    }
    if !isKnown, lineFindings.count < Self.maximumCompared { lineFindings.append(diagnostic) }
    return isKnown
  }
}

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

  func admits(_ code: DiagnosticCode) -> Bool {
    limit == 0 || (shown < limit && shownByCode[code, default: 0] < limitByCode)
  }

  mutating func count(_ code: DiagnosticCode) {
    shown += 1
    shownByCode[code, default: 0] += 1
  }
}

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
      text += SourceFrame.lines(excerpt, line: diagnostic.location.line, severity: diagnostic.severity, style: style)
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
    let text = "\n\(shown) of \(ending.total) findings shown (--max-findings 0 shows all):\n"
    let cells = ending.rows.map { row in
      [
        "  " + row.name, row.severity.name, row.type.map { LogText.broken(TextEscaping.escaped($0)) } ?? "-",
        String(row.count), ending.rate(of: row).map { "\($0) %" } ?? "-", row.first.map(placeText) ?? "-",
      ]
    }
    let header = ["  code", "severity", "type", "count", "rate", "first"]
    return text + AlignedColumns.lines([header] + cells, right: 3...4, gap: 1)
  }
}

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

/// The colors of text on a terminal, or none.
struct TextStyle {
  let usesColor: Bool

  /// Text in the color of a severity: red, yellow, cyan.
  func colored(_ text: String, _ severity: Severity) -> String {
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return sequence("1;" + color, text)
  }

  /// Text that steps back.
  func dimmed(_ text: String) -> String { sequence("2", text) }

  private func sequence(_ codes: String, _ text: String) -> String {
    usesColor ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
  }
}

/// Text for a log that a CI system reads along: no part of it may be taken for a command.
///
/// Systems obey `::command::` where a line begins with it, blanks before it or not, and `##[command]` or
/// `##vso[command]` anywhere in a line.
enum LogText {
  /// Breaks up every `##`: the second becomes `\u{23}`.
  static func broken(_ text: String) -> String {
    var result = ""
    var isBehindMark = false
    for scalar in text.unicodeScalars {
      if scalar == "#", isBehindMark {
        result += "\\u{23}"
      } else {
        result.unicodeScalars.append(scalar)
      }
      isBehindMark = scalar == "#"
    }
    return result
  }

  /// Breaks up every `##` of an excerpt and moves the marked place along.
  static func broken(_ excerpt: SourceExcerpt) -> SourceExcerpt {
    let caret = width(excerpt.text, upTo: excerpt.caret)
    let end = width(excerpt.text, upTo: excerpt.caret + excerpt.length)
    return SourceExcerpt(text: broken(excerpt.text), caret: caret, length: max(1, end - caret))
  }

  /// Keeps a line from beginning with `::`, whatever a file is called.
  static func safeStart(_ line: String) -> String {
    let start = String(line.unicodeScalars.drop { $0.properties.isWhitespace })
    return start.utf8.starts(with: "::".utf8) ? "./" + line : line
  }

  /// The number of scalars that a prefix of a text becomes after escaping.
  private static func width(_ text: String, upTo count: Int) -> Int {
    let start: String = broken(String(text.unicodeScalars.prefix(max(0, count))))
    return start.unicodeScalars.count
  }
}
