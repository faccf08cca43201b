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
/// let store = StorageUnderTest(MemoryStore.factory) { slot in slot.folder }
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

  /// Reduces what statistics need of the samples of one type to one value for each part of the time.
  ///
  /// Within a part samples come in the order of start and id; parts may be worked on at the same time, all of them as of
  /// one moment. Samples without a time are left out.
  ///
  /// - Parameters:
  ///   - scan: which samples, divided where, and which columns.
  ///   - initial: makes the value that a part begins with.
  ///   - update: receives some of the part's samples.
  /// - Returns: the values of the parts, in their order.
  /// - Throws: `StorageError` when the store cannot be read, and what `update` throws.
  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result]

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
  public func delete(
    _ query: SampleQuery, in turn: borrowing WriteTurn
  ) async throws(StorageError) -> DeletionReceipt {
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

  /// Computed from what one query passes on: each sample goes to the parts that it overlaps.
  public func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    try await scanByQuery(scan, into: initial, update)
  }

  /// The same, for a backend with a scan of its own that cannot answer each question.
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

  /// Refused: the backend does not have this level.
  public func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    throw StorageError(.unsupported, "this store has nothing to compact")
  }
}

/// Writing, one writer at a time.
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
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing WriteTransaction) async throws -> Result
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
  ///
  /// - Throws: `CancellationError` when the task is canceled while it waits; what the function throws.
  package func withTurn<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing WriteTurn) async throws -> Result
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
  /// - Parameter inputs: the inputs' keys, see `ImportProgress.input`; unknown ones are passed over.
  /// - Returns: how many imports are gone.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func forget(imports inputs: Set<String>) async throws -> Int {
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
}

/// Makes columns of batches, for stores that keep samples as text.
@usableFromInline package struct ColumnBuilder: Sendable {
  /// The content of the last batch.
  package private(set) var columns = SampleColumns()
  private let wanted: SampleScan.Columns
  private var origins: [SampleOrigin: Int32] = [:]
  private var zones: [String: Int32] = [:]
  /// By their bytes: text with other bytes is another subject, even where Unicode calls the two equivalent.
  private var subjects: [[UInt8]?: Int32] = [:]

  package init(_ wanted: SampleScan.Columns) {
    self.wanted = wanted
    if !wanted.contains(.sources) { columns.sources = [SampleOrigin()] }
  }

  /// Puts a batch's samples in the place of the last one's; members that a query passes on after their correlation and
  /// samples without a time are left out.
  @usableFromInline package mutating func take(_ batch: SampleBatch) {
    columns.removeSamples()
    var known: [OriginKey: Int32] = [:]
    var numbers = SubjectNumbers(named: Array(repeating: -1, count: batch.subjects.ranges.count))
    for row in 0..<batch.count where batch.correlation[row] < 0 && batch.start[row] != SampleBatch.noTime {
      columns.start.append(batch.start[row])
      columns.end.append(batch.end[row])
      columns.startOffset.append(wanted.contains(.zones) ? batch.startOffset[row] : 0)
      columns.value.append(batch.value[row])
      columns.enumCase.append(batch.enumCase[row])
      if wanted.contains(.ids) { columns.id.append(batch.id[row]) }
      columns.source.append(wanted.contains(.sources) ? origin(row, of: batch, &known) : 0)
      columns.zone.append(wanted.contains(.zones) ? zone(row, of: batch) : -1)
      if wanted.contains(.subjects) { columns.subject.append(subject(row, of: batch, &numbers)) }
    }
  }

  /// The samples of the last batch that end at or after one moment and start before another; all of them without
  /// bounds.
  func columns(overlapping time: (from: Int64, to: Int64)?) -> SampleColumns {
    time.map { columns.overlapping($0) } ?? columns
  }

  /// The properties that distinguish the origins of one batch.
  private struct OriginKey: Hashable {
    var source: Int32
    var device: Int32
    var isUserEntered: Bool
  }

  private mutating func origin(_ row: Int, of batch: SampleBatch, _ known: inout [OriginKey: Int32]) -> Int32 {
    let isUserEntered = ScannedMetadata.isUserEntered(batch.metadata[row].indices, in: batch.arena)
    let key = OriginKey(source: batch.source[row], device: batch.device[row], isUserEntered: isUserEntered)
    if let index = known[key] { return index }
    let source = key.source < 0 ? nil : batch.sources.ranges[Int(key.source)].indices
    let device = key.device < 0 ? nil : batch.devices.ranges[Int(key.device)].indices
    let origin = SampleOrigin(
      source: source, device: device, in: batch.arena, isUserEntered: isUserEntered)
    let index = origins[origin] ?? Int32(truncatingIfNeeded: columns.sources.count)
    if origins.updateValue(index, forKey: origin) == nil { columns.sources.append(origin) }
    known[key] = index
    return index
  }

  /// The numbers of one batch's subjects; -1 for those that have not come yet.
  private struct SubjectNumbers {
    var named: [Int32]
    var none: Int32 = -1
  }

  private mutating func subject(_ row: Int, of batch: SampleBatch, _ numbers: inout SubjectNumbers) -> Int32 {
    let index = Int(batch.subject[row])
    let known = index < 0 ? numbers.none : numbers.named[index]
    if known >= 0 { return known }
    let name = index < 0 ? nil : Array(batch.arena[batch.subjects.ranges[index].indices])
    let number = subjects[name] ?? Int32(truncatingIfNeeded: columns.subjects.count)
    if subjects.updateValue(number, forKey: name) == nil {
      columns.subjects.append(name.map { String(decoding: $0, as: UTF8.self) })
    }
    if index < 0 { numbers.none = number } else { numbers.named[index] = number }
    return number
  }

  private mutating func zone(_ row: Int, of batch: SampleBatch) -> Int32 {
    guard let name = ScannedMetadata.timeZone(batch.metadata[row].indices, in: batch.arena) else { return -1 }
    let index = zones[name] ?? Int32(truncatingIfNeeded: columns.zones.count)
    if zones.updateValue(index, forKey: name) == nil { columns.zones.append(name) }
    return index
  }
}

/// The metadata that scans read.
package enum ScannedMetadata {
  /// Whether canonical metadata say that a person typed the sample in.
  package static func isUserEntered(_ metadata: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard !metadata.isEmpty, let value = CanonicalObject.value(of: "HKWasUserEntered", of: metadata, in: bytes) else {
      return false
    }
    return bytes[value].elementsEqual("true".utf8)
  }

  package static func timeZone(_ metadata: Range<Int>, in bytes: [UInt8]) -> String? {
    guard !metadata.isEmpty, let value = CanonicalObject.value(of: "HKTimeZone", of: metadata, in: bytes) else {
      return nil
    }
    return CanonicalObject.text(of: value, in: bytes)
  }
}

extension SampleOrigin {
  /// Reads the canonical objects of a source and a device.
  public init(source: Range<Int>?, device: Range<Int>?, in bytes: [UInt8], isUserEntered: Bool) {
    func text(_ key: String, _ object: Range<Int>?) -> String? {
      guard let object, let value = CanonicalObject.value(of: key, of: object, in: bytes) else { return nil }
      return CanonicalObject.text(of: value, in: bytes)
    }
    self.init(
      bundle: text("bundle", source), name: text("name", source), product: text("product", source),
      deviceName: text("name", device), deviceModel: text("model", device), isUserEntered: isUserEntered)
  }
}

/// A question for what statistics need of the samples of one type, part by part of the time.
public struct SampleScan: Sendable, Hashable {
  /// The columns requested beyond times and values.
  public struct Columns: OptionSet, Sendable, Hashable {
    /// The columns as bits.
    public let rawValue: Int

    /// Creates a set of the columns whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Who measured.
    public static let sources = Columns(rawValue: 1)
    /// The time zone: the offset, and the zone if the samples name one.
    public static let zones = Columns(rawValue: 2)
    /// The ids.
    public static let ids = Columns(rawValue: 4)
    /// Whose samples they are.
    public static let subjects = Columns(rawValue: 8)
  }

  /// The conditions.
  ///
  /// Exactly one type; order, limit, page and `omitsMembers` do not matter, and neither do `from` and
  /// `to` when there are cuts.
  public var query: SampleQuery
  /// Where the parts begin and end, ascending.
  ///
  /// Part *i* has the samples that overlap the time from cut *i* up to the
  /// next one. Without cuts there is one part, bounded by the query.
  ///
  /// A sample that overlaps several parts comes in each of them.
  public var cuts: [Int64]
  /// The columns requested beyond times and values.
  public var columns: Columns

  /// Creates a question.
  public init(_ query: SampleQuery, cuts: [Int64] = [], columns: Columns = []) {
    self.query = query
    self.cuts = cuts
    self.columns = columns
  }

  package var partCount: Int { cuts.isEmpty ? 1 : cuts.count - 1 }

  /// The bounds of a part; `nil` if there are no cuts.
  package func time(ofPart part: Int) -> (from: Int64, to: Int64)? {
    part >= 0 && part + 1 < cuts.count ? (cuts[part], cuts[part + 1]) : nil
  }

  /// The query of all parts together, in ascending order.
  package var queryOfAllParts: SampleQuery {
    guard let first = cuts.first, let last = cuts.last else { return query(ofPart: 0) }
    return SampleScan(query, cuts: [first, last]).query(ofPart: 0)
  }

  /// The query of one part, in ascending order.
  public func query(ofPart part: Int) -> SampleQuery {
    var query = query
    query.sort = .ascending
    query.limit = nil
    query.after = nil
    query.omitsMembers = false
    if part >= 0, part + 1 < cuts.count {
      query.from = cuts[part]
      query.to = cuts[part + 1]
      query.isStrictStart = false
      query.isStrictEnd = false
    }
    return query
  }
}

/// Makes backends of one scheme: what a plugin adds to the explicit list of backends.
public struct StorageBackendFactory: Sendable {
  /// The scheme of the URLs it opens.
  package let scheme: String
  /// One sentence for listings.
  package let summary: String
  /// How the rest of the URL is written: `PATH`, `FOLDER/`; empty when there is none.
  package let location: String
  /// Whether the rest of the URL is a path of this machine at which the store is, as a file or folder; then the
  /// quarantine of imports is beside it.
  package let keepsFiles: Bool
  /// Opens, and makes when absent, the store at a location.
  package let open: @Sendable (StorageURL, StorageContext) async throws(StorageError) -> any StorageBackend

  /// Creates a factory for one scheme.
  public init(
    scheme: String, summary: String, location: String, keepsFiles: Bool = false,
    open: @escaping @Sendable (StorageURL, StorageContext) async throws(StorageError) -> any StorageBackend
  ) {
    self.scheme = scheme
    self.summary = summary
    self.location = location
    self.keepsFiles = keepsFiles
    self.open = { (url, context) async throws(StorageError) -> any StorageBackend in
      try context.check()
      return try await open(url, context)
    }
  }
}
