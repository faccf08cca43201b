import HealthModel
import HealthStorage

/// Passes on what commits added and deleted, and goes on in a later snapshot when lines were moved on the way.
struct ChangeFeed {
  private let query: ChangeQuery
  private let registry: Registry
  private let coding: any SampleLineCoding
  /// The last commit that was looked at whole.
  private var done: Int64
  /// The last commit of which something was passed on, and how many changes were up to there.
  private var last: Int64
  private var count = 0
  /// The part of the previous commit that was passed on.
  private var passed = Part()
  /// A page that is passed on when it is known whether another one follows.
  private var held: (page: ChangePage, through: Part)?

  /// The progress of a commit that was passed on: up to a sample, or a number of deletions.
  private struct Part {
    var sample: SampleSortKey?
    var deletions = 0

    var isNothing: Bool { sample == nil && deletions == 0 }
  }

  private static let chunk = 2048
  private static let chunkBytes = 4 << 20
  private static let deletionsOfPage = 10_000

  init(_ query: ChangeQuery, registry: Registry, coding: any SampleLineCoding) {
    self.query = query
    self.registry = registry
    self.coding = coding
    done = query.anchor.commit
    last = query.anchor.commit
  }

  /// Passes on what is left of the changes.
  ///
  /// - Returns: the anchor after the last commit that was passed on whole, or after the last one of the store.
  /// - Throws: `StorageError` with `movedLine` when a line is not there any more, `StorageError` with `indexDamage`, `StorageError`, and what the function
  ///   throws.
  mutating func run(in snapshot: Snapshot, _ body: (ChangePage) throws -> Bool) throws -> ChangeAnchor {
    let state = snapshot.state
    guard query.anchor.commit <= state.commit else {
      throw StorageError(
        .failed, "the store has no commit with the anchor \(query.anchor)",
        hint: "an anchor holds for the store that gave it")
    }
    let log = CommitLog(place: snapshot.place)
    var additions = try CommitAdditions(snapshot, query, registry: registry)
    var before: Int64 = 0
    for (place, line) in state.lines.enumerated() {
      defer { before = line.commit }
      if let limit = query.limit, count >= limit { return ChangeAnchor(commit: last) }
      guard line.commit > before, line.commit > done else { continue }
      let commit = try log.commit(ofLine: place + 1, in: state)
      held = nil
      var changes = 0
      guard try passAdded(by: commit, in: snapshot, &additions, &changes, body),
        try passDeleted(by: commit, in: snapshot, &changes, body)
      else { return ChangeAnchor(commit: line.commit - 1) }
      let goesOn = try passEnd(of: line.commit, body)
      done = line.commit
      count += changes
      passed = Part()
      if !goesOn { return ChangeAnchor(commit: line.commit) }
    }
    if let limit = query.limit, count >= limit { return ChangeAnchor(commit: last) }
    return ChangeAnchor(commit: state.commit)
  }

  /// Makes ready to go on in a later snapshot.
  ///
  /// - Throws: the failure when the later snapshot does not explain it.
  func goOn(in later: Snapshot, after earlier: Snapshot, _ failure: any Error) throws {
    let isChanged =
      later.state.lastDeletion > earlier.state.lastDeletion
      || later.state.lastReplacement > earlier.state.lastReplacement
    guard isChanged || failure.cause == .indexDamage else { throw failure }
  }

  private mutating func hold(
    _ page: ChangePage, through part: Part, _ body: (ChangePage) throws -> Bool
  ) throws -> Bool {
    let earlier = held
    held = (page, part)
    guard let earlier else { return true }
    passed = earlier.through
    return try body(earlier.page)
  }

  /// Passes the last page of a commit on; a commit of which nothing is left has none.
  private mutating func passEnd(of commit: Int64, _ body: (ChangePage) throws -> Bool) throws -> Bool {
    guard held != nil || !passed.isNothing else { return true }
    var page = held?.page ?? ChangePage(commit: commit, added: SampleBatch(), isEndOfCommit: true)
    page.isEndOfCommit = true
    held = nil
    last = commit
    return try body(page)
  }

  private mutating func passAdded(
    by commit: CommitLine, in snapshot: Snapshot, _ additions: inout CommitAdditions, _ changes: inout Int,
    _ body: (ChangePage) throws -> Bool
  ) throws -> Bool {
    guard !commit.added.isEmpty else { return true }
    let order = SampleOrder(.ascending)
    let begun = passed.sample
    var reader = LineGroupReader(snapshot, coding: coding)
    var heads: [StoredSample] = []
    var byteCount = 0
    let goesOn = try additions.forEach(of: commit.commit, in: commit.files.map(\.file)) { head in
      changes += 1
      if let begun, !order.precedes(begun, key(of: head, in: snapshot)) { return true }
      heads.append(head)
      byteCount += head.length
      guard heads.count >= Self.chunk || byteCount >= Self.chunkBytes else { return true }
      let isWanted = try pass(heads, of: commit.commit, in: snapshot, &reader, body)
      heads.removeAll(keepingCapacity: true)
      byteCount = 0
      return isWanted
    }
    guard goesOn, !heads.isEmpty else { return goesOn }
    return try pass(heads, of: commit.commit, in: snapshot, &reader, body)
  }

  private mutating func pass(
    _ heads: [StoredSample], of commit: Int64, in snapshot: Snapshot, _ reader: inout LineGroupReader,
    _ body: (ChangePage) throws -> Bool
  ) throws -> Bool {
    try reader.read(heads) { batch, part in
      var through = Part()
      through.sample = part.last.map { key(of: $0, in: snapshot) }
      return try hold(ChangePage(commit: commit, added: batch, isEndOfCommit: false), through: through, body)
    }
  }

  private func key(of sample: StoredSample, in snapshot: Snapshot) -> SampleSortKey {
    let index = snapshot.types.indexes[sample.type] ?? -1
    return SampleSortKey(type: Int32(truncatingIfNeeded: index), start: sample.start, end: sample.end, id: sample.id)
  }

  private mutating func passDeleted(
    by commit: CommitLine, in snapshot: Snapshot, _ changes: inout Int, _ body: (ChangePage) throws -> Bool
  ) throws -> Bool {
    guard let range = commit.deletions else { return true }
    let asked = Set(query.types.compactMap { registry.typeIndex(named: $0) })
    let begun = passed.deletions
    var reader = IndexReader(snapshot.index, types: snapshot.state.types.count)
    var deletions = try DeletionReader(snapshot.place, range)
    var part: [DeletedSample] = []
    while let deletion = try deletions.next() {
      let index = registry.typeIndex(named: deletion.type)
      guard query.types.isEmpty || index.map({ asked.contains($0) }) == true else { continue }
      // One that was stored again since is no longer deleted, or was deleted by a later commit.
      guard let stored = try reader.stored(deletion.id), stored.isDead, stored.commit == commit.commit else { continue }
      changes += 1
      guard changes > begun else { continue }
      part.append(DeletedSample(id: deletion.id, type: index.map { registry.types[$0].id } ?? deletion.type))
      if part.count == Self.deletionsOfPage {
        guard try hold(part, of: commit.commit, through: changes, body) else { return false }
        part.removeAll(keepingCapacity: true)
      }
    }
    if part.isEmpty { return true }
    return try hold(part, of: commit.commit, through: changes, body)
  }

  private mutating func hold(
    _ deleted: [DeletedSample], of commit: Int64, through count: Int, _ body: (ChangePage) throws -> Bool
  ) throws -> Bool {
    var through = Part()
    through.deletions = count
    let page = ChangePage(commit: commit, added: SampleBatch(), deleted: deleted, isEndOfCommit: false)
    return try hold(page, through: through, body)
  }
}

/// The samples that commits added and that still exist, read from the files they wrote to: lines of a commit are
/// together there, in the order of start and id.
struct CommitAdditions {
  private let snapshot: Snapshot
  private let omitsMembers: Bool
  private var reader: IndexReader
  /// The requested types, by number, with their places in the registry.
  private let wanted: [Int: Int]
  /// Where in files the commits after the last one begin.
  private var positions: [Place: Int] = [:]

  private struct Place: Hashable {
    var type: Int
    var month: SampleMonth
  }

  /// Reads a snapshot.
  ///
  /// - Throws: `StorageError.incompatible` if all types are requested and the registry lacks one that has samples.
  init(_ snapshot: Snapshot, _ query: ChangeQuery, registry: Registry) throws {
    self.snapshot = snapshot
    omitsMembers = query.omitsMembers
    reader = IndexReader(snapshot.index, types: snapshot.state.types.count)
    var wanted: [Int: Int] = [:]
    for number in try snapshot.types.wanted(query.types, of: snapshot.state.types, registry: registry) {
      wanted[number] = snapshot.types.indexes[number]
    }
    self.wanted = wanted
  }

  /// Passes the samples that a commit added on, in their order, until the function returns `false`.
  mutating func forEach(
    of commit: Int64, in files: [SampleFile], _ body: (StoredSample) throws -> Bool
  ) throws -> Bool {
    var places: [(index: Int, place: Place)] = []
    for file in files {
      guard let number = snapshot.state.number(of: file.type), let index = wanted[number] else { continue }
      places.append((index, Place(type: number, month: file.month)))
    }
    places.sort { left, right in
      left.index == right.index ? left.place.month < right.place.month : left.index < right.index
    }
    for (_, place) in places {
      guard try forEach(of: commit, in: place, body) else { return false }
    }
    return true
  }

  private mutating func forEach(
    of commit: Int64, in place: Place, _ body: (StoredSample) throws -> Bool
  ) throws -> Bool {
    let type = snapshot.state.types[place.type]
    guard let length = type.files[place.month]?.length, length > 0,
      let file = try snapshot.open(place.type, place.month)
    else { return true }
    var offset = try positions[place] ?? CommitSearch(file, length: length).offset(ofCommit: commit)
    defer { positions[place] = offset }
    var scanner = LineScanner(file, from: offset, to: length)
    while let line = try scanner.next() {
      if !StoredLine.isBlank(line, in: scanner.bytes) {
        guard let facts = SampleFacts(line, in: scanner.bytes, hasMembers: type.hasMembers) else {
          throw StorageError.movedLine("\(file.name) has no sample at byte \(offset)")
        }
        if facts.line.commit > commit { return true }
        let sample = StoredSample(facts, type: place.type, offset: offset, length: line.count)
        if facts.line.commit == commit, try isWanted(sample), try !body(sample) { return false }
      }
      offset = scanner.offset
    }
    guard offset == length else { throw StorageError.movedLine("\(file.name) is shorter than its commits say") }
    return true
  }

  /// Whether a sample is still there and should come by itself.
  private mutating func isWanted(_ sample: StoredSample) throws -> Bool {
    if snapshot.state.lastDeletion > 0 {
      guard let stored = try reader.stored(sample.id), !stored.isDead, stored.commit == sample.commit else {
        return false
      }
    }
    if !omitsMembers { return true }
    return try !reader.isMember(sample.id)
  }
}

/// Finds where the lines of a commit begin in a file of samples, whose lines are in the order of commits.
struct CommitSearch {
  private let file: OpenFile
  private let length: Int
  /// A piece that is read through rather than divided.
  private static let piece = 1 << 16

  init(_ file: OpenFile, length: Int) {
    self.file = file
    self.length = length
  }

  /// A place in the file where a line begins, after all lines of commits before a number, and with none but blank lines
  /// between it and the first line of that commit or a later one.
  func offset(ofCommit number: Int64) throws -> Int {
    var low = 0
    var high = length
    while high - low > Self.piece {
      let middle = low + (high - low) / 2
      // `low` is always the beginning of a line after which the search goes on; `high` only says where to look less.
      if let probe = try firstLine(behind: middle, before: high), probe.commit < number {
        low = probe.end
      } else {
        high = middle
      }
    }
    var scanner = LineScanner(file, from: low, to: length)
    var offset = low
    while let line = try scanner.next() {
      if let stored = StoredLine(line, in: scanner.bytes), stored.commit >= number { return offset }
      offset = scanner.offset
    }
    return offset
  }

  /// The first line with a sample that begins after a place and before another one.
  private func firstLine(behind place: Int, before limit: Int) throws -> (commit: Int64, end: Int)? {
    var scanner = LineScanner(file, from: place, to: length)
    // The first piece is the rest of a line.
    guard try scanner.next() != nil else { return nil }
    while scanner.offset < limit, let line = try scanner.next() {
      if let stored = StoredLine(line, in: scanner.bytes) { return (stored.commit, scanner.offset) }
    }
    return nil
  }
}

/// The tombstone of a deleted sample: a line of `deletions.ndjson`.
struct DeletionLine: Sendable {
  let id: SampleID
  /// The id of its type, as the store has it.
  let type: String
  let commit: Int64

  var line: [UInt8] {
    var object = JSONBuilder.openObject()
    object.member("uuid", id.description)
    object.member("type", type)
    object.member("commit", commit)
    return object.sealed
  }
}

/// Reads a part of `deletions.ndjson` line by line.
struct DeletionReader {
  private let place: StoreFolder
  private var scanner: LineScanner?

  /// Reads what is between two places of the file, where lines begin and end.
  init(_ place: StoreFolder, _ range: Range<Int>) throws {
    self.place = place
    guard !range.isEmpty else { return }
    let name = StoreFolder.deletions
    guard let file = try OpenFile.existing(place.path(name), name: place.shown(name)) else {
      throw StorageError.corrupt(place, "\(name) is missing")
    }
    guard try file.size() >= range.upperBound else {
      throw StorageError.corrupt(place, "\(name) is shorter than its commits say")
    }
    scanner = LineScanner(file, from: range.lowerBound, to: range.upperBound)
  }

  /// The next deletion; `nil` after the last.
  mutating func next() throws -> DeletionLine? {
    let offset = scanner?.offset ?? 0
    guard let line = try scanner?.next(), let bytes = scanner?.bytes else { return nil }
    guard SealedLine.crc(line, in: bytes) != nil, let fields = JSONFields(line, in: bytes),
      let id = fields.text("uuid").flatMap({ SampleID($0) }), let type = fields.text("type"),
      let commit = fields.integer("commit")
    else { throw StorageError.corrupt(place, "\(StoreFolder.deletions) has no deletion at byte \(offset)") }
    return DeletionLine(id: id, type: type, commit: commit)
  }
}

/// A store as of one commit.
///
/// Nothing holds later commits up: lines only come after those a snapshot knows. A deletion overwrites lines, and
/// compacting moves them; whoever reads one that is not there any more finds out by its sum, see `StorageError` with `movedLine`.
struct Snapshot: Sendable {
  let place: StoreFolder
  let state: StoreState
  var index: SampleIndex
  let types: TypeTable

  /// The id by which the registry knows a type of the store; the store's own where the registry lacks it.
  func id(of number: Int, in registry: Registry) -> String {
    types.indexes[number].map { registry.types[$0].id } ?? state.types[number].id
  }

  /// Opens the committed part of the file of a month; `nil` if the snapshot has none.
  ///
  /// - Throws: `StorageError` with `movedLine` when it is not there any more.
  func open(_ number: Int, _ month: SampleMonth) throws -> OpenFile? {
    guard number < state.types.count, let name = state.types[number].file(month) else { return nil }
    guard let file = try OpenFile.existing(place.path(name), name: place.shown(name)) else {
      throw StorageError.movedLine("\(place.shown(name)) is missing")
    }
    return file
  }
}
