import HealthModel

/// What a run came to as a few lines of text, without single findings: the verdict, thresholds, findings by code and
/// type, and the files that need a look.
struct SummaryReportWriter: ReportWriter {
  /// The most kinds of findings, and the most files, that are listed.
  static let limitOfRows = 20
  static let limitOfFiles = 10

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { false }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {}

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    var lines = [heading(ending), ending.samplesText]
    if ending.summary.isIncomplete {
      lines.append("INCOMPLETE: \(IncompleteReason.words(ending.summary.incompleteReasons, "an input"))")
    }
    lines += ending.outcome.thresholds.map { "fail if \($0.line)" }
    lines += table(
      ending.rows.prefix(Self.limitOfRows).map { row in
        [
          GroupedDigits.string(row.count), ending.rate(of: row).map { "\($0) %" } ?? "-", row.severity.name,
          row.name, row.type.map { TextEscaping.escaped($0, limit: 200) } ?? "-",
        ]
      }, header: ["count", "rate", "severity", "code", "type"], rest: ending.rows.count, of: "kind")
    let worst = ending.worstFiles
    lines += table(
      worst.prefix(Self.limitOfFiles).map { file in
        [
          GroupedDigits.string(file.refused), ShareText.percent(file.refused, of: file.read).map { "\($0) %" } ?? "-",
          file.stateText, TextEscaping.escaped(file.path, limit: 1000),
        ]
      }, header: ["refused", "rate", "state", "file"], rest: worst.count, of: "file")
    for line in lines { try output.append(LogText.safeStart(LogText.broken(line)) + "\n") }
  }

  private func heading(_ ending: ReportEnding) -> String {
    let words = [
      ending.outcome.project.map { TextEscaping.escaped($0, limit: 200) }, ending.outcome.dayText, ending.verdictText,
    ]
    return "assay: " + words.compactMap { $0 }.joined(separator: ", ")
  }

  /// Rows under a header, numbers to the right; nothing if there are no rows.
  private func table(_ rows: [[String]], header: [String], rest total: Int, of noun: String) -> [String] {
    guard !rows.isEmpty else { return [] }
    let all = ([header] + rows).map { ["  " + $0[0]] + $0.dropFirst() }
    var lines = [""] + AlignedColumns.lines(all, right: 0...1).split(separator: "\n").map(String.init)
    if total > rows.count { lines.append("  and \(GroupedDigits.counted(total - rows.count, "more \(noun)"))") }
    return lines
  }
}
