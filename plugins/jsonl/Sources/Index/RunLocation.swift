import AssayPlatform
import HealthModel

/// Where files of the index are made: in the store's folder `index`, or without a name for the time of one process.
struct RunLocation: Sendable {
  /// `nil` for files without names.
  private let place: StoreFolder?
  /// The folder for files without names.
  private let temporaryFolder: String
  private(set) var next: Int

  /// Makes files in the store's folder, under numbers from a given one on.
  init(_ place: StoreFolder, next: Int) {
    self.place = place
    self.next = next
    temporaryFolder = ""
  }

  /// Makes private files in a folder for temporary files.
  static func nameless(in folder: String) -> RunLocation { RunLocation(temporaryFolder: folder) }

  private init(temporaryFolder: String) {
    place = nil
    next = 0
    self.temporaryFolder = temporaryFolder
  }

  /// Whether files must be on the disk before they are used.
  var syncs: Bool { place != nil }

  mutating func makeRun(_ table: IndexTable) throws -> RunWriter {
    guard let place else { return RunWriter(try makeNameless(), name: "") }
    let name = "\(table.rawValue)-\(next).run"
    next += 1
    let path = place.path(StoreFolder.index + "/" + name)
    let shown = place.shown(StoreFolder.index + "/" + name)
    // One may be left from a process that did not come to name it in the manifest.
    try Folder.removeFile(path, name: shown)
    return RunWriter(try OpenFile.made(path, name: shown, isNew: true), name: name)
  }

  /// Removes files that were made here and are not needed any more.
  func remove(_ runs: [RunFile]) {
    guard let place else { return }
    for run in runs {
      // Files that stay are removed when the store is opened.
      try? Folder.removeFile(place.path(StoreFolder.index + "/" + run.name), name: run.name)
    }
  }

  private func makeNameless() throws -> OpenFile {
    let name = "a temporary file in \(TextEscaping.escaped(temporaryFolder, limit: 1000))"
    let file: Descriptor
    do {
      file = try TemporaryPath.makeFile(in: temporaryFolder, prefix: "assay-index-")
    } catch {
      throw FileFailure.error("make", name, error)
    }
    return try OpenFile(file, name: name)
  }
}

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
