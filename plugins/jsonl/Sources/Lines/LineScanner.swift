/// Reads a file line by line between two places, in pieces, however long the file is.
struct LineScanner {
  private let file: OpenFile
  private let end: Int
  /// The part of the file in memory; lines are ranges of it until the next one is requested.
  private(set) var bytes: [UInt8] = []
  /// The place in the file of the first byte in memory.
  private var base: Int
  /// Where in memory the next line begins.
  private var position = 0
  private static let piece = 1 << 18

  /// Reads lines of a file from a place on up to another one; the first must be the beginning of a line.
  init(_ file: OpenFile, from start: Int, to end: Int) {
    self.file = file
    self.end = end
    base = start
  }

  /// The place in the file where the next line begins.
  var offset: Int { base + position }

  /// The next line with its line feed, which only the last one may lack; `nil` after the last.
  mutating func next() throws -> Range<Int>? {
    var searched = position
    while true {
      if let feed = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = position..<feed + 1
        position = feed + 1
        return line
      }
      searched = bytes.count
      let removed = position
      guard try readOn() else { break }
      searched -= removed
    }
    guard position < bytes.count else { return nil }
    let line = position..<bytes.count
    position = bytes.count
    return line
  }

  /// Drops the lines before the position and reads another piece; `false` at the end.
  private mutating func readOn() throws -> Bool {
    let known = base + bytes.count
    // A line that is longer than a piece asks for more at once, so that it is not copied over and over.
    let wanted = min(max(Self.piece, bytes.count - position), end - known)
    guard wanted > 0 else { return false }
    let more = try file.bytes(at: known, count: wanted)
    guard !more.isEmpty else { return false }
    bytes.removeSubrange(..<position)
    base += position
    position = 0
    bytes.append(contentsOf: more)
    return true
  }
}
