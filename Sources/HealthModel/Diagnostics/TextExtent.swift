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

  /// Of whole lines.
  public init(lines: Int) {
    lineFeeds = lines
    columns = 0
  }

  /// Measures a range of bytes.
  public init(of range: Range<Int>, in bytes: RawSpan) {
    var lineFeeds = 0
    var lineStart = range.lowerBound
    while true {
      let found = bytes.firstNewline(from: lineStart, to: range.upperBound)
      guard found < range.upperBound else { break }
      lineFeeds &+= 1
      lineStart = found &+ 1
    }
    var columns = 0
    for place in lineStart..<range.upperBound
    where bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) & 0xC0 != 0x80 { columns &+= 1 }
    self.lineFeeds = lineFeeds
    self.columns = columns
  }
}
