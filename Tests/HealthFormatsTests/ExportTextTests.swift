import HealthModel
import HealthUnits
import Testing

@testable import HealthFormats

/// The parts of an export's text: values of attributes, times, numbers.
@Suite("Text of exports") struct ExportTextTests {
  private func text(_ write: (inout [UInt8]) -> Void) -> String {
    var output: [UInt8] = []
    write(&output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    "a text reads back as it was, but for characters that XML has not",
    arguments: [
      ("plain", "plain"), ("a & b", "a &amp; b"), ("<x y=\"1\">", "&lt;x y=&quot;1&quot;&gt;"),
      ("two\nlines\tand\rmore", "two&#10;lines&#9;and&#13;more"), ("it's", "it's"), ("", ""),
      ("\u{B}\u{0}", "\u{FFFD}\u{FFFD}"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
      ("\u{FFFD}\u{F8FF}", "\u{FFFD}\u{F8FF}"), ("\u{FFBF}", "\u{FFBF}"), ("Ünï\u{A0}\u{1F600}", "Ünï\u{A0}\u{1F600}"),
    ])
  func attribute(_ given: String, _ written: String) {
    let output = text { XMLAttributeText.append(given.utf8, to: &$0) }
    #expect(output == written)
    let bytes = Array(output.utf8)
    var decoded: [UInt8] = []
    XMLText.appendDecoded(0..<bytes.count, in: bytes.span.bytes, to: &decoded)
    if !written.contains("\u{FFFD}") { #expect(decoded == Array(given.utf8)) }
  }

  @Test(
    "times are whole seconds by the clock of their offset",
    arguments: [
      (0, 0, "1970-01-01 00:00:00 +0000"), (0, 330, "1970-01-01 05:30:00 +0530"),
      (0, -90, "1969-12-31 22:30:00 -0130"), (-1, 0, "1969-12-31 23:59:59 +0000"),
      (1_999_999, 0, "1970-01-01 00:00:01 +0000"), (0, SampleBatch.noOffset, "1970-01-01 00:00:00 +0000"),
      // A clock that would show the year 10000.
      (Instant.latest, 60, "9999-12-31 23:59:59 +0000"),
    ] as [(Int64, Int16, String)])
  func time(_ microseconds: Int64, _ offset: Int16, _ written: String) {
    #expect(text { ExportTime.append(microseconds, offset: offset, to: &$0) } == written)
  }

  @Test(
    "times of day have the form of those of heartbeats, and read back",
    arguments: [
      (0, 0, "12:00:00.00 AM"), (46_800_000_000, 0, "1:00:00.00 PM"), (43_200_000_000, 0, "12:00:00.00 PM"),
      (65_688_940_000, 0, "6:14:48.94 PM"), (1_234_567, 0, "12:00:01.234567 AM"), (0, 60, "1:00:00.00 AM"),
      (0, 20, "12:00:00.00 AM"),
    ] as [(Int64, Int16, String)])
  func timeOfDay(_ microseconds: Int64, _ offset: Int16, _ written: String) throws {
    let output = text { ExportTime.appendTimeOfDay(microseconds, offset: offset, to: &$0) }
    #expect(output == written)
    let bytes = Array(output.utf8)
    let shift = offset % 15 == 0 ? Int64(offset) * 60_000_000 : 0
    #expect(ClockParser.parse(0..<bytes.count, in: bytes.span.bytes) == (microseconds + shift) % Instant.day)
  }

  @Test(
    "numbers of a route have no exponent",
    arguments: [
      ("1", "-5", "0.00001"), ("-1.5", "-3", "-0.0015"), ("1.25", "+1", "12.5"), ("1", "+16", "10000000000000000"),
    ])
  func plain(_ number: String, _ exponent: String, _ written: String) {
    let text = PlainDecimal.text(Array(number.utf8)[...], exponent: Array(exponent.utf8)[...])
    #expect(String(decoding: text, as: UTF8.self) == written)
  }

  @Test(
    "a case is written as exports write it",
    arguments: [("inBed", "HKValueInBed"), ("two", "Its own"), ("ß", "HKValueSS")])
  func cases(_ name: String, _ written: String) throws {
    let list = EnumDefinition(
      id: "list", identifier: "HKValue",
      cases: [
        EnumCase(name: "inBed", raw: 0), EnumCase(name: "two", raw: 1, exports: ["Its own", "other"]),
        EnumCase(name: "ß", raw: 2),
      ])
    let item = try #require(list.cases.first { $0.name == name })
    #expect(list.exportText(of: item) == written)
    #expect(
      EnumDefinition(id: "list", cases: [EnumCase(name: "a", raw: 0)]).exportText(of: EnumCase(name: "a", raw: 0))
        == "a")
  }
}
