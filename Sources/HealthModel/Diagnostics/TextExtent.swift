/// How far a text moves on: its line feeds, and the Unicode scalars behind the last one.
public struct TextExtent: Sendable, Hashable {
  /// How many line feeds there are.
  public let lineFeeds: Int
  /// How many scalars stand behind the last line feed, or in all when there is none.
  public let columns: Int

  /// Of nothing.
  public init() {
    lineFeeds = 0
    columns = 0
  }

  /// Measures a range of bytes, eight at a time.
  public init(of range: Range<Int>, in bytes: RawSpan) {
    var lineFeeds = 0
    var offset = range.lowerBound
    var lineStart = offset
    while offset &+ 8 <= range.upperBound {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      // The high bit of each byte that is not zero: exact, without carries between bytes.
      let other = ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | word) & 0x8080_8080_8080_8080
      if other != 0x8080_8080_8080_8080 {
        lineFeeds &+= 8 &- other.nonzeroBitCount
        lineStart = offset &+ 8 &- (other ^ 0x8080_8080_8080_8080).leadingZeroBitCount / 8
      }
      offset &+= 8
    }
    while offset < range.upperBound {
      if bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "\n") {
        lineFeeds &+= 1
        lineStart = offset &+ 1
      }
      offset &+= 1
    }
    var columns = 0
    for place in lineStart..<range.upperBound
    where bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) & 0xC0 != 0x80 { columns &+= 1 }
    self.lineFeeds = lineFeeds
    self.columns = columns
  }
}
