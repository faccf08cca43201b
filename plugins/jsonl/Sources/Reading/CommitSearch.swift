/// Finds where the lines of a commit begin in a file of samples, whose lines are in the order of commits.
struct CommitSearch {
  private let file: OpenFile
  private let length: Int
  /// A piece that is read through rather than divided.
  private static let piece = 1 << 16

  init(_ file: OpenFile, length: Int) {
    self.file = file
    self.length = length
  }

  /// A place in the file where a line begins, after all lines of commits before a number, and with none but blank lines
  /// between it and the first line of that commit or a later one.
  func offset(ofCommit number: Int64) throws -> Int {
    var low = 0
    var high = length
    while high - low > Self.piece {
      let middle = low + (high - low) / 2
      // `low` is always the beginning of a line after which the search goes on; `high` only says where to look less.
      if let probe = try firstLine(behind: middle, before: high), probe.commit < number {
        low = probe.end
      } else {
        high = middle
      }
    }
    var scanner = LineScanner(file, from: low, to: length)
    var offset = low
    while let line = try scanner.next() {
      if let stored = StoredLine(line, in: scanner.bytes), stored.commit >= number { return offset }
      offset = scanner.offset
    }
    return offset
  }

  /// The first line with a sample that begins after a place and before another one.
  private func firstLine(behind place: Int, before limit: Int) throws -> (commit: Int64, end: Int)? {
    var scanner = LineScanner(file, from: place, to: length)
    // The first piece is the rest of a line.
    guard try scanner.next() != nil else { return nil }
    while scanner.offset < limit, let line = try scanner.next() {
      if let stored = StoredLine(line, in: scanner.bytes) { return (stored.commit, scanner.offset) }
    }
    return nil
  }
}
