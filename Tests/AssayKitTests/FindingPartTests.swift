import AssayKit
import Testing

/// A program acts on the parts of a finding, without reading its words.
@Suite("The parts of a finding") struct FindingPartTests {
  @Test(
    "a pointer has steps",
    arguments: [
      (nil, [], nil), ("", [], nil), ("/unit", ["unit"], nil), ("/members/1/unit", ["members", "1", "unit"], 1),
      ("/members", ["members"], nil), ("/metadata/a~1b~0c", ["metadata", "a/b~c"], nil),
      ("/metadata/", ["metadata", ""], nil), ("/metadata/~01", ["metadata", "~1"], nil),
      ("/lists/events/2/kind", ["lists", "events", "2", "kind"], nil),
    ] as [(String?, [String], Int?)])
  func path(_ pointer: String?, _ path: [String], _ member: Int?) {
    let finding = Diagnostic(
      code: .unitUnknown, message: "", location: SourceLocation(path: ""), pointer: pointer)
    #expect(finding.path == path && finding.member == member)
  }

  @Test("what the rules find in a member names the member and the sample") func found() throws {
    let types = try HealthTypes.builtIn()
    let now = Instant(microseconds: SavedSampleTests.now)
    var sample = NewSample.correlation(
      .bloodPressure, from: now, .quantity(.bloodPressureSystolic, 120, .millimetersOfMercury),
      .quantity(.bloodPressureDiastolic, 80, .kilogram))
    sample.id = SampleID(high: 1, low: 2)
    let findings = types.judged([sample], now: now).findings(at: 0)
    let finding = try #require(findings.first { $0.code == .unitIncompatible })
    #expect(finding.severity == .error && finding.type == "bloodPressureDiastolic")
    #expect(finding.path == ["members", "1", "unit"] && finding.member == 1)
    let body =
      #"{"type":"heartRate","value":64,"unit":"kg","start":"2026-01-05T08:00:00Z","#
      + #""uuid":"11111111-2222-4333-8444-555555555555"}"#
    let verdict = BodyValidator(types).validate(Array(body.utf8), now: now)
    #expect(verdict.findings.first?.diagnostic.sampleID == SampleID("11111111-2222-4333-8444-555555555555"))
  }
}
