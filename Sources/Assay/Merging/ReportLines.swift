import HealthFormats
import HealthModel

/// The lines of a file, one after the other, in a buffer that is used again.
struct ReportLines {
  /// The text that `next` returns places of.
  private(set) var buffer: [UInt8] = []
  /// Where the line that came last begins in the file, and where the next one does.
  private(set) var offset: Int64
  private(set) var nextOffset: Int64
  /// Whether the line that came last has a line feed.
  private(set) var isEnded = true
  private var source: FileSource
  private var start = 0
  private var searched = 0
  private let path: String

  /// The longest line: a summary names every file, and findings are short.
  static let longest = 256 << 20

  init(_ path: String, from offset: Int64 = 0) throws(InputError) {
    self.path = path
    self.offset = offset
    nextOffset = offset
    source = try FileSource(path: path)
    try source.seek(to: offset)
  }

  /// The place of the next line in `buffer`, without its line feed; `nil` after the last.
  mutating func next() throws(InputError) -> Range<Int>? {
    while true {
      let end = buffer.span.bytes.firstNewline(from: searched, to: buffer.count)
      if end < buffer.count { return take(start..<end, ended: true) }
      if start > 0 {
        buffer.removeSubrange(..<start)
        start = 0
      }
      searched = buffer.count
      guard buffer.count < Self.longest else {
        throw .unreadable(path: path, reason: "a line is longer than \(Self.longest >> 20) MiB; it is not a report")
      }
      guard try source.read(into: &buffer, count: 256 * 1024) > 0 else {
        return buffer.isEmpty ? nil : take(0..<buffer.count, ended: false)
      }
    }
  }

  private mutating func take(_ line: Range<Int>, ended: Bool) -> Range<Int> {
    offset = nextOffset
    isEnded = ended
    start = line.upperBound + (ended ? 1 : 0)
    searched = start
    nextOffset += Int64(start - line.lowerBound)
    return line
  }
}
