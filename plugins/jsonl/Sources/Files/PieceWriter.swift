/// Lines on their way into a file, written a MiB at a time.
struct PieceWriter {
  private static let piece = 1 << 20

  private let file: OpenFile
  private var waiting: [UInt8] = []
  private var written: Int

  init(_ file: OpenFile, at offset: Int = 0) {
    self.file = file
    written = offset
  }

  /// Where the next line begins in the file.
  var offset: Int { written + waiting.count }

  mutating func append(_ write: (inout [UInt8]) throws -> Void) throws {
    try write(&waiting)
    guard waiting.count >= Self.piece else { return }
    try flush()
    waiting.removeAll(keepingCapacity: true)
  }

  consuming func finish() throws -> Int {
    try flush()
    return written
  }

  private mutating func flush() throws {
    try file.put(waiting, at: written)
    written += waiting.count
  }
}
