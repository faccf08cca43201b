import HealthStorage

/// The identity of a log: its length, and a sum over the sums of its lines.
struct LogDigest: Sendable, Hashable {
  var length = 0
  var sum: UInt64 = 0

  fileprivate mutating func add(_ crc: UInt32, length: Int) {
    self.length += length
    sum = Checksum.hash([sum, UInt64(crc)])
  }
}

/// Writes `commits.jsonl` anew beside itself, line by line, and puts it in its place in one step; the lock must be held.
struct LogRewrite {
  let place: StoreFolder

  private var name: String { place.shown(StoreFolder.log) }
  private var beside: String { place.path(StoreFolder.newLog) }

  /// Writes the log beside itself, synced.
  ///
  /// - Throws: `StorageError`: `corrupt` when a line is damaged; a last line that is not whole was never committed, and
  ///   is left out. The log is as it was.
  func write(_ change: ([UInt8]) throws -> [UInt8]) throws -> LogDigest {
    guard let log = try OpenFile.existing(place.path(StoreFolder.log), name: name) else {
      throw StorageError.corrupt(place, "\(StoreFolder.log) is missing")
    }
    try Folder.removeFile(beside, name: name)
    let target = try OpenFile.made(beside, name: name, isNew: true)
    var output = PieceWriter(target)
    let digest = try Self.forEachLine(of: log, at: place) { line in
      let changed = try change(line)
      try output.append { $0 += changed }
      return changed
    }
    _ = try output.finish()
    try target.synchronize()
    return digest
  }

  /// Puts the log that was written in the place of the other one.
  func publish() throws {
    try Folder.replace(place.path(StoreFolder.log), with: beside, name: name)
    try Folder.synchronize(place.folder, name: place.shown)
  }

  /// The identity of the log, or of the one that was written next to it; `nil` if there is none.
  func digest(ofNew isNew: Bool = false) throws -> LogDigest? {
    let path = isNew ? beside : place.path(StoreFolder.log)
    guard let log = try OpenFile.existing(path, name: name) else { return nil }
    return try Self.forEachLine(of: log, at: place) { $0 }
  }

  /// Passes the whole lines of a log on; the result is the digest of the lines that the function returns.
  private static func forEachLine(
    of log: OpenFile, at place: StoreFolder, _ body: ([UInt8]) throws -> [UInt8]
  ) throws -> LogDigest {
    var digest = LogDigest()
    var scanner = LineScanner(log, from: 0, to: try log.size())
    var number = 0
    var isTorn = false
    while let range = try scanner.next() {
      number += 1
      let line = Array(scanner.bytes[range])
      guard !isTorn, SealedLine.crc(0..<line.count, in: line) != nil else {
        if !isTorn, line.last != UInt8(ascii: "\n") || line.contains(0) {
          isTorn = true
          continue
        }
        throw StorageError.corrupt(place, "line \(number) of \(StoreFolder.log) is damaged")
      }
      let result = try body(line)
      digest.add(SealedLine.crc(0..<result.count, in: result) ?? 0, length: result.count)
    }
    return digest
  }
}
