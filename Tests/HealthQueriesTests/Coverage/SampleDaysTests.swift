import HealthModel
import HealthStorage
import Testing

@testable import HealthQueries

/// The time zones that samples name are texts of any content and number.
@Suite struct SampleDaysTests {
  @Test("names of zones are remembered up to a limit, and days stay the same") func bounded() throws {
    var days = SampleDays(.sample, zones: .system())
    // 23:30 UTC: in Berlin it is the next day.
    let start = Int64(20_000) * Instant.day + 84_600 * Instant.second
    for number in 0..<3000 {
      let name = "No/Zone\(number)" + String(repeating: "x", count: number % 3 == 0 ? 5000 : 0)
      #expect(days.day(ofStart: start, offset: 0, zone: name) == 20_000)
      if number % 100 == 0 { #expect(days.day(ofStart: start, offset: 0, zone: "Europe/Berlin") == 20_001) }
      #expect(days.zoneNames.count <= SampleDays.maximumNames)
      #expect(days.zoneNames.allSatisfy { $0.utf8.count <= SampleDays.longestName })
    }
    #expect(days.day(ofStart: start, offset: 60, zone: nil) == 20_001)
  }
}
