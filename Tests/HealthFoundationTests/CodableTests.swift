import Foundation
import HealthFoundation
import HealthModel
import HealthQueries
import HealthUnits
import SeededRandom
import Testing

/// What is encoded is decoded as the same value: of random samples, findings and statistics.
@Suite("Codable forms") struct CodableTests {
  private func expectRoundTrips<Value: Codable & Equatable>(
    _ name: String, _ make: (inout RandomValues) -> Value
  ) throws {
    let seed = SeededGenerator.seed(of: "CodableTests.\(name)")
    var random = RandomValues(seed: seed)
    for turn in 0..<1000 {
      let value = make(&random)
      let data = try JSONEncoder().encode(value)
      let text = String(decoding: data, as: UTF8.self)
      #expect(try JSONDecoder().decode(Value.self, from: data) == value, "SEED=\(seed) turn \(turn): \(text)")
    }
  }

  @Test("samples") func samples() throws { try expectRoundTrips("samples") { $0.sample() } }

  @Test("findings") func findings() throws { try expectRoundTrips("findings") { $0.diagnostic() } }

  @Test("statistics") func statistics() throws { try expectRoundTrips("statistics") { $0.statistics() } }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("keys are those of files and reports") func forms() throws {
    let start = try #require(Instant("2026-01-01T08:00:00-07:00"))
    let sample = Sample(
      id: SampleID(high: 0x1111_1111_2222_4333, low: 0x8444_5555_5555_5555), type: "heartRate",
      value: .quantity(Quantity(72, .count / .minute)), start: start, end: start,
      source: SourceRevision(name: "Ring"), metadata: ["HKWasUserEntered": .boolean(true)])
    #expect(
      try Self.json(sample)
        == #"{"end":"2026-01-01T08:00:00-07:00","metadata":{"HKWasUserEntered":true},"source":{"name":"Ring"},"#
        + #""start":"2026-01-01T08:00:00-07:00","type":"heartRate","unit":"count/min","#
        + #""uuid":"11111111-2222-4333-8444-555555555555","value":72}"#)
    let finding = Diagnostic(
      code: .unitIncompatible, message: "heartRate takes count/min, got kg",
      location: SourceLocation(path: "a.ndjson", line: 1, column: 40, byteOffset: 39), pointer: "/unit",
      type: "heartRate", ruleLocation: CatalogMark(path: "catalog/heart/heartRate.yaml", line: 8, column: 1))
    #expect(
      try Self.json(finding)
        == #"{"byte_offset":39,"code":"unit-incompatible","column":40,"line":1,"#
        + #""message":"heartRate takes count/min, got kg","path":"a.ndjson","pointer":"/unit","#
        + #""rule_location":"catalog/heart/heartRate.yaml:8:1","severity":"error","type":"heartRate"}"#)
    let statistics = Statistics(
      type: "stepCount", unit: .count, start: 0, end: Instant.day, isLocal: true, count: 2, sum: 300,
      duration: 1_500_000)
    #expect(
      try Self.json(statistics)
        == #"{"count":2,"duration":1.5,"end":"1970-01-02T00:00:00","local":true,"start":"1970-01-01T00:00:00","#
        + #""sum":300,"type":"stepCount","unit":"count"}"#)
  }

  @Test(
    "what is none is refused",
    arguments: [
      (#"{"code":"unit-incompatible","severity":"error"}"#, #""severity":"error""#, #""severity":"grave""#),
      (#"{"code":"unit-incompatible","severity":"error"}"#, "unit-incompatible", "no-such-code"),
      (#"{"code":"unit-incompatible","severity":"error","rule_location":"a:1:2"}"#, "a:1:2", "a"),
    ])
  func wrong(_ text: String, _ part: String, _ wrong: String) throws {
    let whole = text.dropLast() + #","message":"m","path":"p","line":1,"column":1}"#
    #expect(throws: Never.self) { try JSONDecoder().decode(Diagnostic.self, from: Data(whole.utf8)) }
    let changed = whole.replacingOccurrences(of: part, with: wrong)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Diagnostic.self, from: Data(changed.utf8)) }
  }

  @Test("what has no form is refused") func withoutForm() throws {
    let shape = StructureShape(fields: [], lists: [])
    let workout = Sample(
      id: SampleID(high: 1, low: 1), type: "workout", value: .structure(StructureContent(shape: shape)))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(workout) }
    let line = #"{"uuid":"00000000-0000-0001-0000-000000000001","type":"workout","fields":{"activity":"running"}}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Sample.self, from: Data(line.utf8)) }
    let endless = Statistics(type: "stepCount", start: .min, end: 0)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(endless) }
    let long = #"{"type":"t","start":"1970-01-01T00:00:00Z","end":"1970-01-01T00:00:00Z","count":0,"duration":1e300}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Statistics.self, from: Data(long.utf8)) }
  }
}
