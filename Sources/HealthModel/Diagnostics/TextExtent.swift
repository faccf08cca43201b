/// How far a text moves on: its line feeds, and the Unicode scalars after the last one.
@usableFromInline package struct TextExtent: Sendable, Hashable {
  package let lineFeeds: Int
  /// How many scalars are after the last line feed, or in all when there is none.
  package let columns: Int

  /// Of nothing.
  @usableFromInline package init() {
    lineFeeds = 0
    columns = 0
  }

  /// Of whole lines.
  @usableFromInline package init(lines: Int) {
    lineFeeds = lines
    columns = 0
  }

  /// Measures a range of bytes.
  package init(of range: Range<Int>, in bytes: RawSpan) {
    var lineFeeds = 0
    var lineStart = range.lowerBound
    while true {
      let found = bytes.firstNewline(from: lineStart, to: range.upperBound)
      guard found < range.upperBound else { break }
      lineFeeds &+= 1
      lineStart = found &+ 1
    }
    columns = Self.scalars(in: lineStart..<range.upperBound, of: bytes)
    self.lineFeeds = lineFeeds
  }
  /// How many scalars begin in a range: all bytes but those that go on with one, eight at a time.
  private static func scalars(in range: Range<Int>, of bytes: RawSpan) -> Int {
    var count = range.count
    var place = range.lowerBound
    while place &+ 8 <= range.upperBound {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      // Counting bits takes a dozen operations where the processor may be an old one.
      if word & 0x8080_8080_8080_8080 != 0 {
        count &-= (word & ~(word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount
      }
      place &+= 8
    }
    while place < range.upperBound {
      if bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) & 0xC0 == 0x80 { count &-= 1 }
      place &+= 1
    }
    return count
  }
}
