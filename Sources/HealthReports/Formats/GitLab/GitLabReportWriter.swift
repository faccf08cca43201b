import HealthModel

/// All findings as a Code Quality report, which GitLab shows beside the lines of a change.
struct GitLabReportWriter: ReportWriter {
  private var fingerprints = FingerprintCounter()
  private var hasBegun = false

  mutating func add(_ diagnostic: Diagnostic, to output: ByteOutput) throws(OutputError) {
    let place = ReportedLocation(diagnostic.location)
    let fingerprint = fingerprints.fingerprint(of: diagnostic)
    var json = JSONBuilder()
    json.object { item in
      item.member("description", diagnostic.sentence(at: place))
      item.member("check_name", diagnostic.ruleName)
      item.member("fingerprint", fingerprint)
      item.member("severity", Self.word(diagnostic.severity))
      item.object("location") { location in
        location.member("path", place.file)
        location.key("lines")
        // GitLab refuses a finding without a line.
        location.object { $0.member("begin", max(1, place.line)) }
      }
    }
    try output.append(hasBegun ? ",\n" : "[\n")
    try output.append(json.bytes)
    hasBegun = true
  }

  mutating func end(_ ending: ReportEnding, to output: ByteOutput) throws(OutputError) {
    try output.append(hasBegun ? "\n]\n" : "[]\n")
  }

  private static func word(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
