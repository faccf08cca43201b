import HealthModel

/// All findings as one object: `schema`, `diagnostics`, one a line, and `summary`.
struct JSONForm: ReportForm {
  private var hasBegun = false
  private var lines = DiagnosticLines()

  init() {}

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { true }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    try begin(output)
    try output.append(JSONReport.object(diagnostic))
  }

  mutating func add(_ finding: WordedFinding, to output: ByteOutput) throws(OutputError) -> Bool {
    try begin(output)
    try output.append(writing: { lines.append(finding, to: &$0) })
    return true
  }

  private mutating func begin(_ output: ByteOutput) throws(OutputError) {
    try output.append(hasBegun ? ",\n" : "{\"schema\":1,\"diagnostics\":[\n")
    hasBegun = true
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    if !hasBegun { try output.append("{\"schema\":1,\"diagnostics\":[") }
    var json = JSONBuilder()
    ending.summary.append(to: &json) { ending.outcome.append(to: &$0) }
    try output.append((hasBegun ? "\n" : "") + "],\"summary\":")
    try output.append(json.bytes)
    try output.append("}\n")
  }
}
