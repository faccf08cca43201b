import HealthModel
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

@testable import HealthQueries

/// What was stored comes back as values.
@Suite struct SampleDecodingTests {
  typealias Kind = SampleShelf.Kind

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String
    var value: SampleValue

    init(_ description: String, _ line: String, _ value: SampleValue) {
      testDescription = description
      self.line = line
      self.value = value
    }
  }

  @Test func aBatchOfAnotherRegistryIsNotDecoded() throws {
    let bench = try SampleShelf.workbench()
    let batch = try bench.batch(#"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#)
    let other = try Registry(types: Array(bench.registry.types.dropFirst()), contentHash: bench.registry.contentHash)
    let error = #expect(throws: StorageError.self) { _ = try SampleDecoder(registry: other).samples(in: batch) }
    #expect(error?.code == .incompatible)
    #expect(try SampleDecoder(registry: bench.registry).samples(in: batch).count == 1)
    #expect(try SampleDecoder(registry: other).samples(in: SampleBatch()).isEmpty)
  }

  static let cases = [
    Case(
      "a case", #"{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T08:00:00Z"}"#,
      .category(name: "asleepCore", raw: 3)),
    Case(
      "a case without a raw value", #"{"type":"test.mood","value":"later","start":"2026-01-01T08:00:00Z"}"#,
      .category(name: "later", raw: nil)),
    Case(
      "a case of a characteristic", #"{"type":"bloodType","value":"aPositive"}"#,
      .category(name: "aPositive", raw: 1)),
    Case("a date", #"{"type":"dateOfBirth","value":"1990-04-12"}"#, .text("1990-04-12")),
    Case(
      "text with escapes, beyond ASCII",
      #"{"type":"test.note","value":"a\"b\\c\n\u0001 \u00e9 \ud83d\ude00 ü"}"#, .text("a\"b\\c\n\u{1} é 😀 ü")),
    Case(
      "a correlation",
      #"{"type":"test.sitting","start":"2026-01-01T08:00:00Z","members":"#
        + #"[{"type":"heartRate","role":"after","value":72,"unit":"count/min"}]}"#,
      .correlation),
  ]

  @Test func eachValueAnswersToTheAccessorOfItsForm() throws {
    let quantity = SampleValue.quantity(try Quantity(72, "count/min"))
    #expect(quantity.quantity?.value == 72 && quantity.enumCase == nil && quantity.text == nil)
    let enumCase = SampleValue.category(name: "asleepCore", raw: 3)
    #expect(enumCase.enumCase == SampleValue.Case(name: "asleepCore", raw: 3))
    #expect(enumCase.quantity == nil && enumCase.text == nil)
    let text = SampleValue.text("1990-04-12")
    #expect(text.text == "1990-04-12" && text.quantity == nil && text.enumCase == nil)
    let none = SampleValue.correlation
    #expect(none.quantity == nil && none.enumCase == nil && none.text == nil && none.structure == nil)
    let structure = SampleValue.structure(StructureContent(shape: StructureShape()))
    #expect(structure.structure != nil)
    #expect(structure.quantity == nil && structure.enumCase == nil && structure.text == nil)
  }

  @Test(arguments: Kind.allCases, cases)
  func eachKindOfValueComesBack(_ kind: Kind, _ item: Case) async throws {
    let shelf = try await SampleShelf(kind, item.line)
    let samples = try await shelf.store.samples(matching: .samples().withoutCorrelation())
    #expect(samples.map(\.value) == [item.value])
  }

  @Test(arguments: Kind.allCases)
  func aSampleComesBackWithAllThatItSays(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      #"""
      {"uuid":"11111111-2222-4333-8444-555555555555","type":"heartRate","value":1.2,"unit":"Hz","start":"2026-01-01T08:00:00-07:00","end":"2026-01-01T16:30:00.25+01:00","created":"2026-01-02T00:00:00Z","subject":"p-\u00e9","source":{"name":"Ann\u2019s \"Watch\"","bundle":"com.apple.health","version":"11.0","product":"Watch6,7","os":"11.0.1"},"device":{"name":"Apple Watch","manufacturer":"Apple Inc.","model":"Watch","hardware":"Watch6,7","firmware":"f","software":"11.0","local":"l","udi":"u"},"metadata":{"HKWasUserEntered":true}}
      """#)
    let sample = try #require(try await shelf.store.samples(matching: SampleQuery()).first)
    let start = Instant(microseconds: SampleShelf.moment("2026-01-01T15:00:00Z"), offset: -420)
    let end = Instant(microseconds: SampleShelf.moment("2026-01-01T15:30:00.25Z"), offset: 60)
    let expected = Sample(
      id: try #require(SampleID("11111111-2222-4333-8444-555555555555")), type: "heartRate",
      value: .quantity(try Quantity(72, "count/min")), start: start, end: end,
      created: Instant(microseconds: SampleShelf.moment("2026-01-02T00:00:00Z")),
      source: SourceRevision(
        name: "Ann\u{2019}s \"Watch\"", bundle: "com.apple.health", version: "11.0", product: "Watch6,7", os: "11.0.1"),
      device: Device(
        name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch6,7", firmware: "f",
        software: "11.0", local: "l", udi: "u"),
      subject: "p-é", metadata: ["HKWasUserEntered": .boolean(true)])
    #expect(sample == expected)
  }

  @Test(arguments: Kind.allCases)
  func whatASampleDoesNotSayIsAbsent(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(kind, #"{"type":"dateOfBirth","value":"1990-04-12"}"#)
    let sample = try #require(try await shelf.store.samples(matching: SampleQuery()).first)
    #expect(sample == Sample(id: sample.id, type: "dateOfBirth", value: .text("1990-04-12")))
  }

  @Test(arguments: Kind.allCases)
  func membersStandInTheirCorrelationByRole(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      #"""
      {"type":"test.sitting","start":"2026-01-01T08:00:00Z","members":[{"type":"heartRate","role":"before","value":60,"unit":"count/min"},{"type":"heartRate","role":"after","value":90,"unit":"count/min"},{"type":"sleepAnalysis","value":"awake"}]}
      """#)
    let samples = try await shelf.store.samples(matching: .samples(of: "test.sitting"))
    let sitting = try #require(samples.first)
    #expect(samples.count == 1)
    #expect(sitting.members.map(\.role) == ["before", "after", "sleepAnalysis"])
    #expect(sitting.members(as: "before").text == "60")
    #expect(sitting.members(as: "after").text == "90")
    #expect(sitting.members(as: "sleepAnalysis").map(\.value) == [.category(name: "awake", raw: 2)])
    #expect(try await shelf.store.samples(matching: .samples(of: "heartRate")).count == 2)
  }

  @Test(arguments: Kind.allCases)
  func metadataComeBackByKind(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      #"""
      {"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"text \u00e9\"":"a\n\u00fc","number":-1.5e3,"HKWasUserEntered":1,"no":false,"HKDateOfEarliestDataUsedForEstimate":"2026-01-01T08:00:00+02:00","looks like a date":"2026-01-01T08:00:00Z","HKWeatherTemperature":"77 degF","dose":{"value":2.5,"unit":"mg"}}}
      """#)
    let sample = try #require(try await shelf.store.samples(matching: SampleQuery()).first)
    let date = Instant(microseconds: SampleShelf.moment("2026-01-01T06:00:00Z"), offset: 120)
    let expected: [String: MetadataValue] = [
      "text é\"": .string("a\nü"), "number": .number(-1500), "HKWasUserEntered": .boolean(true), "no": .boolean(false),
      "HKDateOfEarliestDataUsedForEstimate": .date(date), "looks like a date": .string("2026-01-01T08:00:00Z"),
      "HKWeatherTemperature": .quantity(try Quantity(77, "degF")), "dose": .quantity(try Quantity(2.5, "mg")),
    ]
    #expect(sample.metadata == expected)
  }

  static let otherValues = ["[1,2]", "null", #"{"value":1}"#, #"{"value":1,"unit":"none"}"#, #"{"a":1,"b":2,"c":3}"#]

  @Test(arguments: otherValues)
  func metadataOfAnotherMakeStayAsJSON(_ text: String) throws {
    var reading = MetadataDecoding(keys: MetadataKeys(try SampleShelf.workbench().registry))
    let bytes = Array((#"{"k":"# + text + "}").utf8)
    #expect(reading.values(of: 0..<bytes.count, in: bytes) == ["k": .other(text)])
  }

  @Test func aQuantityIsExpressedInUnitsOfItsDimensionOnly() throws {
    let pressure = try Quantity(120, "mmHg")
    #expect(try pressure.doubleValue(for: UnitOfMeasure("kPa")) == 15.998684210526315)
    #expect(pressure.isCompatible(with: try UnitOfMeasure("Pa")))
    #expect(!pressure.isCompatible(with: try UnitOfMeasure("kg")))
    let error = #expect(throws: QueryError.self) { try pressure.doubleValue(for: UnitOfMeasure("kg")) }
    #expect(error?.reason == .wrongUnit)
    #expect(throws: QueryError.self) { try Quantity(1, "mmhg ") }
  }
}
