import HealthCatalog
import HealthModel
import Testing

@Suite("Durations")
struct DurationTests {
  @Test(
    "a duration of fixed length is read to the microsecond",
    arguments: [
      ("P4D", 345_600_000_000), ("P8D", 691_200_000_000), ("P1W", 604_800_000_000), ("PT0S", 0), ("P0D", 0),
      ("PT0.001S", 1000), ("PT0.000001S", 1), ("PT1.5S", 1_500_000), ("PT90M", 5_400_000_000),
      ("P1DT2H3M4S", 93_784_000_000), ("PT1H1S", 3_601_000_000), ("PT24H", 86_400_000_000),
    ] as [(String, Int64)])
  func read(_ text: String, _ microseconds: Int64) {
    #expect(ISODuration.microseconds(of: text) == microseconds)
  }

  @Test(
    "a duration is written so that it reads back",
    arguments: [
      (345_600_000_000, "P4D"), (604_800_000_000, "P7D"), (3_600_000_000, "PT1H"), (5_400_000_000, "PT90M"),
      (61_000_000, "PT61S"), (1000, "PT0.001S"), (1_500_000, "PT1.5S"), (1, "PT0.000001S"), (0, "PT0S"),
    ] as [(Int64, String)])
  func write(_ microseconds: Int64, _ text: String) {
    #expect(ISODuration.text(of: microseconds) == text)
    #expect(ISODuration.microseconds(of: text) == microseconds)
  }

  @Test(
    "what has no fixed length, or is no duration, is refused",
    arguments: [
      "", "P", "PT", "P1", "1D", "P1Y", "P1M", "P1DT", "PT1D", "P1H", "PT1S1M", "PT1M1M", "PT.5S", "PT1.S",
      "PT0.0000001S", "PT1.5M", "P1.5D", "P-1D", "-P1D", "P1W1D", "P1D1W", "PW", "p1d", "P 1D", "P1D ", "PTS", "PT5",
      "P9999999999999D", "P999999999999W", "PT1S.5",
    ])
  func refused(_ text: String) {
    #expect(ISODuration.microseconds(of: text) == nil)
  }
}
