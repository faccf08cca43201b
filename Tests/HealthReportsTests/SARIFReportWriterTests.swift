import HealthModel
import Testing

@testable import HealthReports

@Suite("SARIF") struct SARIFFormTests {
  private func run(_ text: String) throws -> [String: Any] {
    let root = try ReportRun.object(text)
    #expect(root["version"] as? String == "2.1.0")
    let runs = try #require(root["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  private func results(_ run: [String: Any]) throws -> [[String: Any]] {
    try #require(run["results"] as? [[String: Any]])
  }

  @Test("every code is a rule, and results point at theirs") func rules() throws {
    let run = try run(ReportRun.text(.sarif, of: MadeUp.hostile))
    let tool = try #require(run["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(driver["version"] as? String == "1.2.3")
    #expect(ids == DiagnosticCode.allCases.map(\.name))
    let names = rules.compactMap { $0["name"] as? String }
    #expect(Set(names).count == ids.count && names.contains("UnitIncompatible"))
    for result in try results(run) {
      let index = try #require(result["ruleIndex"] as? Int)
      let id = try #require(result["ruleId"] as? String)
      #expect(ids[index] == id)
    }
  }

  @Test("a result") func result() throws {
    var finding = MadeUp.finding(.valueImplausible, path: "data/a b.ndjson", message: "see [here](1)", hint: "look")
    let first = SourceLocation(path: "/tmp/first.ndjson", line: 1, column: 2)
    finding.related = [RelatedLocation(location: first, message: "the first sample")]
    let text = String(decoding: SARIFResult.object(finding, fingerprint: "f00"), as: UTF8.self)
    let wanted = """
      {"ruleId":"value-implausible","ruleIndex":\(finding.code.rawValue),"level":"warning",\
      "message":{"text":"see [here] (1) (look)"},"locations":[{"physicalLocation":{"artifactLocation":\
      {"uri":"data/a%20b.ndjson"},"region":{"startLine":3,"startColumn":40,"byteOffset":120}}}],\
      "relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///tmp/first.ndjson"},\
      "region":{"startLine":1,"startColumn":2}},"message":{"text":"the first sample"}}],\
      "partialFingerprints":{"assayFinding/v1":"f00"},"properties":{"type":"heartRate","pointer":"/unit"}}
      """
    #expect(text == wanted)
  }

  @Test("no region for a whole file, nor inside an archive") func regions() throws {
    let whole = String(decoding: SARIFResult.object(MadeUp.finding(line: 0), fingerprint: ""), as: UTF8.self)
    #expect(whole.contains("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"samples.ndjson\"}}}"))
    let inside = MadeUp.finding(path: "Export.ZIP!a/b!c.xml")
    let text = String(decoding: SARIFResult.object(inside, fingerprint: ""), as: UTF8.self)
    #expect(text.contains("{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"Export.ZIP\"}}}"))
    #expect(text.contains("got kg; in a/b!c.xml:3:40\""))
    #expect(text.contains("\"member\":\"a/b!c.xml\""))
  }

  @Test("URIs hold only what URIs may hold") func uris() throws {
    let run = try run(ReportRun.text(.sarif, of: MadeUp.hostile))
    for result in try results(run) {
      let locations = try #require(result["locations"] as? [[String: [String: Any]]])
      let artifact = try #require(locations.first?["physicalLocation"]?["artifactLocation"] as? [String: String])
      let uri = try #require(artifact["uri"])
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !uri.contains(":") && !uri.contains("<"), "\(uri)")
    }
  }

  @Test("the highest severities are kept, and what is left out is said") func limit() throws {
    let findings =
      MadeUp.findings(2, .unitAlias) + MadeUp.findings(2, .valueImplausible) + MadeUp.findings(2)
    let run = try run(ReportRun.text(SARIFReportWriter(limit: 3), of: findings))
    let levels = try results(run).compactMap { $0["level"] as? String }
    #expect(levels == ["error", "error", "warning"])
    #expect(run["properties"] as? [String: Int] == ["total": 6, "listed": 3])
    let invocations = try #require(run["invocations"] as? [[String: Any]])
    let invocation = try #require(invocations.first)
    #expect(invocation["executionSuccessful"] as? Bool == true)
    let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    let message = try #require(notes.first?["message"] as? [String: String])
    #expect(message == ["text": "3 of 6 findings are listed, the highest severity first"])
    #expect(notes.first?["level"] as? String == "note")
  }

  @Test("nothing found is a run without results; an incomplete one is not successful") func empty() throws {
    var summary = Summary()
    summary.isIncomplete = true
    let run = try run(ReportRun.text(.sarif, of: [], summary: summary))
    #expect(try results(run).isEmpty)
    let invocations = try #require(run["invocations"] as? [[String: Bool]])
    #expect(invocations == [["executionSuccessful": false]])
  }
}
