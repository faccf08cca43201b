import HealthModel

/// Findings as SARIF 2.1.0: one run, the highest severity first, and a note when some were left out.
///
/// The services that read SARIF refuse or cut what is larger, so the report is cut here, where it is known which
/// findings are those of the highest severity.
struct SARIFForm: ReportForm {
  /// The most results of a report.
  static let limit = 5_000

  private var results: MostSevereFirst<[UInt8]>
  private var fingerprints = FingerprintLedger()

  init(limit: Int = SARIFForm.limit) {
    results = MostSevereFirst(limit: limit)
  }

  func wants(_ code: DiagnosticCode, _ severity: Severity) -> Bool { results.wants(severity) }

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    let fingerprint = fingerprints.fingerprint(of: diagnostic)
    results.add(SARIFResult.object(diagnostic, fingerprint: fingerprint), diagnostic.severity)
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    try output.append("{\"$schema\":\"\(Self.schema)\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":\n")
    try output.append(SARIFTool.object(version: ending.version, rules: ending.outcome.rules))
    try output.append(",\n\"columnKind\":\"unicodeCodePoints\",\"invocations\":")
    try output.append(invocations(ending))
    try output.append(",\"properties\":")
    try output.append(properties(ending))
    try output.append(",\"results\":[")
    var isFirst = true
    for result in results.elements {
      try output.append(isFirst ? "\n" : ",\n")
      try output.append(result)
      isFirst = false
    }
    try output.append("\n]}]}\n")
  }

  private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

  private func properties(_ ending: ReportEnding) -> [UInt8] {
    var json = JSONBuilder()
    json.object { item in
      item.member("total", ending.total)
      item.member("listed", results.count)
      ThresholdResult.append(ending.outcome.thresholds, to: &item)
    }
    return json.bytes
  }

  private func invocations(_ ending: ReportEnding) -> [UInt8] {
    let listed = results.count
    var json = JSONBuilder()
    json.array { list in
      list.object { item in
        item.member("executionSuccessful", !ending.summary.isIncomplete)
        let failures = ending.outcome.failures
        guard listed < ending.total || !failures.isEmpty else { return }
        item.key("toolExecutionNotifications")
        item.array { notes in
          for failure in failures { Self.append(failure, to: &notes) }
          guard listed < ending.total else { return }
          notes.object { note in
            note.member("level", ending.count(.error) > listed ? "warning" : "note")
            note.key("message")
            note.object { message in
              message.member("text", "\(listed) of \(ending.total) findings are listed, the highest severity first")
            }
          }
        }
      }
    }
    return json.bytes
  }

  /// How a plugin failed, which is why the run is not successful.
  private static func append(_ failure: Diagnostic, to notes: inout JSONBuilder) {
    notes.object { note in
      note.key("descriptor")
      note.object { $0.member("id", failure.ruleName) }
      note.member("level", failure.severity.name)
      note.key("message")
      note.object { $0.member("text", SARIFResult.plain(failure.sentence(at: ReportedPlace(failure.location)))) }
    }
  }
}
