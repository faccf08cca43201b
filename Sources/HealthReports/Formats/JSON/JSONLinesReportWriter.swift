import HealthModel

/// All findings, one object a line, then the summary on a separate line.
struct JSONLinesReportWriter: ReportWriter {
  private var lines = DiagnosticLines()

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    try output.append(JSONReport.object(diagnostic))
    try output.append("\n")
  }

  mutating func add(_ finding: WordedFinding, to output: ByteOutput) throws(OutputError) -> Bool {
    try output.append(writing: {
      lines.append(finding, to: &$0)
      $0.append(UInt8(ascii: "\n"))
    })
    return true
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    var json = JSONBuilder()
    json.object { json in
      json.key("summary")
      ending.summary.append(to: &json) { ending.outcome.append(to: &$0) }
    }
    try output.append(json.bytes)
    try output.append("\n")
  }
}
