import AssayPlatform
public import HealthModel
public import HealthStorage
public import HealthUnits

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
  /// Queries say themselves whose samples they mean: `samples(matching:)`, `delete(_:)`, `changes` and `sources(of:)`
  /// are about all subjects unless told otherwise.
  public var subject: String?
  /// The moment that counts as now, in microseconds since 1970 UTC: a saved sample is not later.
  @usableFromInline package var clock: @Sendable () -> Int64 = { CalendarTime.microseconds() }
  /// Raised after each commit of this value and its copies.
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
  /// Passes the samples that match to a function; see `StorageBackend.query`.
  func read(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await cancellable {
      try await backend.query(query) { batch in
        try Task.checkCancellation()
        return try body(batch)
      }
    }
  }

  /// Passes changes to a function; see `StorageBackend.changes`.
  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await cancellable {
      try await backend.changes(query) { page in
        try Task.checkCancellation()
        return try body(page)
      }
    }
  }

  /// Reduces samples part by part; see `StorageBackend.scan`.
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

  /// How many samples there are of each type; see `StorageBackend.counts`.
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

  /// The samples of a type within a range of time: HealthKit's `HKSampleQuery`.
  ///
  /// ```swift
  /// let latest = try await store.samples(.heartRate, from: yesterday, sort: .descending, limit: 20)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type; of the store's own `subject` if it has one.
  ///   - start: samples that end at or after this moment; with `strictStartDate` those that start at or after it.
  ///   - end: samples that start before this moment; with `strictEndDate` those that end before or at it as well.
  ///   - options: how strictly the sample must be within.
  ///   - sort: the order.
  ///   - limit: the most samples; `nil` means all.
  /// - Returns: the samples, correlations with their members inside. All of them are held in memory, however many.
  /// - Throws: `QueryError.Reason.unknownType`; `StorageError` when the store cannot be read; `CancellationError` when the
  ///   task is canceled.
  public func samples(
    _ type: some SampleType, from start: Instant? = nil, to end: Instant? = nil, options: QueryOptions = [],
    sort: SampleQuery.Sort = .ascending, limit: Int? = nil
  ) async throws -> [Sample] {
    var query = SampleQuery.samples(
      of: type.name, from: start?.microseconds, to: end?.microseconds, options: options)
    query.subject = subject
    query.sort = sort
    query.limit = limit
    return try await query.result(for: self)
  }

  /// The samples that match a query, in its order.
  ///
  /// - Throws: `QueryError`, see `SampleQuery.checked(for:)`; `StorageError` when the store cannot be read;
  ///   `CancellationError` when the task is canceled.
  public func samples(matching query: SampleQuery) async throws -> [Sample] { try await query.result(for: self) }

  /// The samples that match a query as a sequence, requested page by page as they are consumed.
  ///
  /// ```swift
  /// for try await sample in store.sequence(of: .samples(of: "heartRate")) { print(sample.id) }
  /// ```
  public func sequence(of query: SampleQuery) -> SampleSequence { query.samples(for: self) }

  /// A sample by its id; `nil` when the store has none.
  ///
  /// - Throws: `StorageError` when the store cannot be read; `CancellationError` when the task is canceled.
  public func sample(withID id: SampleID) async throws -> Sample? {
    try await SampleQuery.samples(with: [id]).result(for: self).first
  }

  /// The value of a characteristic: what HealthKit's `dateOfBirthComponents()`, `biologicalSex()` and others read.
  ///
  /// ```swift
  /// let birth = try await store.value(of: .dateOfBirth)  // CivilDate?
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - subject: whose value; `nil` for the store's own `subject`, and for all subjects if it has none.
  /// - Returns: the value; `nil` when it is not set, or is not a `Value`.
  /// - Throws: `QueryError`: `unknownType`; `severalSubjects` when several subjects have a value and none is named;
  ///   `StorageError` when the store cannot be read; `CancellationError` when the task is canceled.
  public func value<Value: CharacteristicValue>(
    of type: CharacteristicType<Value>, subject: String? = nil
  ) async throws -> Value? {
    var query = SampleQuery.samples(of: type.name)
    query.subject = subject ?? self.subject
    query.limit = 2
    let samples = try await query.result(for: self)
    guard samples.count < 2 else {
      throw QueryError(
        .severalSubjects, "several subjects have a value of \(TextEscaping.escaped(type.name, limit: 200))",
        instead: "name the subject")
    }
    guard let value = samples.first?.value else { return nil }
    return (value.enumCase?.name ?? value.text).flatMap { Value(sampleText: $0) }
  }

  /// Who saved samples of a type, and how many: HealthKit's `HKSourceQuery`.
  ///
  /// - Returns: the sources by bundle and name; samples that name none are one entry, which is the first.
  /// - Throws: `QueryError.Reason.unknownType`; `StorageError` when the store cannot be read.
  public func sources(of type: some SampleType) async throws -> [SourceSummary] {
    try await SourceQuery(of: type.name).result(for: self)
  }

  /// Statistics of one quantity over a whole time: HealthKit's `HKStatisticsQuery`.
  ///
  /// ```swift
  /// let steps = try await store.statistics(.stepCount, from: monday, to: sunday)?.sumQuantity
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - start: from when; a sample that began before counts in proportion.
  ///   - end: until when.
  ///   - options: the requested statistics; by default, everything that the type allows.
  ///   - unit: the unit of the values; `nil` means the canonical one.
  /// - Returns: the statistics; `nil` without samples.
  /// - Throws: `QueryError` when the question is wrong: a sum of heart rates, a unit of another dimension, samples of
  ///   several subjects though the store has no `subject`; `StorageError` when the store cannot be read;
  ///   `CancellationError` when the task is canceled.
  public func statistics(
    _ type: QuantityType, from start: Instant? = nil, to end: Instant? = nil, options: StatisticsOptions = [],
    unit: UnitOfMeasure? = nil
  ) async throws -> Statistics? {
    let query = StatisticsQuery(predicate(type, from: start, to: end), options: options, unit: unit)
    return try await query.result(for: self).statistics.first
  }

  /// Statistics of one quantity by calendar intervals: HealthKit's `HKStatisticsCollectionQuery`.
  ///
  /// ```swift
  /// let berlin = ReportZone.named(try TimeZoneRules("Europe/Berlin", in: store.zones))
  /// let days = try await store.statistics(.stepCount, by: CalendarInterval(.day), from: start, to: end, zone: berlin)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - interval: how long the intervals are.
  ///   - start: from when.
  ///   - end: until when.
  ///   - zone: by which clock days begin and end.
  ///   - options: the requested statistics; by default, everything that the type allows.
  ///   - unit: the unit of the values; `nil` means the canonical one.
  ///   - fillsGaps: whether intervals without samples are in the answer, with a count of 0 and without values.
  /// - Returns: one entry for each interval, by their start; none without any sample.
  /// - Throws: as `statistics(_:from:to:options:unit:)`; `QueryError.Reason.wrongInterval` for more than a million
  ///   intervals.
  public func statistics(
    _ type: QuantityType, by interval: CalendarInterval, from start: Instant? = nil, to end: Instant? = nil,
    zone: ReportZone = .named(.utc), options: StatisticsOptions = [], unit: UnitOfMeasure? = nil,
    fillsGaps: Bool = true
  ) async throws -> [Statistics] {
    let query = StatisticsCollectionQuery(
      predicate(type, from: start, to: end), interval: interval, zone: zone, options: options, unit: unit,
      fillsGaps: fillsGaps)
    return try await query.result(for: self).statistics
  }

  private func predicate(_ type: QuantityType, from start: Instant?, to end: Instant?) -> SampleQuery {
    var query = SampleQuery.samples(of: type.name, from: start?.microseconds, to: end?.microseconds)
    query.subject = subject
    return query
  }
}

/// Values with their unit, as HealthKit's `HKStatistics` has them.
extension Statistics {
  /// The sum of a cumulative quantity: `sumQuantity()`.
  public var sumQuantity: Quantity? { quantity(sum) }
  /// The average of a discrete quantity: `averageQuantity()`.
  public var averageQuantity: Quantity? { quantity(average) }
  /// The smallest value of a discrete quantity: `minimumQuantity()`.
  public var minimumQuantity: Quantity? { quantity(minimum) }
  /// The largest value of a discrete quantity: `maximumQuantity()`.
  public var maximumQuantity: Quantity? { quantity(maximum) }
  /// The value of the sample that starts last: `mostRecentQuantity()`.
  public var mostRecentQuantity: Quantity? { quantity(mostRecent) }

  private func quantity(_ value: Double?) -> Quantity? {
    guard let value, let unit else { return nil }
    return Quantity(value, unit)
  }
}

extension HealthStore {
  /// After the last commit: the beginning of a feed that reports only later changes.
  ///
  /// - Throws: `StorageError`: `unsupported` when the store keeps no record of changes.
  public func currentAnchor() async throws -> ChangeAnchor {
    guard backend.capabilities.contains(.changes) else {
      throw StorageError(.unsupported, "this store keeps no record of changes")
    }
    let known = ChangeAnchor(commit: try await backend.information().lastCommit)
    // A store in another program need not report its last commit, but must report where its changes end.
    return try await backend.changes(ChangeQuery(since: known)) { _ in true }
  }

  /// Whether changes report members of correlations inside their correlation only: unless types are requested and none
  /// of them is a correlation's.
  func tellsMembersWithin(_ types: [String]) -> Bool {
    types.isEmpty || types.contains { registry.type(named: $0)?.shape.members != nil }
  }

  /// The ids of types by any of their names, each once.
  func typeIDs(named names: [String]) throws(QueryError) -> [String] {
    var ids: [String] = []
    for name in names {
      let id = try type(named: name).id
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

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
      /// Judges a part, and stores it when the one before is stored.
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

  /// Judges samples as `save` does, in parts.
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
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing HealthTransaction) async throws -> Result
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
