import HealthModel
import HealthStorage

/// A line that a deletion overwrites.
struct ErasedLine: Sendable {
  let file: SampleFile
  let offset: Int
  /// How long it is, with its line feed, which stays.
  let length: Int
}

/// The overwriting of deleted lines with blanks.
///
/// The places are noted in `blanks-COMMIT.ndjson`, which is on the disk before the deletion commits. Once it has, the
/// lines are overwritten and the note is removed. Whoever comes after an interrupted one carries its note out, or
/// removes it when the deletion did not commit.
enum LineErasure {
  private static let prefix = "blanks-"
  private static let suffix = ".ndjson"

  private static func name(_ commit: Int64) -> String { "\(prefix)\(commit)\(suffix)" }

  /// Notes what a commit will overwrite; files in any order, places of one file together and ascending.
  static func note(_ places: [ErasedLine], commit: Int64, in place: StoreFolder) throws {
    let name = Self.name(commit)
    try Folder.removeFile(place.path(name), name: place.shown(name))
    let file = try OpenFile.made(place.path(name), name: place.shown(name), isNew: true)
    var output = PieceWriter(file)
    for blank in places {
      var object = JSONBuilder.openObject()
      object.member("file", blank.file.name)
      object.member("offset", blank.offset)
      object.member("length", blank.length)
      try output.append { $0 += object.sealed }
    }
    _ = try output.finish()
    try file.synchronize()
    try Folder.synchronize(place.folder, name: place.shown)
  }

  /// Removes the note of a commit that did not happen, or whose lines are overwritten.
  static func forget(commit: Int64, in place: StoreFolder) throws {
    let name = Self.name(commit)
    try Folder.removeFile(place.path(name), name: place.shown(name))
  }

  /// Carries out what committed deletions noted, and forgets the notes of others; the lock must be held.
  static func settle(_ place: StoreFolder, _ state: StoreState) throws {
    for commit in try notes(place) {
      if commit <= state.commit { try overwrite(commit: commit, place, state) }
      try forget(commit: commit, in: place)
    }
  }

  /// The lines that committed deletions have not overwritten yet, by file: they are there and mean nothing.
  static func places(_ place: StoreFolder, _ state: StoreState) throws -> [SampleFile: Set<Int>] {
    var places: [SampleFile: Set<Int>] = [:]
    for commit in try notes(place) where commit <= state.commit {
      try forEachPlace(commit: commit, place) { blank in places[blank.file, default: []].insert(blank.offset) }
    }
    return places
  }

  private static func notes(_ place: StoreFolder) throws -> [Int64] {
    let names = try Folder.names(in: place.folder, name: place.shown) ?? []
    return names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
      return Int64(name.dropFirst(prefix.count).dropLast(suffix.count))
    }
  }

  private static func forEachPlace(commit: Int64, _ place: StoreFolder, _ body: (ErasedLine) throws -> Void) throws {
    let name = Self.name(commit)
    guard let file = try OpenFile.existing(place.path(name), name: place.shown(name)) else { return }
    var scanner = LineScanner(file, from: 0, to: try file.size())
    while let line = try scanner.next() {
      guard SealedLine.crc(line, in: scanner.bytes) != nil, let fields = JSONFields(line, in: scanner.bytes),
        let target = fields.text("file").flatMap({ SampleFile($0) }), let offset = fields.count("offset"),
        let length = fields.count("length"), length > 0, max(offset, length) < 1 << 60
      else { throw StorageError.corrupt(place, "\(name) is damaged") }
      try body(ErasedLine(file: target, offset: offset, length: length))
    }
  }

  private static func overwrite(commit: Int64, _ place: StoreFolder, _ state: StoreState) throws {
    var writer = BlankWriter(place, state)
    try forEachPlace(commit: commit, place) { blank in try writer.overwrite(blank) }
    try writer.finish()
  }

  static func overwrite(_ places: [ErasedLine], _ place: StoreFolder, _ state: StoreState) throws {
    var writer = BlankWriter(place, state)
    for blank in places { try writer.overwrite(blank) }
    try writer.finish()
  }
}

/// Overwrites lines of one file after the other.
private struct BlankWriter {
  private let place: StoreFolder
  private let state: StoreState
  private var current: SampleFile?
  private var file: OpenFile?
  private var length = 0

  init(_ place: StoreFolder, _ state: StoreState) {
    self.place = place
    self.state = state
  }

  mutating func overwrite(_ blank: ErasedLine) throws {
    if blank.file != current { try open(blank.file) }
    // A file that was rewritten since has no trace of what was deleted.
    guard let file else { return }
    let end = blank.offset + blank.length
    guard end <= length, try isLine(blank, in: file) else {
      throw StorageError.corrupt(place, "\(blank.file.name) has no line at byte \(blank.offset) that was deleted")
    }
    try file.put([UInt8](repeating: UInt8(ascii: " "), count: blank.length - 1), at: blank.offset)
  }

  /// Whether a place begins after a line feed and ends with one.
  private func isLine(_ blank: ErasedLine, in file: OpenFile) throws -> Bool {
    let feed = [UInt8(ascii: "\n")]
    guard try file.bytes(at: blank.offset + blank.length - 1, count: 1) == feed else { return false }
    return try blank.offset == 0 || file.bytes(at: blank.offset - 1, count: 1) == feed
  }

  private mutating func open(_ name: SampleFile) throws {
    try finish()
    current = name
    guard let number = state.number(of: name.type), let stored = state.types[number].files[name.month],
      stored.generation == name.generation
    else { return }
    guard let opened = try OpenFile.existing(place.path(name), name: place.shown(name), isWritable: true) else {
      throw StorageError.corrupt(place, "\(StoreFolder.samples)/\(name.name) is missing")
    }
    file = opened
    length = stored.length
  }

  mutating func finish() throws {
    try file?.synchronize()
    file = nil
  }
}
