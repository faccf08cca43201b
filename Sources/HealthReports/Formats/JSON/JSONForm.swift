import HealthModel

/// All findings as one object: `schema`, `diagnostics`, one a line, and `summary`.
struct JSONForm: ReportForm {
  private var hasBegun = false
  private let lines = DiagnosticLines()

  init() {}

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { true }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    try output.append(hasBegun ? ",\n" : "{\"schema\":1,\"diagnostics\":[\n")
    try lines.write(diagnostic, to: output)
    hasBegun = true
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    if !hasBegun { try output.append("{\"schema\":1,\"diagnostics\":[") }
    var json = JSONBuilder()
    ending.summary.append(to: &json)
    try output.append((hasBegun ? "\n" : "") + "],\"summary\":")
    try output.append(json.bytes)
    try output.append("}\n")
  }
}
