import AssayPlatform
import HealthDigest
import HealthFormats
import HealthReports

/// Records that earlier imports of the same path kept.
///
/// The path may have other content by now, or the import another subject: an import sets the records aside instead of
/// replacing them, and when it is finished removes those that it kept itself. A process that is killed between two
/// steps leaves a record in both files, which the next import puts right; at no moment is a record in neither.
struct EarlierRecords {
  private let path: String
  let earlierPath: String
  /// The file of earlier records while it is written anew: a fixed name, so that the next import removes what a process
  /// left that was killed.
  private var unfinishedPath: String { earlierPath + ".new" }
  /// How many records of the import's file are compared at once: 100,000 take 5 MB.
  private static let blockSize = 100_000

  init(of path: String) {
    self.path = path
    earlierPath = QuarantineFile.stem(of: path) + Self.ending
  }

  private static let ending = ".earlier.ndjson"

  static func holds(_ path: String) -> Bool { path.hasSuffix(ending) }

  /// Moves the records of the import's file to those that were moved before it; then nothing has the file's name.
  func setAside() throws {
    try FolderEntry.remove(unfinishedPath)
    guard FolderEntry.kind(of: path) == .file, try ComparedLine.size(of: path) > 0 else { return }
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
    var unreadable = 0
  }

  @discardableResult
  func removeRepeated() throws -> Rest {
    guard FolderEntry.kind(of: earlierPath) == .file else { return Rest() }
    if try ComparedLine.does(path, beginWith: earlierPath) {
      try FolderEntry.remove(earlierPath)
      return Rest()
    }
    var repeated = RepeatedRecords()
    try ComparedLine.forEach(of: earlierPath) { line, text in repeated.add(line, text) }
    try forEachBlock(of: &repeated) { block, repeated in
      var index = 0
      try ComparedLine.forEach(of: earlierPath) { line, _ in
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
    _ body: (Set<ComparedLine.Key>, inout RepeatedRecords) throws -> Void
  ) throws {
    guard FolderEntry.kind(of: path) == .file else { return }
    var block: Set<ComparedLine.Key> = []
    try ComparedLine.forEach(of: path) { line, text in
      repeated.compare(text.bytes)
      if let key = line.key { block.insert(key) }
      if block.count >= Self.blockSize {
        try body(block, &repeated)
        block.removeAll(keepingCapacity: true)
      }
    }
    if !block.isEmpty { try body(block, &repeated) }
  }

  private func rewrite(from sources: [String], where isKept: (Int) -> Bool) throws {
    let output = try ByteOutput.file(unfinishedPath, mode: 0o600)
    var index = 0
    for source in sources where FolderEntry.kind(of: source) == .file {
      try ComparedLine.forEach(of: source) { _, text in
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

/// A line of a quarantine file, reduced to the parts that are compared with those of another import.
struct ComparedLine {
  /// The identity of a line's record: its bytes, the context for a replay, and the part of the record.
  ///
  /// Half of a digest is enough: among a million records, two share it by chance once in 10^26 files.
  struct Key: Hashable {
    private let high: UInt64
    private let low: UInt64

    init?(_ line: QuarantineLine) {
      guard line.value("replacement") == nil, let id = line.value("id"), let context = line.value("context") else {
        return nil
      }
      let part = line.value("part").map { Array(line.text[$0]) } ?? []
      let digest = SHA256Digest(of: line.text[id] + line.text[context] + part)
      (high, low) = (digest.words.0, digest.words.1)
    }
  }

  /// The identity; `nil` for a line that stays in any case.
  let key: Key?
  /// Whether its record begins here: lines of one record follow each other, with the parts in order.
  let beginsRecord: Bool
  /// Whether it is whole and still not a line of a quarantine file: a process was killed while it wrote the line, or
  /// somebody who corrected it made a typing error.
  let isUnreadable: Bool

  static func forEach(of path: String, _ body: (ComparedLine, QuarantineLines.Line) throws -> Void) throws {
    var lines = try QuarantineLines(path: path)
    var last: Part?
    while let text = try lines.next() {
      if text.isBlank { continue }
      let read = text.part == .whole ? try? QuarantineLine(text) : nil
      let part = read.flatMap(Part.init)
      let continues = text.part == .middle || text.part == .end || part.map { $0.isNext(after: last) } ?? false
      let line = ComparedLine(
        key: read.flatMap(Key.init), beginsRecord: !continues, isUnreadable: read == nil && text.part == .whole)
      last = part
      try body(line, text)
    }
  }

  /// Which part of a record over the size of a line it holds.
  private struct Part {
    private let id: String?
    private let number: Int
    private let count: Int

    /// `nil` for a line that holds all of its record.
    init?(_ line: QuarantineLine) {
      guard let number = line.integer("part"), let count = line.integer("parts") else { return nil }
      (id, self.number, self.count) = (line.string("id"), number, count)
    }

    func isNext(after other: Part?) -> Bool {
      guard let other else { return false }
      return number > 1 && number - 1 == other.number && count == other.count && id == other.id
    }
  }

  static func size(of path: String) throws(OutputError) -> Int64 {
    do {
      return try FileStatus(of: path).size
    } catch {
      throw OutputError(name: path, code: error.code)
    }
  }

  /// Whether a file begins with the bytes of another one, as it does after another import of an unchanged input.
  static func does(_ path: String, beginWith other: String) throws -> Bool {
    guard FolderEntry.kind(of: path) == .file, try size(of: other) <= size(of: path) else { return false }
    var (short, long) = (try FileSource(path: other), try FileSource(path: path))
    var (beginning, same): ([UInt8], [UInt8]) = ([], [])
    while true {
      beginning.removeAll(keepingCapacity: true)
      same.removeAll(keepingCapacity: true)
      if try short.read(into: &beginning, count: 256 * 1024) == 0 { return true }
      while same.count < beginning.count {
        if try long.read(into: &same, count: beginning.count - same.count) == 0 { return false }
      }
      if same != beginning { return false }
    }
  }
}

/// Which records of earlier imports another import kept again.
///
/// A record is decided on whole, however many lines it has: a correction is in one of them, and without the others it
/// would not be a record.
struct RepeatedRecords {
  private var lines: [ComparedLine] = []
  private var isRepeated: [Bool] = []
  /// Lines that cannot be read and were not found yet, as far as there is room.
  private var unreadable: [(index: Int, bytes: [UInt8])] = []
  private var room = QuarantineLines.maximumLine

  mutating func add(_ line: ComparedLine, _ text: QuarantineLines.Line) {
    if line.isUnreadable, text.bytes.count <= room {
      room -= text.bytes.count
      unreadable.append((isRepeated.count, text.bytes))
    }
    isRepeated.append(false)
    lines.append(line)
  }

  mutating func mark(_ index: Int) { isRepeated[index] = true }

  /// Compares a line of the import with those that cannot be read.
  ///
  /// One that it begins with is what a process wrote before it was killed. Any other stays, since somebody may have
  /// corrected it and made a typing error.
  mutating func compare(_ line: [UInt8]) {
    guard !unreadable.isEmpty else { return }
    unreadable.removeAll { torn in
      guard line.starts(with: torn.bytes) else { return false }
      isRepeated[torn.index] = true
      return true
    }
  }

  var isKept: [Bool] {
    var kept = isRepeated.map(!)
    var start = 0
    while start < kept.count {
      var end = start + 1
      while end < kept.count, !lines[end].beginsRecord { end += 1 }
      if kept[start..<end].contains(true) { for index in start..<end { kept[index] = true } }
      start = end
    }
    return kept
  }

  var rest: EarlierRecords.Rest {
    var rest = EarlierRecords.Rest()
    for (index, isKept) in isKept.enumerated() where isKept && (index == 0 || lines[index].beginsRecord) {
      rest.records += 1
      if lines[index].isUnreadable { rest.unreadable += 1 }
    }
    return rest
  }
}
