import Foundation
import Testing

/// The values of a quantity sample in which HealthKit keeps several, as a series whose parent the sample is: types of a
/// team, defined in YAML alone.
@Suite("Series of quantities", .serialized) struct QuantitySeriesTests {
  private static let fixture = "Tests/Fixtures/quantity-series/samples.ndjson"
  private static let types = ["--catalog", "Tests/Fixtures/quantity-series/types"]
  private static let heartRate = "5D0B6A6E-0F6C-4A51-9C39-70C2D0A7A001"

  @Test("the types are sound, and their examples raise what they say", arguments: ["lint", "test"])
  func types(_ verb: String) throws {
    let result = try AssayBinary.run(["catalog", verb, Self.types[1]])
    #expect(result.status == 0, "\(result.errorText)")
    let summary = verb == "lint" ? "0 errors, 0 warnings" : "2 types, 18 examples, 0 failures"
    #expect((result.text + result.errorText).contains(summary), "\(result.text)\(result.errorText)")
  }

  @Test("what goes in comes out, and is not taken again", arguments: StoreKind.present)
  func roundTrip(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let normal = try AssayBinary.run(["normalize", Self.fixture] + Self.types)
      #expect(normal.status == 0, "\(normal.errorText)")
      let store = kind.place("store", in: folder)
      #expect(try store.importing(Self.fixture, more: Self.types).status == 0)
      // The store keeps the definitions.
      let export = try store.export()
      #expect(Self.lines(export).sorted() == Self.lines(normal.text).sorted())
      #expect(try store.faults() == "")
      let other = kind.place("other", in: folder)
      let path = try folder.write("export.ndjson", export)
      #expect(try other.importing(path, more: Self.types).status == 0)
      #expect(try other.export() == export)
      #expect(try RunReport(store.importing(path, more: Self.types)).summary.accepted == 0)
    }
  }

  @Test("a series is found by its sample, and does not count in statistics", arguments: StoreKind.present)
  func asked(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      let store = kind.place("store", in: folder)
      #expect(try store.importing(Self.fixture, more: Self.types).status == 0)
      let series = try AssayBinary.run(
        ["query", "--store", store.url, "--parent", Self.heartRate, "--output-format", "jsonl"] + store.options)
      #expect(series.status == 0, "\(series.errorText)")
      #expect(Self.lines(series.text).count == 1)
      #expect(series.text.contains(#""type":"org.study.heartRateSeries""#), "\(series.text)")
      let statistics = try AssayBinary.run(
        ["stats", "--store", store.url, "--type", "heartRate", "--output-format", "csv"] + store.options)
      #expect(statistics.status == 0, "\(statistics.errorText)")
      #expect(statistics.text.contains("119.5") && !statistics.text.contains("121.5"), "\(statistics.text)")
    }
  }

  private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }
}
