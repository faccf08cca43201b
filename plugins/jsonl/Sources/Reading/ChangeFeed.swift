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
  /// - Throws: `SnapshotMoved` when a line is not there any more, `IndexDamage`, `StorageError`, and what the function
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
    guard isChanged || failure is IndexDamage else { throw failure }
  }

  // MARK: - Pages

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
    return SampleSortKey(
      type: Int32(truncatingIfNeeded: index), start: sample.start, end: sample.end, id: sample.id)
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
