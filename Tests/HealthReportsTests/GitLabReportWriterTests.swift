import HealthModel
import HealthReports
import Testing

@Suite("GitLab") struct GitLabFormTests {
  @Test("an entry") func entry() throws {
    var finding = MadeUp.finding(.valueImplausible, path: "./data/a.ndjson", hint: "look at it")
    finding.field = "/value"
    let entries = try ReportRun.array(ReportRun.text(.gitlab, of: [finding]))
    let entry = try #require(entries.first)
    #expect(entry.keys.sorted() == ["check_name", "description", "fingerprint", "location", "severity"])
    #expect(entry["description"] as? String == "heartRate takes count/min, got kg (look at it)")
    #expect(entry["check_name"] as? String == "value-implausible")
    #expect(entry["severity"] as? String == "minor")
    let location = try #require(entry["location"] as? [String: Any])
    let lines = try #require(location["lines"] as? [String: Int])
    #expect(location["path"] as? String == "data/a.ndjson")
    #expect(lines == ["begin": 3])
  }

  @Test("fingerprints differ and stay when lines move") func fingerprints() throws {
    func fingerprints(_ findings: [Diagnostic]) throws -> [String] {
      try ReportRun.array(ReportRun.text(.gitlab, of: findings)).compactMap { $0["fingerprint"] as? String }
    }
    let findings = MadeUp.findings(40) + MadeUp.hostile
    let moved = findings.map { finding in
      var moved = finding
      if moved.location.line > 0 { moved.location.line += 7 }
      return moved
    }
    let before = try fingerprints(findings)
    #expect(Set(before).count == findings.count)
    #expect(try fingerprints(moved) == before)
  }

  @Test("the whole file is its first line; nothing found is an empty list") func edges() throws {
    let text = try ReportRun.text(.gitlab, of: [MadeUp.finding(.truncated, line: 0)])
    #expect(text.hasSuffix("\"location\":{\"path\":\"samples.ndjson\",\"lines\":{\"begin\":1}}}\n]\n"))
    #expect(try ReportRun.text(.gitlab, of: []) == "[]\n")
  }
}
