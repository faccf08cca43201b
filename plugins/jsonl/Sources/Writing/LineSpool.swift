/// The lines of an open transaction: in memory, and from some MiB on in a file without a name, so that memory does not
/// grow with the transaction.
struct LineSpool: Sendable {
  private let place: StoreFolder
  private let limit: Int
  private var memory: [UInt8] = []
  /// How much is in the file, before what is in memory.
  private var written = 0
  private var file: OpenFile?

  init(_ place: StoreFolder, limit: Int = 8 << 20) {
    self.place = place
    self.limit = limit
  }

  /// Adds a line and returns its place.
  mutating func append(_ write: (inout [UInt8]) throws -> Void) throws -> Range<Int> {
    // Automatic growth would take up to three times as much memory for a while.
    if memory.capacity == 0 { memory.reserveCapacity(limit + limit / 16) }
    let start = written + memory.count
    try write(&memory)
    let range = start..<written + memory.count
    if memory.count >= limit { try flush() }
    return range
  }

  private mutating func flush() throws {
    let file = try self.file ?? makeFile()
    self.file = file
    try file.put(memory, at: written)
    written += memory.count
    memory.removeAll(keepingCapacity: true)
  }

  private func makeFile() throws -> OpenFile {
    let path = place.path(StoreFolder.spool)
    let name = place.shown(StoreFolder.spool)
    try Folder.removeFile(path, name: name)
    let file = try OpenFile.made(path, name: name, isNew: true)
    try Folder.removeFile(path, name: name)
    return file
  }

  /// Copies a line to the end of some bytes.
  func copy(_ range: Range<Int>, to output: inout [UInt8]) throws {
    if range.lowerBound >= written {
      output.append(contentsOf: memory[range.lowerBound - written..<range.upperBound - written])
    } else if let bytes = try file?.bytes(at: range.lowerBound, count: range.count), bytes.count == range.count {
      output.append(contentsOf: bytes)
    } else {
      throw FileFailure.spoolLost(place)
    }
  }
}
