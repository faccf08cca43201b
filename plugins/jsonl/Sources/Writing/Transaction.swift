import HealthModel
import HealthStorage

/// A sample that waits for the commit.
struct PendingSample: Sendable {
  var type: Int
  var id: SampleID
  var digest: UInt64
  var start: Int64
  var end: Int64
  var line: Range<Int>
  /// How much of the line is the sample itself, without its last brace.
  var bare: Int

  /// The order of a commit's lines: by type and time, so that each file gets its lines at once and in order.
  static func precedes(_ left: PendingSample, _ right: PendingSample) -> Bool {
    if left.type != right.type { return left.type < right.type }
    if left.start != right.start { return left.start < right.start }
    return left.id < right.id
  }
}

/// The samples appended since the last commit, and the state of the store meanwhile: no one else writes.
struct Transaction: Sendable {
  /// The committed state when the transaction began.
  let state: StoreState
  private(set) var index: SampleIndex
  private(set) var reader: IndexReader
  /// The types of the store and those that the transaction adds.
  var types: TypeTable
  private(set) var spool: LineSpool
  private(set) var samples: [PendingSample] = []
  private(set) var links: [IndexKey] = []
  /// How many samples are stored again that were deleted.
  private(set) var restored = 0
  private var digests: [SampleID: UInt64] = [:]

  init(_ place: StoreFolder, _ state: StoreState, _ index: SampleIndex, _ types: TypeTable) {
    self.state = state
    self.index = index
    self.types = types
    reader = IndexReader(index, types: state.types.count)
    spool = LineSpool(place)
  }

  /// The number of the commit that the transaction becomes when it stores a sample.
  var commit: Int64 { state.commit + 1 }

  /// Reads another index of the same state.
  mutating func use(_ other: SampleIndex) {
    index = other
    reader = IndexReader(other, types: state.types.count)
  }

  /// The store's knowledge of ids, in the requested order.
  mutating func stored(_ ids: [SampleID]) throws -> [StoredID?] {
    var result = [StoredID?](repeating: nil, count: ids.count)
    if index[.ids].isEmpty { return result }
    // Ids that are close together are read from one block.
    for place in ids.indices.sorted(by: { ids[$0] < ids[$1] }) { result[place] = try reader.stored(ids[place]) }
    return result
  }

  func digest(of id: SampleID) -> UInt64? { digests[id] }

  /// Adds a sample with its line.
  ///
  /// `write` appends the line without the object's last brace and returns the length of the sample itself.
  mutating func add(
    _ row: Int, of batch: SampleBatch, type: Int, isRestored: Bool, _ write: (inout [UInt8]) throws -> Int
  ) throws {
    var bare = 0
    let commit = self.commit
    let line = try spool.append { text in
      let start = text.count
      bare = try write(&text)
      StoredLine.close(from: start, commit: commit, digest: batch.digest[row], in: &text)
    }
    samples.append(
      PendingSample(
        type: type, id: batch.id[row], digest: batch.digest[row], start: batch.start[row], end: batch.end[row],
        line: line, bare: bare))
    digests[batch.id[row]] = batch.digest[row]
    if isRestored { restored += 1 }
  }

  mutating func link(_ member: SampleID, to correlation: SampleID) {
    links.append(IndexKey(member: member, correlation: correlation))
  }

  /// Brings the samples in the order in which they are written.
  mutating func sort() { samples.sort(by: PendingSample.precedes) }
}

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
