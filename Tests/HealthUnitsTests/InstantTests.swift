import HealthModel
import SeededRandom
import Testing

@Suite("Instants") struct InstantTests {
  private static let rows = [
    ("2026-01-01T08:00:00Z", Int64(1_767_254_400_000_000), Int16(0)),
    ("2026-01-01T08:00:00-07:00", 1_767_279_600_000_000, -420),
    ("2026-01-01T08:00:00.250+05:30", 1_767_234_600_250_000, 330),
    ("0001-01-01T00:00:00Z", Instant.earliest, 0), ("9999-12-31T23:59:59.999999Z", Instant.latest, 0),
  ]

  @Test("a text is read and written as it was", arguments: rows)
  func roundTrip(_ text: String, _ microseconds: Int64, _ offset: Int16) throws {
    let instant = try #require(Instant(text))
    #expect(instant.microseconds == microseconds && instant.offset == offset)
    #expect(instant.description == text)
  }

  @Test(
    "what is no time with an offset is none",
    arguments: ["", "2026-01-01", "2026-01-01T08:00:00", "now", "2026-02-30T00:00:00Z"])
  func notTexts(_ text: String) { #expect(Instant(text) == nil) }

  @Test("the moment counts, not the offset") func order() {
    let one = Instant(microseconds: 5, offset: 60)
    let same = Instant(microseconds: 5, offset: -60)
    let later = Instant(microseconds: 6, offset: 120)
    #expect(one == same && one <= same && one >= same && !one.isIdentical(to: same))
    #expect(one < later && max(one, later) == later)
    #expect(Set([one, same, later]).count == 2)
  }

  @Test("a difference added to the start gives the end") func differences() {
    let seed = SeededGenerator.seed(of: "InstantTests")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let start = Instant(microseconds: Int64.random(in: Instant.earliest...Instant.latest, using: &random), offset: 60)
      let end = Instant(microseconds: Int64.random(in: Instant.earliest...Instant.latest, using: &random))
      #expect(start + (end - start) == end, "SEED=\(seed)")
      #expect(end - (end - start) == start, "SEED=\(seed)")
      #expect((end - start) + (start - end) == .zero, "SEED=\(seed)")
      #expect((start < end) == (end - start > .zero), "SEED=\(seed)")
    }
  }

  @Test("what is too far ends with the years") func extremes() {
    let moment = Instant(microseconds: 0, offset: 60)
    let longest = Duration.seconds(Int64.max)
    let shortest = Duration.seconds(Int64.min)
    #expect((moment + longest).microseconds == Instant.latest)
    #expect((moment - longest).microseconds == Instant.earliest)
    #expect((moment + shortest).microseconds == Instant.earliest)
    #expect((moment - shortest).microseconds == Instant.latest)
    let bounds = [Int64.min, .max, 0, Instant.earliest, Instant.latest].map { Instant(microseconds: $0, offset: 1080) }
    for one in bounds {
      for other in bounds { #expect((one < other) == (one - other < .zero)) }
      #expect(!one.description.isEmpty)
    }
  }

  @Test("now is after the year 2025") func now() throws {
    #expect(Instant.now > (try #require(Instant("2025-01-01T00:00:00Z"))))
  }
}
