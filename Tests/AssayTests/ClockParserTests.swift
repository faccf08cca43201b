import Foundation
import HealthModel
import Testing

/// Times of day on the time line of a sample, by `Tests/Cases/structure/clocks.tsv`.
struct ClockReadingTests {
  @Test("each row's times are placed as it says") func rows() throws {
    let text = String(decoding: try ProjectFiles.bytes("Tests/Cases/structure/clocks.tsv"), as: UTF8.self)
    let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
    #expect(rows.count >= 10)
    for row in rows {
      let start = Array(row[0].utf8)
      let reading = TimestampParser.parse(0..<start.count, in: start.span.bytes, syntax: .json)
      var line = ClockLine(start: try #require(reading).instant.microseconds)
      let found = row[1].split(separator: "|").map { clock -> String in
        let bytes = Array(clock.utf8)
        guard let time = ClockParser.parse(0..<bytes.count, in: bytes.span.bytes) else { return "-" }
        return DecimalWriter.string((line.seconds(of: time) * 1000).rounded() / 1000)
      }
      #expect(found.joined(separator: "|") == row[2], "\(row)")
    }
  }

  @Test("blanks of several bytes are blanks", arguments: ["\u{202F}", "\u{A0}", " "]) func blanks(_ blank: String) {
    let bytes = Array("6:14:48.94\(blank)PM".utf8)
    #expect(ClockParser.parse(0..<bytes.count, in: bytes.span.bytes) == 65_688_940_000)
  }

  @Test("no text traps") func anything() {
    for text in ["", ":::::::", "9999999999", "1:1:1:1:1", "12:00:00.", "12:00:00.1234567", "\u{202F}PM 12:00"] {
      let bytes = Array(text.utf8)
      _ = ClockParser.parse(0..<bytes.count, in: bytes.span.bytes)
    }
  }
}
