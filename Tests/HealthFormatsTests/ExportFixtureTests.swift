import HealthModel
import Testing

@testable import HealthFormats

@Suite("Export fixtures")
struct ExportFixtureTests {
  /// What a fixture gives, by the reader alone: samples handed out, correlations with their members counting one.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let name: String
    let samples: Int
    var unsupported: [String] = []
    var refused: [String] = []
    var broken: String?

    var testDescription: String { name }
  }

  static let expectations = [
    Expectation(name: "correlations-nested-only", samples: 2),
    Expectation(name: "correlations-top-level-only", samples: 3),
    Expectation(name: "correlations-both", samples: 9),
    Expectation(name: "broken-dtd-v12", samples: 4),
    Expectation(name: "vertical-tab", samples: 3, refused: ["xml-character"]),
    Expectation(name: "locale-fr", samples: 2, unsupported: ["HeartRateVariabilityMetadataList"]),
    Expectation(name: "v3-no-values", samples: 6),
    Expectation(name: "metadata-twice", samples: 3, unsupported: ["Workout"]),
    Expectation(name: "truncated", samples: 2, broken: "truncated"),
    Expectation(name: "two-offsets", samples: 3),
    Expectation(name: "entities", samples: 6),
    Expectation(name: "entity-undefined", samples: 3, refused: ["xml-syntax"]),
    Expectation(name: "dtd-entity-bomb", samples: 3),
    Expectation(name: "comments-and-cdata", samples: 4),
    Expectation(name: "localized-name/apple_health_export/导出", samples: 3),
  ]

  @Test("a fixture gives what its line in the README says", arguments: ExportFixtureTests.expectations)
  func fixture(_ expected: Expectation) throws {
    let export = ReadExport(try TestFiles.bytes("Fixtures/apple-health/\(expected.name).xml"))
    #expect(export.error == nil)
    #expect(export.samples.count == expected.samples)
    #expect(export.records.flatMap(\.unsupported).map { String($0.prefix { $0 != " " }) } == expected.unsupported)
    #expect(export.samples.flatMap(\.codes) == expected.refused)
    #expect(export.isBroken == (expected.broken != nil))
    #expect(export.records.filter { $0.kind == "broken" }.flatMap(\.codes) == (expected.broken.map { [$0] } ?? []))
  }

  @Test("elements are counted as a naive reader counts them", arguments: TestFiles.exports)
  func counts(_ name: String) throws {
    // Names inside comments and character data are no elements, and a tag that is cut is none either.
    guard !name.hasSuffix("comments-and-cdata.xml"), !name.hasSuffix("truncated.xml") else { return }
    let bytes = try TestFiles.bytes(name)
    let export = ReadExport(bytes)
    #expect(export.elements == Self.naiveCounts(bytes))
    #expect((export.elements["Record"] ?? 0) > 0)
  }

  /// Every `<` with a letter behind it is an element, as `grep -o '<[A-Za-z]*'` would say.
  private static func naiveCounts(_ bytes: [UInt8]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for piece in bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst() {
      let name = piece.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
      if !name.isEmpty { counts[String(decoding: name, as: UTF8.self), default: 0] += 1 }
    }
    return counts
  }

  @Test("a record's attributes become fields, its device's parts too")
  func fields() throws {
    let export = ReadExport(try TestFiles.bytes("Fixtures/apple-health/phone-export-2.xml"))
    let record = export.samples.first { $0.samples.first?["value"] == "640" }
    let fields = try #require(record?.samples.first)
    #expect(
      fields == [
        "type": "HKQuantityTypeIdentifierStepCount", "unit": "count", "value": "640",
        "start": "2025-03-12 12:00:00 -0400", "end": "2025-03-12 12:09:30 -0400",
        "created": "2025-03-12 12:09:38 -0400", "source.name": "Test Phone", "source.version": "18.4",
        "device.name": "iPhone", "device.manufacturer": "Apple Inc.", "device.model": "iPhone",
        "device.hardware": "iPhone16,1", "device.software": "18.4",
      ])
  }

  @Test("each characteristic that is set is a sample of its own")
  func characteristics() throws {
    let export = ReadExport(try TestFiles.bytes("Fixtures/apple-health/phone-export-2.xml"))
    let found = export.samples.flatMap(\.samples).filter { $0["type"]?.hasPrefix("HKCharacteristic") == true }
    #expect(
      found == [
        ["type": "HKCharacteristicTypeIdentifierDateOfBirth", "value": "1990-11-23"],
        ["type": "HKCharacteristicTypeIdentifierBiologicalSex", "value": "HKBiologicalSexMale"],
        ["type": "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse", "value": "None"],
      ])
  }

  @Test("a correlation has its own metadata, and each member has its own")
  func correlation() {
    let export = ReadExport.document(
      """
      <Correlation type="c" sourceName="s"><Record type="a" value="1"/><MetadataEntry key="k" value="c"/>\
      <Record type="b" value="2"><MetadataEntry key="k" value="b"/><MetadataEntry key="m" value=""/></Record>\
      <MetadataEntry key="k" value="c"/><Odd/></Correlation>
      """)
    #expect(export.records.count == 1)
    let record = export.records.first
    #expect(record?.samples.map { $0["type"] } == ["c", "a", "b"])
    #expect(record?.metadata == [["k=c"], [], ["k=b", "m="]])
    #expect(record?.unsupported.first?.hasSuffix(" inside") == true)
    #expect(record?.problems == [])
  }

  @Test("a correlation whose metadata contradict themselves is refused whole")
  func correlationContradiction() {
    let export = ReadExport.document(
      """
      <Correlation type="c"><MetadataEntry key="k" value="1"/>\
      <Record type="a"><MetadataEntry key="k" value="3"/></Record>\
      <MetadataEntry key="k" value="2"/></Correlation>
      """)
    #expect(export.records.map(\.codes) == [["json-duplicate-key"]])
  }

  @Test("the layout of iOS 8: `source`, and attributes that records have no more")
  func iOS8() {
    let export = ReadExport.document(
      "<Record type=\"t\" source=\"Phone\" recordCount=\"3\" unit=\"\" value=\"1\" startDate=\"20140114084347-0800\"/>")
    #expect(
      export.samples.first?.samples == [
        ["type": "t", "source.name": "Phone", "value": "1", "start": "20140114084347-0800"]
      ])
    #expect(export.samples.first?.unknown == ["recordCount"])
  }
}
