/// Writes a file of the index; records come in the order of their keys, each key once.
struct RunWriter {
  private let file: OpenFile
  private let name: String
  private var block: [UInt64] = []
  private var pending: [UInt64] = []
  private var written = 0
  private var fences: [UInt64] = []
  private var last = IndexKey(first: 0, second: 0, third: 0, fourth: 0)
  private(set) var count = 0

  init(_ file: OpenFile, name: String) {
    self.file = file
    self.name = name
    block.reserveCapacity(RunFile.blockWords)
  }

  mutating func append(_ record: IndexRecord) throws {
    record.append(to: &block)
    last = record.key
    count += 1
    if block.count == RunFile.blockWords { try endBlock() }
  }

  private mutating func endBlock() throws {
    guard !block.isEmpty else { return }
    fences.append(block[0])
    fences.append(block[1])
    fences.append(Checksum.hash(block))
    pending.append(contentsOf: block)
    block.removeAll(keepingCapacity: true)
    if pending.count >= 32 * RunFile.blockWords { try flush() }
  }

  private mutating func flush() throws {
    let offset = written * 8
    try pending.withUnsafeBytes { buffer in try file.put(buffer, at: offset) }
    written += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  /// Ends the file, puts it on the disk if asked to, and opens it for reading; `nil` when no record came.
  mutating func finish(syncs: Bool) throws -> RunFile? {
    guard count > 0 else { return nil }
    try endBlock()
    pending.append(contentsOf: fences)
    pending.append(contentsOf: RunFile.trailer(count: count, fences: fences, last: last))
    try flush()
    if syncs { try file.synchronize() }
    return try RunFile(file, name: name)
  }
}
