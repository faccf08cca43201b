import HealthModel
import HealthValidation
import Testing

/// What people and machines read of findings among several samples.
struct AcrossMessageTests {
  private static let id = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
  private static let stage =
    #"{"type":"sleepAnalysis","value":"inBed","start":"2026-01-01T22:00:00Z","end":"2026-01-01T23:00:00Z"}"# + "\n"
    + #"{"type":"sleepAnalysis","value":"awake","start":"2026-01-01T23:00:00Z","end":"2026-01-01T23:30:00Z"}"#

  /// The last finding about some lines.
  private func diagnostic(_ text: String, redacts: Bool = false) throws -> Diagnostic {
    let input = AcrossInput(try AcrossTypes.registry(), Array(text.utf8))
    let finding = try #require(try input.findings().last)
    return AcrossMessages.diagnostic(finding, registry: input.registry, paths: ["a.ndjson"], redacts: redacts)
  }

  @Test("a finding names both places, its rule and its kind") func overlap() throws {
    let found = try diagnostic(
      """
      {"type":"mindfulSession","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z"}
      {"uuid":"\(Self.id)","type":"mindfulSession","start":"2026-01-01T08:05:00Z","end":"2026-01-01T08:30:00Z"}
      """)
    #expect(found.code == .overlap)
    #expect(found.severity == .warning)
    #expect(found.message == "mindfulSession shares 5 minutes with line 1, of the same source and device")
    #expect(found.location == SourceLocation(path: "a.ndjson", line: 2, column: 1, byteOffset: 86))
    #expect(found.pointer?.isEmpty == true)
    #expect(found.type == "mindfulSession")
    #expect(found.uuid == Self.id)
    #expect(found.ruleLocation == CatalogMark(path: "mindfulSession.yaml", line: 1, column: 1))
    #expect(found.field == "/end")
    #expect(found.evidence == "overlap")
    let first = SourceLocation(path: "a.ndjson", line: 1, column: 1, byteOffset: 0)
    #expect(found.related == [RelatedLocation(location: first, message: "the other sample")])
  }

  @Test("versions of a sample are named, and nothing of them when redacted") func versions() throws {
    let text = [(60, 1), (61, 2)].map { value, version in
      "{\"type\":\"heartRate\",\"value\":\(value),\"unit\":\"count/min\",\"start\":\"2026-01-01T08:00:00Z\","
        + "\"metadata\":{\"HKMetadataKeySyncIdentifier\":\"a\",\"HKMetadataKeySyncVersion\":\(version)}}\n"
    }.joined()
    let found = try diagnostic(text)
    #expect(found.code == .nearDuplicate)
    #expect(found.message == "the same sample as line 1, in sync version 2 instead of 1")
    #expect(found.evidence == "sync-version")
    #expect(try diagnostic(text, redacts: true).message == "another version of line 1 by the sync identifier")
  }

  @Test("a stage is named by its case and its session") func session() throws {
    let found = try diagnostic(Self.stage)
    #expect(found.message == "sleepAnalysis `awake` is 30 minutes outside `inBed` of the same source")
    #expect(found.ruleLocation?.line == 2)
    #expect(found.uuid == nil)
    #expect(found.evidence == "outside")
  }

  @Test(
    "a stage is outside by what no session covers",
    arguments: [
      (["22:00/23:00", "23:00:01/23:50"], "22:30/23:40", nil),
      (["22:00/23:00", "23:00:01/23:50"], "22:30/23:55", "5 minutes"),
      (["22:00/23:00", "23:00:01/23:50"], "21:30/23:40", "30 minutes"),
      (["22:00/22:30", "22:31/23:00"], "22:00/23:00", nil),
      (["22:00/22:30", "22:31:01/23:00"], "22:00/23:00", "1.02 minutes"),
      (["20:00/21:00", "22:00/23:00", "23:10/23:50"], "20:30/23:20", "1 hour"),
      (["20:00/23:00", "21:00/22:00"], "22:30/23:01", nil),
      (["20:00/21:00", "23:00/23:50"], "21:30/22:50", "1.5 hours"),
    ] as [([String], String, String?)])
  func gaps(_ sessions: [String], _ stage: String, _ amount: String?) throws {
    let lines = (sessions + [stage]).enumerated().map { index, time in
      let times = time.split(separator: "/").map { "2026-01-01T\($0.count == 5 ? $0 + ":00" : $0)Z" }
      let value = index < sessions.count ? "inBed" : "awake"
      return #"{"type":"sleepAnalysis","value":"\#(value)","start":"\#(times[0])","end":"\#(times[1])"}"#
    }
    let input = AcrossInput(try AcrossTypes.registry(), Array(lines.joined(separator: "\n").utf8))
    let messages = try input.findings().filter { $0.kind == .stageOutside }.map {
      AcrossMessages.diagnostic($0, registry: input.registry, paths: ["a.ndjson"], redacts: false).message
    }
    #expect(messages == (amount.map { ["sleepAnalysis `awake` is \($0) outside `inBed` of the same source"] } ?? []))
  }

  @Test("a rate is given with its limit and unit") func rate() throws {
    let found = try diagnostic(
      #"{"type":"stepCount","value":60000,"unit":"count","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z"}"#)
    #expect(found.message == "stepCount grows by at most 5 count a second, got 100 count a second")
    #expect(found.ruleLocation?.line == 3)
    #expect(found.related.isEmpty)
  }

  @Test("redacted findings name no value, length of time or id") func redaction() throws {
    let stage = try diagnostic(Self.stage, redacts: true)
    #expect(stage.message == "sleepAnalysis is outside `inBed` of the same source")
    let conflict = try diagnostic(
      """
      {"uuid":"\(Self.id)","type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
      {"uuid":"\(Self.id)","type":"heartRate","value":62,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
      """, redacts: true)
    #expect(conflict.code == .uuidConflict)
    #expect(conflict.message == "the same id as line 1 with other content")
    #expect(conflict.uuid == nil)
    #expect(conflict.severity == .error)
  }

  @Test("another file's sample is named with its path, made safe to show") func files() throws {
    let line = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
    let input = AcrossInput(try AcrossTypes.registry(), Array(line.utf8))
    var (batch, places) = try input.batch(of: 0..<1)
    var rules = AcrossRules(registry: input.registry)
    _ = rules.add(batch, places: places)
    places[0].file = 1
    let again = rules.add(batch, places: places)
    let finding = try #require(again.first)
    let found = AcrossMessages.diagnostic(
      finding, registry: input.registry, paths: ["a\u{7}.ndjson", "b.ndjson"], redacts: false)
    #expect(found.message == "the same sample as a\\u{7}.ndjson:1:1")
    #expect(found.location.path == "b.ndjson")
    #expect(found.severity == .note)
    batch = SampleBatch()
    let none = rules.add(batch, places: [])
    #expect(none.isEmpty)
  }

  @Test(
    "a finding knows its source by name and bundle",
    arguments: [
      (#"{"name":"Sam’s \"Watch\"","version":"2"}"#, #"Sam’s "Watch", -"#),
      (#"{"name":"Watch","bundle":"org.example"}"#, "Watch, org.example"),
      (#"{"bundle":"org.example"}"#, "org.example, org.example"),
      (#"{"version":"2"}"#, "-, -"),
    ])
  func source(_ source: String, _ names: String) throws {
    let line =
      #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":\#(source)}"#
    let input = AcrossInput(try AcrossTypes.registry(), Array((line + "\n" + line).utf8))
    let finding = try #require(try input.findings().first)
    #expect(finding.code == .duplicate)
    #expect("\(finding.source ?? "-"), \(finding.sourceBundle ?? "-")" == names)
  }

  @Test("the coverage says what was checked and what left a window") func coverage() throws {
    let text = (0..<1005).map {
      "{\"type\":\"heartRate\",\"value\":\($0),\"unit\":\"count/min\",\"start\":\"2026-01-01T08:00:00Z\"}\n"
    }.joined()
    let input = AcrossInput(try AcrossTypes.registry(), Array(text.utf8))
    var rules = AcrossRules(registry: input.registry)
    let checked =
      "duplicates within the last 200,000 samples; overlaps and sessions within the last 256 samples and rates within "
      + "the last 256 minutes of each type and source"
    #expect(rules.coverage == checked)
    _ = try input.findings(by: &rules)
    #expect(rules.coverage == checked)
    var options = AcrossOptions()
    options.window = 1
    var narrow = AcrossRules(registry: input.registry, options: options)
    _ = try input.findings(by: &narrow)
    #expect(narrow.leftWindow.identities == 1004)
    #expect(narrow.coverage.hasSuffix("; left a window: 1,004 samples by id"))
  }
}
