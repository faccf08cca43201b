import AssayPlatform
public import HealthModel
public import HealthStorage

/// A store of health samples: HealthKit's `HKHealthStore`.
///
/// It saves samples made of Swift values, answers questions, follows changes and deletes:
///
/// ```swift
/// let store = try await HealthStore("health.db")
/// let receipt = try await store.save(.quantity(.heartRate, 64, .count / .minute, from: now))
/// let heartRates = try await store.samples(.heartRate, from: yesterday)
/// ```
///
/// Any number of tasks may share it. Writers wait for each other in line; readers see what is committed. Whatever waits
/// or reads ends with `CancellationError` when its task is canceled.
public struct HealthStore: Sendable {
  /// Where the samples are.
  public let backend: any StorageBackend
  /// The types that the store was opened with, and their rules.
  public let types: HealthTypes
  /// Where the time zones are looked up that samples name.
  public let zones: TimeZoneDatabase
  /// Who saves: the source of saved samples that name none.
  public var source: SourceRevision?
  /// Whose samples are saved, and asked for by type: the subject of saved samples that name none, and of the answers of
  /// `samples(_:)`, `statistics(_:)` and `value(of:)`.
  ///
  /// Queries say themselves whose samples they mean: what takes a query or follows changes is about all subjects unless
  /// told otherwise.
  public var subject: String?
  /// The moment that counts as now, in microseconds since 1970 UTC: a saved sample is not later.
  @usableFromInline package var clock: @Sendable () -> Int64 = { CalendarTime.microseconds() }
  let signal = ChangeSignal()

  /// Asks an open store by the registry that it was opened with.
  public init(_ backend: any StorageBackend, zones: TimeZoneDatabase = .system()) {
    self.init(of: backend, types: HealthTypes(of: backend), zones: zones)
  }

  /// Uses an open store with types that are shared with others.
  ///
  /// - Throws: `StorageError.Code.incompatible` when the store was opened with another registry: its samples would be
  ///   mistaken for samples of other types.
  public init(
    _ backend: any StorageBackend, types: HealthTypes, zones: TimeZoneDatabase = .system()
  ) throws(StorageError) {
    guard backend.registry.signature == types.registry.signature else {
      throw StorageError(
        .incompatible, "the store was opened with another registry than these types have",
        hint: "open the store with these types")
    }
    self.init(of: backend, types: types, zones: zones)
  }

  private init(of backend: any StorageBackend, types: HealthTypes, zones: TimeZoneDatabase) {
    self.backend = backend
    self.types = types
    self.zones = zones
  }

  /// The definitions of the types of the samples.
  public var registry: Registry { types.registry }

  /// The definition of a type, by its id or another of its names.
  ///
  /// - Throws: `QueryError.Reason.unknownType`, with the nearest name there is.
  public func type(named name: String) throws(QueryError) -> TypeDefinition { try registry.type(asked: name) }

  /// Closes the store.
  ///
  /// What was not committed is rolled back, and further calls throw.
  public func close() async throws(StorageError) { try await backend.close() }
}

/// The one way from queries to the store: a cancelled task ends a query of every kind with `CancellationError`, after
/// the batch that is being read.
extension HealthStore {
  func read(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await cancellable {
      try await backend.query(query) { batch in
        try Task.checkCancellation()
        return try body(batch)
      }
    }
  }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await cancellable {
      try await backend.changes(query) { page in
        try Task.checkCancellation()
        return try body(page)
      }
    }
  }

  func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] {
    try await cancellable {
      try await backend.scan(scan, into: initial) { result, columns in
        try Task.checkCancellation()
        try update(&result, columns)
      }
    }
  }

  func counts() async throws -> [StoredTypeCount] { try await cancellable { try await backend.counts() } }

  private func cancellable<Value>(_ work: () async throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    do {
      return try await work()
    } catch {
      // A store that is interrupted may report it as its own error.
      if error is StorageError { try Task.checkCancellation() }
      throw error
    }
  }

  /// The moment that counts as now, by the store's clock.
  public var now: Instant { Instant(microseconds: clock()) }

  func typeIDs(named names: [String]) throws(QueryError) -> [String] {
    var ids: [String] = []
    for name in names {
      let id = try type(named: name).id
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }
}

extension HealthStore {
  /// Saves samples in one transaction: HealthKit's `save(_:)`.
  ///
  /// Each sample is judged by the rules of its type. Those without an error are stored; the others are not, and the
  /// receipt says why. A correlation is stored with all its members or not at all, and a sample that is stored already
  /// changes nothing.
  ///
  /// ```swift
  /// let receipt = try await store.save(
  ///   .quantity(.heartRate, 64, .count / .minute, from: now),
  ///   .category(.sleepAnalysis, .asleepCore, from: night, to: morning))
  /// try receipt.check()
  /// ```
  ///
  /// - Parameter samples: the samples, of any types.
  /// - Returns: what became of each sample, after the bytes are synced.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled. Nothing is stored in that case.
  public func save(_ samples: NewSample...) async throws -> SaveReceipt { try await save(samples) }

  /// Saves samples in one transaction, as `save(_:)` of single samples does.
  ///
  /// - Parameter samples: the samples, of any types.
  /// - Returns: what became of each sample, after the bytes are synced.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled. Nothing is stored in that case.
  public func save(_ samples: [NewSample]) async throws -> SaveReceipt {
    try await write { transaction in try await transaction.save(samples) }
  }

  /// Saves samples that were judged before, in one transaction.
  ///
  /// - Returns: what became of each sample, after the bytes are synced.
  /// - Throws: `StorageError`: `incompatible` for samples of other types than the store's; `CancellationError` when the
  ///   task is canceled. Nothing is stored in that case.
  public func save(_ judged: JudgedSamples) async throws -> SaveReceipt {
    try await write { transaction in try await transaction.append(judged) }
  }

  /// Saves samples as they come, in as many transactions as they take.
  ///
  /// The samples of a transaction are collected and judged while the one before is stored; then the source waits for the
  /// store, so that two transactions at most are in memory. What came before stays when the source throws, and what was
  /// committed when the task is canceled.
  ///
  /// - Parameters:
  ///   - samples: the samples, of any types.
  ///   - size: the most samples of a transaction; the store's own size if it is less.
  ///   - report: called after each commit with what became of its samples.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled; what the sequence and `report` throw.
  public func save<Samples: AsyncSequence>(
    contentsOf samples: Samples, inTransactionsOf size: Int = 10_000,
    _ report: (SaveReceipt) async throws -> Void = { _ in }
  ) async throws where Samples.Element == NewSample {
    let size = max(1, min(size, backend.commitSize))
    try await withThrowingTaskGroup(of: SaveReceipt.self) { group in
      func save(_ part: [NewSample]) async throws {
        let judged = judgedParts(of: part)
        if let receipt = try await group.next() { try await report(receipt) }
        if !judged.isEmpty { group.addTask { try await self.write { try await $0.append(judged) } } }
      }
      var part: [NewSample] = []
      do {
        for try await sample in samples {
          part.append(sample)
          guard part.count >= size else { continue }
          try await save(part)
          part = []
          part.reserveCapacity(size)
        }
      } catch {
        try await save([])
        throw error
      }
      try Task.checkCancellation()
      try await save(part)
      try await save([])
    }
  }

  private func judgedParts(of samples: [NewSample]) -> [JudgedSamples] {
    guard !samples.isEmpty else { return [] }
    var judge = NewSampleJudge(types, now: clock(), subject: subject, source: source)
    var parts: [JudgedSamples] = []
    var rest = samples[...]
    while !rest.isEmpty {
      let judged = judge.judge(rest, isLimited: true)
      rest = rest.dropFirst(judged.count)
      parts.append(judged)
    }
    return parts
  }

  /// Writes in one transaction: commits when the function returns, and rolls back when it throws or the task is
  /// canceled.
  ///
  /// ```swift
  /// try await store.write { transaction in
  ///   try await transaction.save(.structured(.workout, run, from: start, to: end)).check()
  ///   try await transaction.save(heartRates).check()
  /// }
  /// ```
  ///
  /// Other writers wait in line until the function has returned, without holding a thread. Inside of it the store's own
  /// `save`, `write` and `delete` throw: they would wait for the function that calls them.
  ///
  /// - Parameters:
  ///   - isolation: the actor that the function runs on: the caller's.
  ///   - body: saves samples.
  /// - Returns: what the function returns, after the bytes are synced.
  /// - Throws: `CancellationError`; `StorageError`; what the function throws. Nothing is stored in that case.
  public func write<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: (borrowing HealthTransaction) async throws -> Result
  ) async throws -> Result {
    let result = try await backend.write(isolation: isolation) { transaction in
      try await body(HealthTransaction(transaction, of: self))
    }
    signal.raise()
    return result
  }

  /// Deletes samples by their ids, leaving the ids as tombstones: HealthKit's `delete(_:)`.
  ///
  /// - Parameter ids: the ids; unknown ones are passed over.
  /// - Returns: how many samples are gone; a correlation takes its members with it.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func delete(ids: [SampleID]) async throws -> DeletionReceipt { try await delete(.samples(with: ids)) }

  /// Deletes the samples that match: HealthKit's `deleteObjects(of:predicate:)`.
  ///
  /// - Parameter query: which samples; order, limit and page do not matter. One without any condition matches all.
  /// - Returns: how many samples are gone; a correlation takes its members with it.
  /// - Throws: `QueryError` when the query is wrong; `StorageError`; `CancellationError` when the task is canceled while
  ///   it waits.
  public func delete(_ query: SampleQuery) async throws -> DeletionReceipt {
    let receipt = try await backend.delete(try query.checked(for: self))
    signal.raise()
    return receipt
  }
}
