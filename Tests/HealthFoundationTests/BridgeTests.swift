import Foundation
import HealthFoundation
import HealthModel
import HealthQueries
import HealthUnits
import SeededRandom
import Testing

@Suite("Values of Foundation") struct BridgeTests {
  @Test("a moment goes to a date and back, to the microsecond") func dates() {
    let seed = SeededGenerator.seed(of: "BridgeTests.dates")
    var random = SeededGenerator(seed: seed)
    // From 1970 to 2100 a date has room for the microsecond.
    for _ in 0..<5_000 {
      let instant = Instant(microseconds: Int64.random(in: 0...4_102_444_800_000_000, using: &random))
      #expect(Instant(Date(instant)) == instant, "\(instant) SEED=\(seed)")
    }
    #expect(Instant(Date(timeIntervalSince1970: -1.5)).microseconds == -1_500_000)
    #expect(Date(Instant(microseconds: -1_500_000)).timeIntervalSince1970 == -1.5)
  }

  @Test("no date ends the program", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e15, -1e15])
  func extremes(_ seconds: Double) {
    let moment = Instant(Date(timeIntervalSince1970: seconds)).microseconds
    #expect(moment == (seconds > 0 ? Instant.latest : Instant.earliest))
  }

  @Test("a date has the offset that its zone had then") func zones() throws {
    let zone = try #require(TimeZone(secondsFromGMT: -7 * 3600))
    let instant = Instant(Date(timeIntervalSince1970: 0), in: zone)
    #expect(instant.description == "1969-12-31T17:00:00-07:00")
    let later = instant + .seconds(60)
    #expect(DateInterval(later, instant).duration == 60)
    #expect(
      CivilDate(CivilDate(year: 2024, month: 2, day: 29).dateComponents) == CivilDate(year: 2024, month: 2, day: 29))
    #expect(CivilDate(DateComponents(year: 2023, month: 2, day: 29)) == nil)
  }

  @Test("an id goes to a UUID and back, and both have one text") func ids() {
    let seed = SeededGenerator.seed(of: "BridgeTests.ids")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let id = SampleID(high: random.next(), low: random.next())
      #expect(SampleID(UUID(id)) == id, "SEED=\(seed)")
      #expect(UUID(id).uuidString == id.description.uppercased(), "SEED=\(seed)")
    }
  }

  @Test("a quantity has the size of its measurement") func measurements() throws {
    #expect(try Quantity(Measurement(value: 2, unit: UnitLength.kilometers)) == Quantity(2000, .meter))
    #expect(try Quantity(Measurement(value: 500, unit: UnitMass.grams)) == Quantity(0.5, .kilogram))
    let speed = try Measurement<UnitSpeed>(Quantity(36, .kilometer / .hour))
    #expect(abs(speed.value - 10) < 1e-9)
    let fever = try Measurement(Quantity(101.3, .degreeFahrenheit), in: UnitTemperature.celsius)
    #expect(abs(fever.value - 38.5) < 1e-6)
    #expect(throws: QueryError.self) { try Measurement<UnitMass>(Quantity(1, .meter)) }
  }

  @Test("the base unit of each dimension is the unit of HealthKit") func bases() throws {
    func text<Kind: Foundation.Dimension>(_ unit: Kind) throws -> String {
      try Quantity(Measurement(value: 1, unit: unit)).description
    }
    #expect(try text(UnitLength.meters) == "1.0 m" && text(UnitMass.kilograms) == "1.0 kg")
    #expect(try text(UnitDuration.seconds) == "1.0 s" && text(UnitEnergy.joules) == "1.0 J")
    #expect(try text(UnitTemperature.kelvin) == "1.0 K" && text(UnitVolume.liters) == "1.0 L")
    #expect(try text(UnitPressure.newtonsPerMetersSquared) == "1.0 Pa" && text(UnitSpeed.metersPerSecond) == "1.0 m/s")
    #expect(try text(UnitPower.watts) == "1.0 W" && text(UnitFrequency.hertz) == "1.0 Hz")
    #expect(try text(UnitAngle.degrees) == "1.0 deg")
    #expect(throws: QueryError.self) { try text(UnitArea.squareMeters) }
  }

  /// Values of each kind together, as an interface of a server would have them.
  private struct Record: Codable, Hashable {
    var id: SampleID
    var start: Instant
    var born: CivilDate
    var rate: Quantity
  }

  @Test("values are coded as files of samples write them") func coding() throws {
    let text =
      #"{"born":"1990-04-12","id":"11111111-2222-4333-8444-555555555555","rate":{"unit":"count/min","value":72},"start":"2026-01-01T08:00:00-07:00"}"#
    let record = try JSONDecoder().decode(Record.self, from: Data(text.utf8))
    #expect(record.start.offset == -420 && record.rate == Quantity(72, .count / .minute) && record.born.year == 1990)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == text)
    for (part, wrong) in [
      ("1990-04-12", "1990-04-31"), ("count/min", "bananas"), ("-07:00", ""), ("11111111", "x"),
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Record.self, from: Data(text.replacingOccurrences(of: part, with: wrong).utf8))
      }
    }
    let impossible = Quantity(1, .decibelHearingLevel / .minute)
    #expect(throws: EncodingError.self) { try encoder.encode(impossible) }
  }
}
