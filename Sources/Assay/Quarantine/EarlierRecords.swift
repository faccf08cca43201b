import AssayPlatform
import HealthReports

/// Records that earlier imports of the same path kept.
///
/// The path may have other content by now, or the import another subject: an import sets the records aside instead of
/// replacing them, and when it is finished removes those that it kept itself. A process that is killed between two
/// steps leaves a record in both files, which the next import puts right; at no moment is a record in neither.
struct EarlierRecords {
  /// The quarantine file that the import writes.
  private let path: String
  /// The file beside it, of what earlier imports kept.
  let earlierPath: String
  /// The file of earlier records while it is written anew: a fixed name, so that the next import removes what a process
  /// left that was killed.
  private var unfinishedPath: String { earlierPath + ".new" }
  /// How many records of the import's file are compared at once: 100,000 take 5 MB.
  private static let blockSize = 100_000

  /// Creates the records of a quarantine file; nothing is opened yet.
  init(of path: String) {
    self.path = path
    earlierPath = QuarantineFile.stem(of: path) + Self.ending
  }

  private static let ending = ".earlier.ndjson"

  static func holds(_ path: String) -> Bool { path.hasSuffix(ending) }

  /// Moves the records of the import's file to those that were moved before it; then nothing has the file's name.
  func setAside() throws {
    try FolderEntry.remove(unfinishedPath)
    guard FolderEntry.kind(of: path) == .file, try EarlierLine.size(of: path) > 0 else { return }
    if try removeRepeated().records == 0 {
      try Self.rename(path, to: earlierPath)
    } else {
      try rewrite(from: [earlierPath, path]) { _ in true }
      try FolderEntry.remove(path)
    }
  }

  /// What is left of earlier imports.
  struct Rest {
    /// How many records; of a line that cannot be read it is not known, so it counts as one.
    var records = 0
    /// How many of them are lines that cannot be read.
    var unreadable = 0
  }

  /// Removes the records that are in the import's file as well.
  @discardableResult
  func removeRepeated() throws -> Rest {
    guard FolderEntry.kind(of: earlierPath) == .file else { return Rest() }
    if try EarlierLine.does(path, beginWith: earlierPath) {
      try FolderEntry.remove(earlierPath)
      return Rest()
    }
    var repeated = RepeatedRecords()
    try EarlierLine.forEach(of: earlierPath) { line, text in repeated.add(line, text) }
    try forEachBlock(of: &repeated) { block, repeated in
      var index = 0
      try EarlierLine.forEach(of: earlierPath) { line, _ in
        if let key = line.key, block.contains(key) { repeated.mark(index) }
        index += 1
      }
    }
    let isKept = repeated.isKept
    if repeated.rest.records == 0 {
      try FolderEntry.remove(earlierPath)
    } else if isKept.contains(false) {
      try rewrite(from: [earlierPath]) { isKept[$0] }
    }
    return repeated.rest
  }

  /// Passes on what identifies the lines of the import's file, a bounded number at once.
  private func forEachBlock(
    of repeated: inout RepeatedRecords,
    _ body: (Set<EarlierLine.Key>, inout RepeatedRecords) throws -> Void
  ) throws {
    guard FolderEntry.kind(of: path) == .file else { return }
    var block: Set<EarlierLine.Key> = []
    try EarlierLine.forEach(of: path) { line, text in
      repeated.compare(text.bytes)
      if let key = line.key { block.insert(key) }
      if block.count >= Self.blockSize {
        try body(block, &repeated)
        block.removeAll(keepingCapacity: true)
      }
    }
    if !block.isEmpty { try body(block, &repeated) }
  }

  /// Replaces the file of earlier records by lines of files, in one step.
  private func rewrite(from sources: [String], where isKept: (Int) -> Bool) throws {
    let output = try ByteOutput.file(unfinishedPath, mode: 0o600)
    var index = 0
    for source in sources where FolderEntry.kind(of: source) == .file {
      try EarlierLine.forEach(of: source) { _, text in
        if isKept(index) { try output.append(text.written) }
        index += 1
      }
    }
    try output.synchronize()
    try Self.rename(unfinishedPath, to: earlierPath)
  }

  private static func rename(_ path: String, to other: String) throws {
    do {
      try FileTree.rename(path, to: other)
    } catch {
      throw OutputError(name: other, code: error.code)
    }
    try FolderEntry.synchronize(PathText.parent(of: other))
  }
}
