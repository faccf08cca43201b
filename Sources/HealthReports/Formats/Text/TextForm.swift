import HealthModel

/// Findings as text for people: the first ones as they come, and a table when there are more.
struct TextForm: ReportForm {
  private let format: ReportFormat
  private let usesColor: Bool
  private var limit: DisplayLimit
  private var explained: Set<DiagnosticCode> = []

  /// - Parameters:
  ///   - format: `full` or `concise`.
  ///   - usesColor: whether text is colored.
  ///   - maximumFindings: the most findings printed; 0 prints all.
  init(format: ReportFormat, usesColor: Bool, maximumFindings: Int) {
    self.format = format
    self.usesColor = usesColor
    limit = DisplayLimit(limit: maximumFindings)
  }

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { limit.admits(code) }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    limit.count(diagnostic.code)
    let isNew = explained.insert(diagnostic.code).inserted
    try output.append(
      TextReport.lines(diagnostic, format: format, usesColor: usesColor, explains: isNew))
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    guard ending.total > limit.shown else { return }
    try output.append(TextReport.table(ending, shown: limit.shown))
  }
}
