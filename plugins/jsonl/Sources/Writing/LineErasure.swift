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
    let file = try place.newFile(name(commit))
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
    try place.synchronize()
  }

  /// Removes the note of a commit that did not happen, or whose lines are overwritten.
  static func forget(commit: Int64, in place: StoreFolder) throws {
    try place.remove(name(commit))
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
    let names = try place.names()
    return names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
      return Int64(name.dropFirst(prefix.count).dropLast(suffix.count))
    }
  }

  private static func forEachPlace(commit: Int64, _ place: StoreFolder, _ body: (ErasedLine) throws -> Void) throws {
    let name = Self.name(commit)
    guard let file = try place.file(name) else { return }
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
    var open: (name: SampleFile, file: OpenFile)?
    try forEachPlace(commit: commit, place) { blank in
      // A file that was rewritten since has no trace of what was deleted.
      guard let type = state.number(of: blank.file.type).map({ state.types[$0] }),
        type.file(blank.file.month) == blank.file, let length = type.files[blank.file.month]?.length
      else { return }
      if open?.name != blank.file {
        try open?.file.synchronize()
        open = (blank.file, try place.committed(blank.file.path, length: length, isWritable: true))
      }
      guard let file = open?.file, blank.offset + blank.length <= length, try isLine(blank, in: file) else {
        throw StorageError.corrupt(place, "\(blank.file.name) has no line at byte \(blank.offset) that was deleted")
      }
      try file.put([UInt8](repeating: UInt8(ascii: " "), count: blank.length - 1), at: blank.offset)
    }
    try open?.file.synchronize()
  }

  /// Whether a place begins after a line feed and ends with one.
  private static func isLine(_ blank: ErasedLine, in file: OpenFile) throws -> Bool {
    let feed = [UInt8(ascii: "\n")]
    guard try file.bytes(at: blank.offset + blank.length - 1, count: 1) == feed else { return false }
    return try blank.offset == 0 || file.bytes(at: blank.offset - 1, count: 1) == feed
  }
}

/// A sample that a deletion takes.
struct DoomedSample: Sendable {
  /// The store's number of its type.
  let type: Int
  let month: SampleMonth
  let id: SampleID
}

/// Deletes samples in a commit: their ids go to `deletions.ndjson`, their lines become blank.
///
/// The ids and the places of the lines are on the disk before the commit; the lines are overwritten after it, by this
/// process or, when it is interrupted, by the next one that writes.
struct DeletionWriter: Sendable {
  private let place: StoreFolder
  private let state: StoreState
  /// By type and month.
  private let samples: [DoomedSample]
  /// The lines that become blank, file by file.
  private let places: [ErasedLine]
  private var commit: Int64 { state.commit + 1 }

  /// Looks for the lines of samples.
  init(_ place: StoreFolder, _ state: StoreState, _ samples: [DoomedSample]) throws {
    self.place = place
    self.state = state
    self.samples = samples.sorted { ($0.type, $0.month) < ($1.type, $1.month) }
    var places: [ErasedLine] = []
    var rest = self.samples[...]
    while let first = rest.first {
      let part = rest.prefix { $0.type == first.type && $0.month == first.month }
      places += try Self.places(of: Set(part.map(\.id)), in: first.month, of: state.types[first.type], place)
      rest = rest.dropFirst(part.count)
    }
    self.places = places
  }

  private static func places(
    of ids: Set<SampleID>, in month: SampleMonth, of type: LoggedType, _ place: StoreFolder
  ) throws -> [ErasedLine] {
    var places: [ErasedLine] = []
    guard let name = type.file(month), let length = type.files[month]?.length else {
      throw StorageError.corrupt(place, "the samples of \(type.id) in \(month.name) are missing")
    }
    let file = try place.committed(name.path, length: length)
    var scanner = LineScanner(file, from: 0, to: length)
    var offset = 0
    while let line = try scanner.next() {
      defer { offset = scanner.offset }
      if StoredLine.isBlank(line, in: scanner.bytes) { continue }
      guard let facts = SampleFacts(line, in: scanner.bytes, hasMembers: type.hasMembers) else {
        throw StorageError.corrupt(place, "\(name.path) has no sample at byte \(offset)")
      }
      if ids.contains(facts.id) { places.append(ErasedLine(file: name, offset: offset, length: line.count)) }
    }
    guard places.count == ids.count else {
      throw StorageError.corrupt(place, "\(name.path) lacks samples of the index")
    }
    return places
  }

  /// Commits the deletion.
  ///
  /// - Returns: the state with it.
  /// - Throws: an error; nothing is deleted then.
  func write(_ types: TypeTable) throws -> StoreState {
    do {
      try LineErasure.note(places, commit: commit, in: place)
      let length = try appendDeletions(types)
      var line = CommitLine()
      line.line = state.line + 1
      line.commit = commit
      line.deleted = counts
      line.blanked = blanked
      line.deletions = state.deletionsLength..<length
      return try CommitLog(place: place).append(line, behind: state)
    } catch {
      // After a failed sync the notes stay: they are needed should a power cut bring the commit back.
      if error.cause != .unsynced { undo() }
      throw error
    }
  }

  func undo() { try? LineErasure.forget(commit: commit, in: place) }

  private var blanked: [(file: SampleFile, count: Int)] {
    var result: [(file: SampleFile, count: Int)] = []
    for place in places {
      if result.last?.file == place.file {
        result[result.count - 1].count += place.length
      } else {
        result.append((place.file, place.length))
      }
    }
    return result
  }

  private var counts: [(type: String, count: Int)] {
    var counts: [Int: Int] = [:]
    for sample in samples { counts[sample.type, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { (type: state.types[$0.key].id, count: $0.value) }
  }

  /// Writes the ids after those of earlier commits, in the order of the registry, and returns how long the file is then.
  private func appendDeletions(_ types: TypeTable) throws -> Int {
    let name = StoreFolder.deletions
    let start = state.deletionsLength
    let file = try place.extended(name, from: start)
    var output = PieceWriter(file, at: start)
    let ordered = samples.map { (types.indexes[$0.type] ?? Int.max, $0.id, $0.type) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    for (_, id, type) in ordered {
      try output.append { $0 += DeletionLine(id: id, type: state.types[type].id, commit: commit).line }
    }
    let end = try output.finish()
    try file.synchronize()
    if start == 0 { try place.synchronize() }
    return end
  }
}
