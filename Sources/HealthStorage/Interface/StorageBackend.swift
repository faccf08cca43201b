public import HealthModel
import Synchronization

/// A place that keeps samples: the interface every store implements, built in or not.
///
/// A backend keeps normalized samples only and never judges them. Its laws:
///
/// - *One registry.* The columns of a batch are indexes into a registry, so a batch of another one is refused whole.
/// - *Accepted means committed.* Nothing counts as accepted before its commit returned, and what it returned for
///   survives a power cut.
/// - *One transaction.* Either all samples since the last commit and the progress are stored, or nothing of them.
/// - *One writer.* Writing takes the turn: one transaction, deletion or compaction at a time, the others wait in line.
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
/// Any number of tasks may use one backend. They write with `write`, or with `begin` when they commit more than once;
/// the functions that take a `WriteTurn` are for authors of backends; other code cannot call them. Queries run beside
/// the writer, and other processes may use the same store.
///
/// `StorageConformance` of HealthTestKit holds the laws as cases that run against any backend:
///
/// ```swift
/// let store = StorageUnderTest(.memory) { slot in slot.folder }
/// let report = await StorageConformance.run(store, folder: "/tmp")
/// print(report)
/// ```
public protocol StorageBackend: Sendable {
  /// The types that the store was opened with: those of all samples that come and go.
  var registry: Registry { get }

  /// Which levels of the interface the backend has.
  var capabilities: StorageCapabilities { get }

  /// The most samples that should be appended before a commit; large ones count more than once.
  var commitSize: Int { get }

  // MARK: Writing

  /// Where those wait who want to write to this backend: the same value as long as it is open.
  var line: WriterQueue { get }

  /// Adds samples to the open transaction, beginning one when none is open. Called by `WriteTransaction`.
  ///
  /// A correlation is followed by its members, all in one batch. The batch has samples, all of them of `registry`.
  ///
  /// - Parameters:
  ///   - batch: the samples.
  ///   - turn: proof of exclusive write access.
  /// - Returns: what became of each sample of the batch.
  /// - Throws: `StorageError`; nothing of the transaction is stored then, and `rollback` is called next.
  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt

  /// Commits what was appended together with an import's progress. Returns after the bytes are synced. Called by
  /// `WriteTransaction`, when something was appended or there is progress.
  ///
  /// - Parameters:
  ///   - progress: how far the import has come; `nil` when the samples come from no input.
  ///   - turn: proof of exclusive write access.
  /// - Throws: `StorageError`; nothing of the transaction is stored then, and `rollback` is called next. So it does when
  ///   the transaction is gone, as when the store was closed: nothing is lost without an error.
  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError)

  /// Forgets what was appended since the last commit. Called by `WriteTransaction`, once at its end.
  func rollback(in turn: borrowing WriteTurn) async

  /// The progress of an earlier, unfinished or finished import of an input; `nil` when the store has not seen it.
  ///
  /// - Parameter input: the input's key, see `ImportProgress.input`.
  /// - Returns: the progress that was committed last.
  /// - Throws: `StorageError` when the store cannot be read.
  func progress(of input: String) async throws(StorageError) -> ImportProgress?

  /// The progress of all imports, in the order of their inputs' first commits.
  func imports() async throws(StorageError) -> [ImportProgress]

  /// Remembers definitions, as `remember(_:)` says. Called when no transaction is open.
  func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError)

  /// The definitions that the store remembers, ordered by name as bytes; none if it has none, or keeps none.
  func definitions() async throws(StorageError) -> [StoredDefinition]

  // MARK: Reading

  /// Passes the samples that match to a function, in the query's order, a correlation followed by its members.
  ///
  /// - Parameters:
  ///   - query: which samples, in which order, how many.
  ///   - body: called with batches of at most some thousand samples and some MB of text; `false` ends the query.
  /// - Throws: `StorageError` when the store cannot be read, and what `body` throws.
  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws

  /// The types that have samples, with how many, ordered by id as bytes. Members of correlations count in their type.
  func counts() async throws(StorageError) -> [StoredTypeCount]

  /// The subjects of samples, in the order of their bytes, up to a limit; `nil` if the store cannot list them without
  /// reading its samples.
  func subjects(limit: Int) async throws(StorageError) -> [String]?

  /// Passes what was committed and deleted since an anchor to a function, commit by commit.
  ///
  /// A sample that was added and deleted since then comes as deleted only. Samples of one commit may come in several
  /// pages; the last one has `isEndOfCommit`.
  ///
  /// - Parameters:
  ///   - query: since when, which types, how many.
  ///   - body: called for each page; `false` ends the query after the page.
  /// - Returns: the anchor after the last commit that was passed on whole, or after the last one of the store.
  /// - Throws: `StorageError`: `expired` when the store no longer knows all deletions since the anchor, `failed` when
  ///   it has not come that far, and what `body` throws.
  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor

  /// Computes statistics of one quantity, category or correlation type over the samples that match.
  func statistics(_ query: SampleQuery) async throws -> SampleStatistics

  // MARK: Looking after the store

  /// Deletes the samples that match, as `delete(_:)` says. Called when no transaction is open.
  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt

  /// Forgets imports, as `forget(imports:)` says. Called when no transaction is open.
  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int

  /// The store's information about itself.
  func information() async throws(StorageError) -> StoreInformation

  /// Looks for damage: everything that can be checked without a catalog.
  ///
  /// - Returns: at most 100 faults; none if the store is valid.
  func verify() async throws(StorageError) -> [StoreFault]

  /// Frees the space that deleted content takes, as `compact()` says. Called when no transaction is open.
  func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt

  /// Closes the store; an open transaction is rolled back, and its further steps throw.
  func close() async throws(StorageError)
}

/// A backend that reads columns of numbers faster than its samples.
package protocol ScanningBackend: StorageBackend {
  /// Reduces what statistics need of the samples of one type to one value for each part of the time.
  ///
  /// Within a part samples come in the order of start and id; parts may be worked on at the same time, all of them as of
  /// one moment. Samples without a time are left out.
  ///
  /// - Returns: the values of the parts, in their order.
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result]
}

/// The levels a backend need not have.
extension StorageBackend {
  /// 50,000 samples.
  public var commitSize: Int { 50_000 }

  /// Unknown without reading the samples.
  public func subjects(limit: Int) async throws(StorageError) -> [String]? { nil }

  /// Refused: the backend does not have this level.
  public func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    throw StorageError(.unsupported, "this store keeps no record of changes")
  }

  /// Refused: the backend does not have this level.
  public func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    throw StorageError(.unsupported, "this store cannot delete samples")
  }

  /// Refused: the backend keeps what it knows of imports.
  public func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
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

  /// Scans, or computes the same from what one query passes on: each sample goes to the parts that it overlaps.
  package func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    guard let backend = self as? any ScanningBackend else { return try await scanByQuery(scan, into: initial, update) }
    return try await backend.scan(scan, into: initial, update)
  }

  /// What `scan` does for a backend without it, or with one that cannot answer each question.
  package func scanByQuery<Result: Sendable>(
    _ scan: SampleScan, into initial: @Sendable (_ part: Int) -> Result,
    _ update: @Sendable (inout Result, SampleColumns) throws -> Void
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

  /// None: the backend does not keep definitions.
  public func definitions() async throws(StorageError) -> [StoredDefinition] { [] }

  /// Nothing: the backend does not keep definitions, and reading its samples needs a catalog.
  public func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {}

  /// Refused: the backend does not have this level.
  public func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    throw StorageError(.unsupported, "this store has nothing to compact")
  }
}

extension StorageBackend {
  /// Waits for the turn to write and begins a transaction, for callers that commit more than once.
  ///
  /// Other writers to this backend wait until the transaction is finished, rolled back or out of scope. They get the
  /// turn in the order they came.
  ///
  /// - Throws: `CancellationError` when the task is canceled while it waits.
  public func begin() async throws -> WriteTransaction {
    WriteTransaction(TransactionSteps(self, turnNumber: try await line.enter()))
  }

  /// Writes in one transaction: commits when the function returns, and rolls back when it throws or the task is
  /// canceled.
  ///
  /// ```swift
  /// try await store.write { transaction in
  ///   let receipt = try await transaction.append(batch)
  ///   print(receipt.count(of: .accepted))
  /// }
  /// ```
  ///
  /// Inside the function, the store's own `write`, `begin`, `delete`, `forget` and `compact` throw: they would wait for
  /// the function that calls them.
  ///
  /// - Parameters:
  ///   - isolation: the actor that the function runs on: the caller's.
  ///   - body: appends samples.
  /// - Returns: what the function returns, after the bytes are synced.
  /// - Throws: `CancellationError`; `StorageError`; what the function throws. Nothing is stored in that case.
  public func write<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (borrowing WriteTransaction) async throws -> Result
  ) async throws -> Result {
    let transaction = try await begin()
    let held = WriterQueue.held + [line.held(transaction.steps.turnNumber)]
    let result: Result
    do {
      result = try await WriterQueue.$held.withValue(
        held, operation: { try await body(transaction) }, isolation: isolation)
      try Task.checkCancellation()
    } catch {
      await transaction.rollback()
      throw error
    }
    try await transaction.finish()
    return result
  }

  /// Runs a function that has the turn to write, for callers that delete and forget as one step.
  ///
  /// Other writers wait until it returns. It opens no transaction that it does not commit or roll back.
  package func withTurn<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (borrowing WriteTurn) async throws -> Result
  ) async throws -> Result {
    _ = try await line.enter()
    defer { line.leave() }
    let turn = WriteTurn()
    return try await body(turn)
  }

  /// Deletes the samples that match, in a separate transaction, leaving their ids as tombstones.
  ///
  /// Returns after the bytes are synced and the content is overwritten.
  ///
  /// Waits for the turn to write. A group is deleted as a whole: deleting a correlation, or a member of it, deletes the
  /// correlation and those of its members that belong to no other one. A store that was opened for an owner
  /// (`StorageOptions.owner`) deletes that source's samples only, and answers for a foreign sample as for one that is
  /// not there; a group with a foreign sample stays.
  ///
  /// - Parameter query: which samples; order, limit and page do not matter.
  /// - Returns: how many are gone.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func delete(_ query: SampleQuery) async throws -> DeletionReceipt {
    _ = try await line.enter()
    defer { line.leave() }
    return try await delete(query, in: WriteTurn())
  }

  /// Forgets imports: their names, counts and how far they came.
  ///
  /// Their samples stay. Returns after the bytes are synced and the names are in no file of the store.
  ///
  /// Waits for the turn to write. A later import of the same input starts over, and finds its samples as duplicates.
  ///
  /// - Returns: how many imports are gone.
  package func forget(imports inputs: Set<String>) async throws -> Int {
    _ = try await line.enter()
    defer { line.leave() }
    return try await forget(imports: inputs, in: WriteTurn())
  }

  /// Returns the space of deleted content to the file system.
  ///
  /// Queries return the same as before.
  ///
  /// Waits for the turn to write.
  ///
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func compact() async throws -> CompactionReceipt {
    _ = try await line.enter()
    defer { line.leave() }
    return try await compact(in: WriteTurn())
  }

  /// Remembers definitions, each in place of the one with its name, in a separate transaction.
  ///
  /// Returns after the bytes are synced. A backend that keeps no definitions does nothing: what `definitions()` returns
  /// says what is kept. Samples and commit numbers stay as they are.
  ///
  /// Waits for the turn to write.
  package func remember(_ definitions: [StoredDefinition]) async throws {
    _ = try await line.enter()
    defer { line.leave() }
    try await remember(definitions, in: WriteTurn())
  }
}

/// The levels of the interface that a backend has beyond writing, which every backend has.
///
/// `StorageConformance` runs the laws of every level that is declared and names those it skips.
public struct StorageCapabilities: OptionSet, Sendable, Hashable {
  /// The levels as bits.
  public let rawValue: Int

  /// Creates a set of the levels whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Samples can be read back.
  public static let query = StorageCapabilities(rawValue: 1)
  /// Imports go on where they were interrupted.
  public static let resume = StorageCapabilities(rawValue: 2)
  /// Committed samples survive the process.
  public static let durable = StorageCapabilities(rawValue: 4)
  /// The samples committed and deleted since an anchor can be queried.
  public static let changes = StorageCapabilities(rawValue: 8)
  /// Samples can be deleted.
  public static let delete = StorageCapabilities(rawValue: 16)
  /// Statistics are computed where the samples are, not from what a query passes on.
  public static let statistics = StorageCapabilities(rawValue: 32)
  /// The space that deleted and replaced content takes can be freed.
  public static let compact = StorageCapabilities(rawValue: 64)

  package static let names: [(level: StorageCapabilities, name: String)] = [
    (.query, "query"), (.changes, "changes"), (.delete, "delete"), (.statistics, "statistics"),
    (.resume, "resume"), (.durable, "durable"), (.compact, "compact"),
  ]

  /// The names of the levels in the set, `write` first.
  package var levelNames: [String] { ["write"] + Self.names.filter { contains($0.level) }.map(\.name) }
}

extension SampleBatch {
  /// Requires that the samples are of a registry's types: an index means another type in another registry.
  package func require(_ registry: Registry) throws(StorageError) {
    guard self.registry != registry.signature, count > 0 else { return }
    throw StorageError(
      .incompatible, "samples of another registry than the store's: their types would be mistaken for others",
      hint: "validate the samples with the registry that the store is opened with")
  }

  /// How much the samples count toward `StorageBackend.commitSize`: each as one, and once more for each whole KiB of its
  /// text, so that no transaction holds thousands of routes.
  package var commitWeight: Int { text.reduce(count) { $0 + Int($1.end &- $1.start) >> 10 } }
}
