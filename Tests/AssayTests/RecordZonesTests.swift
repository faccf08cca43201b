import HealthModel
import Testing

@testable import HealthValidation

/// The time zones that records name are texts of any content and number.
@Suite struct RecordZonesTests {
  @Test("names of zones are remembered up to a limit, and found all the same") func bounded() {
    var zones = RecordZones()
    for number in 0..<3000 {
      let name =
        number % 7 == 0 ? "Test/East" : "No/Zone\(number)" + String(repeating: "x", count: number % 3 == 0 ? 5000 : 0)
      let text = Array(name.utf8)
      let field = RawField(kind: .string, start: 0, end: text.count)
      zones.begin(field, .csv, in: text.span.bytes) { $0 == "Test/East" ? TimeZoneRules(offsetMinutes: 120) : nil }
      #expect((zones.zone != nil) == (name == "Test/East"), "\(name.prefix(20))")
      #expect(zones.known.count <= RecordZones.maximumNames)
      #expect(zones.known.keys.allSatisfy { $0.count <= RecordZones.longestName })
    }
  }
}
