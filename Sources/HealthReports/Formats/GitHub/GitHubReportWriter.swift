import HealthModel

/// Findings as workflow commands, which GitHub shows beside the lines of a change.
///
/// It shows ten of each level for a step and drops the others without a word, so ten of each are written, and their
/// number when there are more. Thresholds that are exceeded come first: they are why the job fails.
struct GitHubReportWriter: ReportWriter {
  private static let limit = 10

  private var commands: [Severity: [String]] = [:]
  private var thresholds = 0

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool {
    code == .thresholdExceeded || commands[severity, default: []].count < Self.limit
  }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    let isThreshold = diagnostic.code == .thresholdExceeded
    let place = isThreshold ? thresholds : commands[diagnostic.severity]?.count ?? 0
    commands[diagnostic.severity, default: []].insert(Self.command(diagnostic), at: place)
    if isThreshold { thresholds += 1 }
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    var written = 0
    for severity in [Severity.error, .warning, .note] {
      for command in commands[severity, default: []].prefix(Self.limit) {
        try output.append(command)
        written += 1
      }
    }
    guard written < ending.total else { return }
    try output.append(
      "::notice title=assay::\(GitHubText.data(ending.countText)); \(Self.limit) of each are annotated\n")
  }

  private static func command(_ diagnostic: Diagnostic) -> String {
    let place = ReportedLocation(diagnostic.location)
    let word =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var text = "::\(word) title=\(GitHubText.property("assay(\(diagnostic.ruleName))"))"
    text += ",file=" + GitHubText.property(TextEscaping.escaped(place.file, limit: 1000))
    if place.line > 0 { text += ",line=\(place.line),col=\(place.column)" }
    return text + "::" + GitHubText.data(diagnostic.sentence(at: place)) + "\n"
  }
}

/// The escapes of workflow commands: without them a line feed or a colon in a name begins another command.
enum GitHubText {
  /// Text after the second `::`.
  static func data(_ text: String) -> String { PercentText.encoded(text) { "%\r\n".utf8.contains($0) } }

  static func property(_ text: String) -> String { PercentText.encoded(text) { "%\r\n:,".utf8.contains($0) } }
}
