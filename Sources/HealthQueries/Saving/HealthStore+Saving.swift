public import HealthModel
public import HealthStorage

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
