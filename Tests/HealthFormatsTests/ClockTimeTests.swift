import HealthModel
import Testing

@Suite("Times of day")
struct ClockTimeTests {
  /// A row of the case file.
  struct Row: Sendable, CustomTestStringConvertible {
    let start: String
    let times: [String]
    let places: [String]

    var testDescription: String { "\(start) \(times.joined(separator: " "))" }
  }

  static let rows: [Row] = {
    guard let bytes = try? TestFiles.bytes("Cases/clock/beats.tsv") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      let parts = $0.split(separator: "\t").map(String.init)
      guard parts.count == 3 else { return nil }
      let text = parts[1].replacing("_", with: "\u{202F}").replacing("~", with: "\u{A0}")
      return Row(
        start: parts[0], times: text.split(separator: "|").map(String.init),
        places: parts[2].split(separator: "|").map(String.init))
    }
  }()

  @Test("the file of cases is there")
  func count() { #expect(Self.rows.count >= 13) }

  @Test("a time of day is next to its sample's start, and after the time before", arguments: ClockTimeTests.rows)
  func places(_ row: Row) throws {
    let start = Array(row.start.utf8)
    let reading = TimestampParser.parse(0..<start.count, in: start.span.bytes, syntax: .appleHealth)
    var line = ClockTimeLine(start: try #require(reading).instant.microseconds)
    try #require(row.times.count == row.places.count)
    for (time, place) in zip(row.times, row.places) {
      let bytes = Array(time.utf8)
      let clock = ClockTime.parse(0..<bytes.count, in: bytes.span.bytes)
      let expected = place == "-" ? nil : Double(place).map { ($0 * 1_000_000).rounded() }
      #expect(clock.map { Double(line.place(of: $0)) } == expected, "\(time)")
    }
  }

  @Test("a range beyond the bytes is no time of day")
  func outside() {
    let bytes = Array("10:00:00".utf8)
    #expect(ClockTime.parse(0..<9, in: bytes.span.bytes) == nil)
    #expect(ClockTime.parse(0..<8, in: bytes.span.bytes) == 36_000_000_000)
  }
}
