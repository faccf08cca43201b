package import HealthModel

/// All findings as one object: `schema`, `diagnostics`, one a line, and `summary`.
struct JSONReportWriter: ReportWriter {
  private var hasBegun = false
  private var lines = DiagnosticLines()

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

/// A diagnostic as a JSON object; absent fields are left out.
package enum JSONReport {
  /// The object's bytes.
  package static func object(_ diagnostic: Diagnostic) -> [UInt8] {
    var json = JSONBuilder(capacity: 768)
    append(diagnostic, to: &json)
    return json.bytes
  }

  package static func append(_ diagnostic: Diagnostic, to json: inout JSONBuilder) {
    json.object { json in
      json.member("code", diagnostic.ruleName)
      json.member("severity", diagnostic.severity.name)
      json.member("message", diagnostic.message)
      append(diagnostic.location, to: &json)
      if let offset = diagnostic.location.byteOffset { json.member("byte_offset", Int(offset)) }
      json.member("place", diagnostic.location.place)
      if diagnostic.location.isLineOfRange { json.member("line_base", "range") }
      json.member("pointer", diagnostic.pointer)
      json.member("type", diagnostic.type)
      json.member("uuid", diagnostic.uuid)
      json.member("rule_location", diagnostic.ruleLocation?.description)
      json.member("hint", diagnostic.hint)
      if !diagnostic.related.isEmpty { append(diagnostic.related, to: &json) }
      if let once = diagnostic.once {
        json.object("once") { mark in
          mark.member("key", once.key)
          mark.member("times", once.times)
          if once.isOver { mark.member("over", true) }
        }
      }
    }
  }

  /// The members of a place; line and column are left out when it is the whole file.
  private static func append(_ location: SourceLocation, to json: inout JSONBuilder) {
    json.member("path", location.path)
    guard location.line > 0 else { return }
    json.member("line", location.line)
    json.member("column", location.column)
  }

  private static func append(_ related: [RelatedLocation], to json: inout JSONBuilder) {
    json.array("related") { list in
      for place in related {
        list.object { item in
          append(place.location, to: &item)
          item.member("place", place.location.place)
          item.member("message", place.message)
        }
      }
    }
  }
}
