import HealthModel
import HealthQueries
import HealthUnits
import Testing

@Suite("Equal samples") struct SampleEqualityTests {
  private static let moment: Int64 = 1_767_254_400_000_000

  private static func sample() throws -> Sample {
    Sample(
      id: try #require(SampleID("11111111-2222-4333-8444-555555555555")), type: "heartRate",
      value: .quantity(Quantity(72, .count / .minute)), start: Instant(microseconds: moment, offset: 60),
      end: Instant(microseconds: moment + 1, offset: 60), created: Instant(microseconds: moment + 2),
      source: SourceRevision(name: "Ring"), device: Device(name: "Ring"), subject: "p",
      metadata: ["at": .date(Instant(microseconds: moment))])
  }

  @Test("a sample that differs in anything is another one") func fields() throws {
    let sample = try Self.sample()
    let id = try #require(SampleID("11111111-2222-4333-8444-555555555556"))
    let member = CorrelatedSample(role: "a", sample: sample)
    let changes: [(inout Sample) -> Void] = [
      { $0.id = id }, { $0.type = "bodyMass" }, { $0.value = .text("a") }, { $0.start?.offset = 0 },
      { $0.start?.microseconds += 1 }, { $0.start = nil }, { $0.end?.offset = 0 }, { $0.end?.microseconds += 1 },
      { $0.end = nil }, { $0.created?.offset = 60 }, { $0.created?.microseconds += 1 }, { $0.created = nil },
      { $0.source = nil }, { $0.device = nil }, { $0.subject = nil }, { $0.metadata = [:] },
      { $0.metadata["at"] = .date(Instant(microseconds: Self.moment, offset: 60)) }, { $0.members = [member] },
    ]
    // One change or more for each stored property: a new one needs a line here and in `==`.
    #expect(Mirror(reflecting: sample).children.count == 11)
    for (place, change) in changes.enumerated() {
      var other = sample
      #expect(other == sample && other.hashValue == sample.hashValue)
      change(&other)
      #expect(other != sample, "\(place)")
    }
  }

  @Test("values of metadata are equal when kind and value are") func metadata() {
    let values: [MetadataValue] = [
      .string("1"), .number(1), .boolean(true), .date(Instant(microseconds: 1)),
      .date(Instant(microseconds: 1, offset: 60)), .quantity(Quantity(1, .count)), .other("1"),
    ]
    for (place, one) in values.enumerated() {
      for (index, other) in values.enumerated() { #expect((one == other) == (place == index)) }
    }
    #expect(Set(values).count == values.count)
  }
}
