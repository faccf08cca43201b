package import HealthModel
import Synchronization

/// Keeps samples in memory: for tests, dry runs and the library; the reference that other backends are compared with.
///
/// It has all levels of the interface but those that need a disk. Queries collect what they pass on at one moment and
/// run beside the writer from there.
package final class MemoryStore: StorageBackend {
  let contents = Mutex(MemoryState())
  package let registry: Registry
  let options: StorageOptions
  package let line = WriterQueue()
  private let isClosed = Atomic<Bool>(false)

  package init(registry: Registry, options: StorageOptions = StorageOptions()) {
    self.registry = registry
    self.options = options
  }

  package var capabilities: StorageCapabilities { [.query, .changes, .delete, .statistics, .resume] }

  package func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try checkWritable()
    return contents.withLock { $0.append(batch, restoresDeleted: options.restoresDeleted) }
  }

  package func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    try checkWritable()
    contents.withLock { $0.commit(progress) }
  }

  package func rollback(in turn: borrowing WriteTurn) async { contents.withLock { $0.rollback() } }

  package func delete(
    _ query: SampleQuery, in turn: borrowing WriteTurn
  ) async throws(StorageError) -> DeletionReceipt {
    try checkWritable()
    let owner = options.owner.map { SourceMatch(bundle: $0) }
    let receipt = contents.withLock { state -> DeletionReceipt? in
      guard !state.isOpen else { return nil }
      let ids = state.idsToDelete(query, owner: owner, in: registry)
      state.remove(ids)
      return DeletionReceipt(deleted: ids.count, anchor: ChangeAnchor(commit: state.lastCommit))
    }
    guard let receipt else {
      throw StorageError(.failed, "appended samples wait for their commit, so nothing is deleted")
    }
    return receipt
  }

  package func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    try checkWritable()
    guard let count = contents.withLock({ state in state.isOpen ? nil : state.forget(inputs) }) else {
      throw StorageError(.failed, "appended samples wait for their commit, so no import is forgotten")
    }
    return count
  }

  package func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    try checkWritable()
    contents.withLock { state in for definition in definitions { state.definitions[definition.name] = definition.text }
    }
  }

  package func definitions() async throws(StorageError) -> [StoredDefinition] {
    contents.withLock(\.definitions).sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { StoredDefinition(name: $0.key, text: $0.value) }
  }

  package func close() async throws(StorageError) {
    isClosed.store(true, ordering: .releasing)
    contents.withLock { $0.rollback() }
  }

  private func checkWritable() throws(StorageError) {
    if options.isReadOnly { throw StorageError(.unwritable, "the store in memory is opened for reading only") }
    if isClosed.load(ordering: .acquiring) { throw StorageError(.failed, "the store in memory was closed") }
  }
}

extension MemoryStore {
  package func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    contents.withLock { $0.progress(of: input) }
  }

  package func imports() async throws(StorageError) -> [ImportProgress] { contents.withLock { $0.imports } }

  package func counts() async throws(StorageError) -> [StoredTypeCount] {
    contents.withLock { $0.counts(in: registry) }
  }

  package func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    let answer = contents.withLock { $0.answer(to: query, in: registry) }
    _ = try answer.forEachBatch(body)
  }

  /// Computes statistics over the samples that match.
  ///
  /// Without a limit or page values are added in the order of start and id, whatever the query's order.
  package func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    var query = query
    if query.limit == nil, query.after == nil { query.sort = .ascending }
    let asked = query
    let answer = contents.withLock { $0.answer(to: asked, in: registry) }
    var statistics = SampleStatistics()
    _ = answer.forEachBatch { batch in
      statistics.add(batch)
      return true
    }
    return statistics
  }

  /// Passes what was committed and deleted since an anchor to a function, commit by commit.
  ///
  /// The query's limit counts samples that were added, members of correlations left out, and samples that were deleted.
  package func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    let changes = contents.withLock { state -> MemoryChanges? in
      query.anchor.commit <= state.lastCommit ? state.changes(query, in: registry) : nil
    }
    guard let changes else {
      throw StorageError(
        .failed, "the store has no commit with the anchor \(query.anchor)",
        hint: "an anchor holds for the store that gave it")
    }
    return try changes.forEachPage(body)
  }

  package func information() async throws(StorageError) -> StoreInformation {
    contents.withLock { state in
      StoreInformation(format: "memory", lastCommit: state.lastCommit, deletions: state.tombstones.count)
    }
  }

  package func verify() async throws(StorageError) -> [StoreFault] { contents.withLock { $0.faults(in: registry) } }
}

/// The changes of the commits after an anchor that were not undone since.
struct MemoryChanges: Sendable {
  struct Commit: Sendable {
    var number: Int64
    var added: MemoryAnswer
    var deleted: [DeletedSample]
  }

  /// The commits in order; those that are wholly undone, or have no sample of the types, are left out.
  var commits: [Commit]
  var end: ChangeAnchor

  private static let maximumDeleted = 10_000

  /// Passes the changes on until the function returns `false`.
  ///
  /// - Returns: the anchor after the last commit that was passed on whole.
  func forEachPage(_ body: (ChangePage) throws -> Bool) throws -> ChangeAnchor {
    for commit in commits {
      // The last page of a commit is known as such when no other comes.
      var held: ChangePage?
      func pass(_ page: ChangePage) throws -> Bool {
        let earlier = held
        held = page
        guard let earlier else { return true }
        return try body(earlier)
      }
      var goesOn = try commit.added.forEachBatch { batch in
        try pass(ChangePage(commit: commit.number, added: batch, isEndOfCommit: false))
      }
      for start in stride(from: 0, to: commit.deleted.count, by: Self.maximumDeleted) where goesOn {
        let part = commit.deleted[start..<min(commit.deleted.count, start + Self.maximumDeleted)]
        goesOn = try pass(
          ChangePage(commit: commit.number, added: SampleBatch(), deleted: Array(part), isEndOfCommit: false))
      }
      guard goesOn else { return ChangeAnchor(commit: commit.number - 1) }
      guard var last = held else { continue }
      last.isEndOfCommit = true
      guard try body(last) else { return last.anchor }
    }
    return end
  }
}

extension MemoryState {
  /// The samples added and deleted after an anchor; a sample that is gone again is reported as deleted only.
  func changes(_ query: ChangeQuery, in registry: Registry) -> MemoryChanges {
    var conditions = SampleQuery()
    conditions.types = query.types
    var added: [Int64: [Found]] = [:]
    for sample in found(by: conditions, in: registry) {
      let commit = table.commits[Int(sample.place.segment)][Int(sample.place.row)]
      guard commit > query.anchor.commit, !query.omitsMembers || !groups.isMember(sample.key.id) else { continue }
      added[commit, default: []].append(sample)
    }
    let filter = SampleFilter(conditions, registry: registry)
    var deleted: [Int64: [SampleSortKey]] = [:]
    for (id, stone) in tombstones where stone.commit > query.anchor.commit && filter.takesType(stone.type) {
      let key = SampleSortKey(type: stone.type, start: SampleBatch.noTime, end: SampleBatch.noTime, id: id)
      deleted[stone.commit, default: []].append(key)
    }
    let order = SampleOrder(.ascending)
    var changes = MemoryChanges(commits: [], end: ChangeAnchor(commit: lastCommit))
    var count = 0
    for number in Set(added.keys).union(deleted.keys).sorted() {
      if let limit = query.limit, count >= limit { break }
      let heads = (added[number] ?? []).sorted { order.precedes($0.key, $1.key) }
      let stones = (deleted[number] ?? []).sorted { order.precedes($0, $1) }
      changes.commits.append(
        MemoryChanges.Commit(
          number: number, added: MemoryAnswer(heads.map(\.place), in: self),
          deleted: stones.map { DeletedSample(id: $0.id, type: registry.types[Int($0.type)].id) }))
      count += heads.count + stones.count
    }
    if let limit = query.limit, count >= limit {
      changes.end = changes.commits.last.map { ChangeAnchor(commit: $0.number) } ?? query.anchor
    }
    return changes
  }
}
