import HealthModel
import HealthStorage

/// A sample that waits for the commit.
struct PendingSample: Sendable {
  /// The store's number of its type.
  var type: Int
  var id: SampleID
  var start: Int64
  var end: Int64
  var line: Range<Int>

  /// The order of a commit's lines: by type and time, so that each file gets its lines at once and in order.
  static func precedes(_ left: PendingSample, _ right: PendingSample) -> Bool {
    if left.type != right.type { return left.type < right.type }
    if left.start != right.start { return left.start < right.start }
    return left.id < right.id
  }
}

/// The samples appended since the last commit, as lines.
struct Transaction: Sendable {
  /// The committed state when the transaction began.
  let state: StoreState
  /// The types of the store and those that the transaction adds.
  private(set) var types: TypeTable
  private(set) var spool: LineSpool
  private(set) var samples: [PendingSample] = []

  init(_ place: StoreFolder, _ state: StoreState, _ types: TypeTable) {
    self.state = state
    self.types = types
    spool = LineSpool(place)
  }

  /// Adds the accepted samples of a batch, which become a commit of this number.
  mutating func append(
    _ batch: SampleBatch, _ outcomes: [AppendReceipt.Outcome], commit: Int64, _ context: StorageContext
  ) throws {
    // The line of a member does not say in which correlation it came.
    var alone = batch
    alone.correlation = Array(repeating: -1, count: batch.count)
    alone.role = alone.correlation
    for row in outcomes.indices where outcomes[row] == .accepted {
      let line = try spool.append { text in
        let start = text.count
        let group = batch.correlation[row] < 0 ? batch.group(at: row) : row..<row + 1
        context.lines.append(row, of: alone, to: &text)
        Self.appendMembers(group, of: batch, context.registry, to: &text)
        guard text.count > start + 1 else {
          throw StorageError(.failed, "the sample \(batch.id[row]) has no text to be kept")
        }
        StoredLine.close(from: start, commit: commit, digest: batch.digest[row], in: &text)
      }
      samples.append(
        PendingSample(
          type: types.number(of: Int(batch.type[row])), id: batch.id[row], start: batch.start[row],
          end: batch.end[row], line: line))
    }
  }

  /// Goes on with the object of a sample: with references to the members of its group, without the last brace.
  static func appendMembers(
    _ group: Range<Int>, of batch: SampleBatch, _ registry: Registry, to text: inout [UInt8]
  ) {
    if text.last == UInt8(ascii: "}") { text.removeLast() }
    guard let roles = registry.types[Int(batch.type[group.lowerBound])].shape.members else { return }
    let members = group.dropFirst().map { member in
      MemberReference(
        role: roles[Int(batch.role[member])].role, type: registry.types[Int(batch.type[member])].id,
        id: batch.id[member])
    }
    MemberReference.append(members, to: &text)
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
      throw StorageError(
        .failed, "the open transaction of \(place.shown) cannot be read back", hint: "look after the disk")
    }
  }
}
