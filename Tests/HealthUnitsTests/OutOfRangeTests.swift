import HealthModel
import Testing

/// Public functions that read a range of bytes answer for a range that the bytes do not have.
@Suite("Ranges outside of the bytes") struct OutOfRangeTests {
  private static let bytes = Array("2026-01-01T08:00:00Z 72.5".utf8)
  private static let ranges = [-8..<4, -8..<(-4), 20..<26, 24..<40, 1000..<1008, -1_000_000..<(-999_990)]

  @Test("nothing is read", arguments: ranges)
  func reading(_ range: Range<Int>) {
    let span = Self.bytes.span.bytes
    #expect(DecimalParser.parse(range, in: span) == nil)
    #expect(TimestampParser.parse(range, in: span, syntax: .json) == nil)
    #expect(TimestampParser.parse(range, in: span, syntax: .appleHealth) == nil)
    #expect(UTF8Check.firstFault(in: range, of: span) != nil)
    #expect(JSONText.decoded(range, in: span).isEmpty)
    #expect(JSONText.hexUnit(at: range.lowerBound, end: range.upperBound, in: span) == nil)
    let isSame = span.isSame(range.lowerBound, as: 0, count: range.count)
    #expect(!isSame)
    let found = span.first(UInt8(ascii: "Z"), from: range.lowerBound, to: range.upperBound)
    #expect(found == range.upperBound)
  }

  @Test("a range within is read") func within() {
    let span = Self.bytes.span.bytes
    #expect(DecimalParser.parse(21..<25, in: span)?.value == 72.5)
    #expect(TimestampParser.parse(0..<20, in: span, syntax: .json) != nil)
    #expect(UTF8Check.firstFault(in: 0..<25, of: span) == nil)
  }

  @Test(
    "a text that begins outside of the arena is the nearer end of it", arguments: [(-8, 3), (0, 3), (2, 1), (9, 0)])
  func interned(_ start: Int, _ count: Int) {
    var table = InternTable()
    var arena = Array("abc".utf8)
    #expect(table.intern(from: start, in: &arena) == 0)
    #expect(table.ranges.first?.indices.count == count)
  }
}
