import HealthModel

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
    try output.append(
      TextReport.lines(diagnostic, format: format, usesColor: usesColor, explains: isNew))
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
