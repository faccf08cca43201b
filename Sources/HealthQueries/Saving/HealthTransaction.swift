public import HealthModel
public import HealthStorage

/// One transaction of a store: what is saved in it is stored when `HealthStore.write` returns, all of it or nothing.
///
/// The value cannot be copied or kept beyond the function that gets it, so that no other code commits or rolls back what
/// was saved in it.
public struct HealthTransaction: ~Copyable, Sendable {
  private let steps: TransactionSteps
  private let store: HealthStore

  init(_ transaction: borrowing WriteTransaction, of store: HealthStore) {
    steps = transaction.steps
    self.store = store
  }

  /// Saves samples: each is judged by the rules of its type, and stored with the transaction if it has no error.
  ///
  /// - Parameter samples: the samples, of any types.
  /// - Returns: what becomes of each sample if the transaction is committed.
  /// - Throws: `StorageError`; nothing of the transaction is stored then. `CancellationError` when the task is canceled.
  public func save(_ samples: NewSample...) async throws -> SaveReceipt { try await save(samples) }

  /// Saves samples: each is judged by the rules of its type, and stored with the transaction if it has no error.
  ///
  /// Memory use grows with the receipt only: samples are judged and appended a part at a time, and the next part is
  /// judged while the store takes the one before.
  ///
  /// - Parameter samples: the samples, of any types.
  /// - Returns: what becomes of each sample if the transaction is committed.
  /// - Throws: `StorageError`; nothing of the transaction is stored then. `CancellationError` when the task is canceled.
  public func save(_ samples: [NewSample]) async throws -> SaveReceipt {
    var receipt = SaveReceipt()
    receipt.outcomes.reserveCapacity(samples.count)
    var judge = NewSampleJudge(store.types, now: store.clock(), subject: store.subject, source: store.source)
    var rest = samples[...]
    var queued: [(judged: JudgedSamples, append: QueuedAppend)] = []
    while !rest.isEmpty {
      try Task.checkCancellation()
      let judged = judge.judge(rest, isLimited: true)
      rest = rest.dropFirst(judged.count)
      queued.append((judged, steps.append(judged.batch)))
      // One part waits in line while the store takes the one before, so that it need not wait for the next to be judged.
      if queued.count > 2 { try await receipt.add(queued.removeFirst()) }
    }
    for part in queued { try await receipt.add(part) }
    return receipt
  }

  /// Appends samples that were judged before.
  ///
  /// - Returns: what becomes of each sample if the transaction is committed.
  /// - Throws: `StorageError`: `incompatible` for samples of another registry; nothing of the transaction is stored then.
  public func append(_ judged: JudgedSamples) async throws(StorageError) -> SaveReceipt {
    var receipt = SaveReceipt()
    try receipt.add(judged, await steps.append(judged.batch).receipt())
    return receipt
  }

  func append(_ parts: [JudgedSamples]) async throws -> SaveReceipt {
    var receipt = SaveReceipt()
    for part in parts.map({ ($0, steps.append($0.batch)) }) {
      try Task.checkCancellation()
      try await receipt.add(part)
    }
    return receipt
  }

  /// Appends a batch.
  ///
  /// - Returns: what became of each sample of the batch.
  /// - Throws: `StorageError`: `incompatible` for samples of another registry; nothing of the transaction is stored then.
  public func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    try await steps.append(batch).receipt()
  }
}

extension SaveReceipt {
  /// Adds what became of a part, when the store has taken it.
  fileprivate mutating func add(_ part: (judged: JudgedSamples, append: QueuedAppend)) async throws(StorageError) {
    try add(part.judged, await part.append.receipt())
  }
}
