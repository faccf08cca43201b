import HealthModel
import HealthReports
import Testing

@Suite("JSON") struct JSONFormTests {
  @Test("one object: schema, diagnostics, summary") func object() throws {
    let root = try ReportRun.object(ReportRun.text(.json, of: MadeUp.hostile))
    let diagnostics = try #require(root["diagnostics"] as? [[String: Any]])
    let paths = diagnostics.compactMap { $0["path"] as? String }
    #expect(root.keys.sorted() == ["diagnostics", "schema", "summary"])
    #expect(paths == MadeUp.hostile.map(\.location.path))
    let whole = try #require(diagnostics.last)
    #expect(whole["line"] == nil && whole["column"] == nil)
  }

  @Test("nothing found is an object as well") func empty() throws {
    let text = try ReportRun.text(.json, of: [])
    #expect(text.hasPrefix("{\"schema\":1,\"diagnostics\":[],\"summary\":{"))
    #expect(text.hasSuffix("}}\n"))
  }

  @Test("one object a line, all of them, the summary last") func lines() throws {
    let lines = try ReportRun.text(.jsonl, of: MadeUp.findings(30)).split(separator: "\n")
    #expect(lines.count == 31)
    let last = try ReportRun.object(String(try #require(lines.last)))
    #expect(Array(last.keys) == ["summary"])
  }

  @Test("related places are members, when there are any") func related() throws {
    var finding = MadeUp.finding(.nearDuplicate)
    #expect(!String(decoding: DiagnosticLines.object(finding), as: UTF8.self).contains("related"))
    let first = SourceLocation(path: "samples.ndjson", line: 1, column: 2, byteOffset: 1)
    finding.related = [RelatedLocation(location: first, message: "the first sample")]
    let text = String(decoding: DiagnosticLines.object(finding), as: UTF8.self)
    let wanted = "\"related\":[{\"path\":\"samples.ndjson\",\"line\":1,\"column\":2,\"message\":\"the first sample\"}]}"
    #expect(text.hasSuffix(wanted))
  }
}
