public import HealthModel

/// A place that keeps samples: the interface every store implements, built in or not.
///
/// A backend keeps normalized samples only and never judges them. Its laws:
///
/// - *Accepted means committed.* Nothing counts as accepted before `commit` returned, and what it returned for survives
///   a power cut.
/// - *One transaction.* `append` and `commit` form one: either all samples since the last commit and the progress are
///   stored, or nothing of them.
/// - *Exactly once.* A sample with a stored id and equal content (see `SampleBatch.digest`) is a duplicate and changes
///   nothing; with other content it is a conflict and changes nothing. What becomes of a sample depends on the samples
///   before it, never on where a batch begins.
/// - *Nothing half.* A correlation is stored with all its members or not at all; a member that is stored already is
///   linked, not doubled.
/// - *Committed only.* A query sees committed samples only, all of it as of one moment.
/// - *Deleted is gone.* A deleted sample is in no answer but as an id in the changes, and when it comes again it is a
///   duplicate, with its whole group.
/// - *Changes follow commits.* Commits that add or delete something are numbered in the order they became visible.
///
/// One import at a time runs on a backend value; queries may run beside it, and other processes may use the same store.
/// `StorageConformance` of HealthTestKit holds the laws as cases that run against any backend:
///
/// ```swift
/// let store = StorageUnderTest(MemoryStore.factory) { slot in slot.folder }
/// let report = await StorageConformance.run(store, folder: "/tmp")
/// print(report)
/// ```
public protocol StorageBackend: Sendable {
  /// Which levels of the interface the backend has.
  var capabilities: StorageCapabilities { get }

  /// The most samples that should be appended before a commit.
  var commitSize: Int { get }

  // MARK: Writing

  /// Adds samples to the open transaction, beginning one when none is open.
  ///
  /// A correlation is followed by its members, all in one batch.
  ///
  /// - Returns: what became of each sample of the batch.
  /// - Throws: `StorageError`; nothing of the transaction is stored then, and `rollback` must be called before more is
  ///   appended.
  func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt

  /// Commits what was appended together with an import's progress. Returns after the bytes are synced.
  ///
  /// - Parameter progress: how far the import has come; `nil` when the samples come from no input.
  /// - Throws: `StorageError`; nothing of the transaction is stored then.
  func commit(_ progress: ImportProgress?) async throws(StorageError)

  /// Forgets what was appended since the last commit.
  func rollback() async

  /// What an earlier, unfinished or finished import of an input left; `nil` when the store has not seen it.
  ///
  /// - Parameter input: the input's key, see `ImportProgress.input`.
  /// - Returns: the progress that was committed last.
  /// - Throws: `StorageError` when the store cannot be read.
  func progress(of input: String) async throws(StorageError) -> ImportProgress?

  /// What all imports left, in the order of their inputs' first commits.
  func imports() async throws(StorageError) -> [ImportProgress]

  // MARK: Reading

  /// Passes the samples that match to a function, in the query's order, a correlation followed by its members.
  ///
  /// - Parameters:
  ///   - query: which samples, in which order, how many.
  ///   - body: called with batches of at most some thousand samples; `false` ends the query.
  /// - Throws: `StorageError` when the store cannot be read, and what `body` throws.
  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws

  /// The types that have samples, with how many, ordered by id as bytes. Members of correlations count in their type.
  func counts() async throws(StorageError) -> [StoredTypeCount]

  /// Passes what was committed and deleted since an anchor to a function, commit by commit.
  ///
  /// A sample that was added and deleted since then comes as deleted only. Samples of one commit may come in several
  /// pages; the last one has `isEndOfCommit`.
  ///
  /// - Parameters:
  ///   - query: since when, which types, how many.
  ///   - body: called for each page; `false` ends the query behind the page.
  /// - Returns: the anchor behind the last commit that was passed on whole, or behind the last one of the store.
  /// - Throws: `StorageError`: `expired` when the store no longer knows all deletions since the anchor, `failed` when
  ///   it has not come that far, and what `body` throws.
  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor

  /// Computes statistics of one quantity, category or correlation type over the samples that match.
  func statistics(_ query: SampleQuery) async throws -> SampleStatistics

  /// Reduces what statistics need of the samples of one type to one value for each part of the time.
  ///
  /// Within a part samples come in the order of start and id; parts may be worked on at the same time, all of them as of
  /// one moment. Samples without a time are left out.
  ///
  /// - Parameters:
  ///   - scan: which samples, divided where, and which columns.
  ///   - initial: makes the value that a part begins with.
  ///   - update: takes up some of the part's samples.
  /// - Returns: the values of the parts, in their order.
  /// - Throws: `StorageError` when the store cannot be read, and what `update` throws.
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result]

  // MARK: Looking after the store

  /// Deletes the samples that match, in a transaction of its own, leaving their ids as tombstones. Returns after the
  /// bytes are synced and the content is overwritten.
  ///
  /// A group goes whole: deleting a correlation, or a member of it, deletes the correlation and those of its members
  /// that stand in no other one. A store that was opened for an owner (`StorageOptions.owner`) deletes that source's
  /// samples only, and answers for a foreign sample as for one that is not there; a group with a foreign sample stays.
  ///
  /// - Parameter query: which samples; order, limit and page do not matter.
  /// - Returns: how many are gone.
  /// - Throws: `StorageError`; `failed` when appended samples wait for their commit.
  func delete(_ query: SampleQuery) async throws(StorageError) -> DeletionReceipt

  /// Forgets imports: their names, books and how far they came. Their samples stay. Returns after the bytes are synced
  /// and the names are in no file of the store.
  ///
  /// An import of the same input begins anew then, and meets what is stored as duplicates.
  ///
  /// - Parameter inputs: the inputs' keys, see `ImportProgress.input`; those that are not known are passed over.
  /// - Returns: how many imports are gone.
  /// - Throws: `StorageError`; `failed` when appended samples wait for their commit.
  func forget(imports inputs: Set<String>) async throws(StorageError) -> Int

  /// What the store says about itself.
  func information() async throws(StorageError) -> StoreInformation

  /// Looks for damage: everything that can be checked without a catalog.
  ///
  /// - Returns: at most 100 faults; none when the store is sound.
  func verify() async throws(StorageError) -> [StoreFault]

  /// Gives back the room that deleted content takes, and leaves every answer as it was.
  func compact() async throws(StorageError) -> CompactionReceipt

  /// Closes the store; an open transaction is rolled back.
  func close() async throws(StorageError)
}

/// The levels a backend need not have.
extension StorageBackend {
  /// 50,000 samples.
  public var commitSize: Int { 50_000 }

  /// Refused: the backend does not have this level.
  public func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    throw StorageError(.unsupported, "this store keeps no record of changes")
  }

  /// Refused: the backend does not have this level.
  public func delete(_ query: SampleQuery) async throws(StorageError) -> DeletionReceipt {
    throw StorageError(.unsupported, "this store cannot delete samples")
  }

  /// Refused: the backend keeps what it knows of imports.
  public func forget(imports inputs: Set<String>) async throws(StorageError) -> Int {
    throw StorageError(.unsupported, "this store cannot forget imports")
  }

  /// Computed from what `query` passes on.
  public func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    var statistics = SampleStatistics()
    try await self.query(query) { batch in
      statistics.add(batch)
      return true
    }
    return statistics
  }

  /// Computed from what one query passes on: each sample goes to the parts that it overlaps.
  public func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    guard scan.partCount > 0 else { return [] }
    var results = (0..<scan.partCount).map(initial)
    var builder = ColumnBuilder(scan.columns)
    try await query(scan.queryOfAllParts) { batch in
      try Task.checkCancellation()
      builder.take(batch)
      for part in results.indices {
        let columns = builder.columns(overlapping: scan.time(ofPart: part))
        if columns.count > 0 { try update(&results[part], columns) }
      }
      return true
    }
    return results
  }

  /// Refused: the backend does not have this level.
  public func compact() async throws(StorageError) -> CompactionReceipt {
    throw StorageError(.unsupported, "this store has nothing to compact")
  }
}
