public import HealthModel
import Synchronization

/// Answers see what is committed, all of it as of one moment.
extension MemoryStore {
  /// The progress of an earlier import of an input; `nil` if there was none.
  public func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    contents.withLock { $0.progress(of: input) }
  }

  /// The progress of all imports, in the order of their inputs' first commits.
  public func imports() async throws(StorageError) -> [ImportProgress] { contents.withLock { $0.imports } }

  /// The types that have committed samples, with how many, in the registry's order.
  public func counts() async throws(StorageError) -> [StoredTypeCount] {
    contents.withLock { $0.counts(in: registry) }
  }

  /// Passes the committed samples that match to a function, a correlation followed by its members.
  ///
  /// - Throws: what the function throws.
  public func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    let answer = contents.withLock { $0.answer(to: query, in: registry) }
    _ = try answer.forEachBatch(body)
  }

  /// Computes statistics over the samples that match.
  ///
  /// Without a limit or page values are added in the order of start and id, whatever the query's order.
  public func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
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
  ///
  /// - Throws: `StorageError`: `failed` if the anchor is newer than the store; errors of the function.
  public func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
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

  /// The store's information about itself.
  public func information() async throws(StorageError) -> StoreInformation {
    contents.withLock { state in
      StoreInformation(format: "memory", lastCommit: state.lastCommit, deletions: state.tombstones.count)
    }
  }

  /// Looks for parts that do not fit together.
  public func verify() async throws(StorageError) -> [StoreFault] { contents.withLock { $0.faults(in: registry) } }
}
