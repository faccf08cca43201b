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
  fileprivate mutating func add(_ part: (judged: JudgedSamples, append: QueuedAppend)) async throws(StorageError) {
    try add(part.judged, await part.append.receipt())
  }
}

/// What became of one saved sample.
///
/// ```swift
/// for (sample, outcome) in zip(samples, try await store.save(samples).outcomes) {
///   switch outcome {
///   case .stored, .duplicate, .notSet: break
///   case .conflict(let id): print("another sample is stored as", id)
///   case .refused(let findings): print(sample.type, findings.map(\.message))
///   }
/// }
/// ```
public enum SaveOutcome: Sendable, Hashable {
  /// It is stored now, under this id.
  case stored(SampleID)
  /// The same sample is stored already, or was deleted; nothing changed.
  case duplicate(SampleID)
  /// Another sample is stored under its id, or under the id of one of its members; nothing changed.
  case conflict(SampleID)
  /// The rules or the store refuse it, with all its members.
  case refused([Diagnostic])
  /// It is a characteristic whose value is not set, so there is nothing to store.
  case notSet

  /// The id that the sample has in the store; `nil` if it was refused or is not set.
  ///
  /// After a conflict another sample has it.
  public var id: SampleID? {
    switch self {
    case .stored(let id), .duplicate(let id), .conflict(let id): id
    case .refused, .notSet: nil
    }
  }

  /// Whether the store has the sample, from now on or already.
  package var isInStore: Bool {
    switch self {
    case .stored, .duplicate: true
    case .conflict, .refused, .notSet: false
    }
  }
}

/// What became of saved samples, in their order.
public struct SaveReceipt: Sendable, Hashable {
  /// One outcome for each sample; members of a correlation have that of the correlation.
  public internal(set) var outcomes: [SaveOutcome] = []
  /// The findings of samples that were not refused, by their place in `outcomes`: warnings and notes.
  public internal(set) var warnings: [Int: [Diagnostic]] = [:]

  init() {}

  /// The ids of the samples that the store has, from now on or already.
  public var ids: [SampleID] { outcomes.compactMap { $0.isInStore ? $0.id : nil } }

  /// How many samples are stored now that were not before.
  public var storedCount: Int { outcomes.count { if case .stored = $0 { true } else { false } } }

  /// Requires that the store has all the samples.
  ///
  /// Inside of `write`, this stores all of them or none:
  ///
  /// ```swift
  /// try await store.write { transaction in try await transaction.save(samples).check() }
  /// ```
  ///
  /// - Throws: `QueryError`: `refused` or `conflict`, with the place of the first such sample, from 0, in its message.
  public func check() throws(QueryError) {
    for (index, outcome) in outcomes.enumerated() {
      switch outcome {
      case .stored, .duplicate, .notSet: continue
      case .conflict(let id):
        throw QueryError(.conflict, "sample \(index) is not saved: another sample is stored under the id \(id)")
      case .refused(let findings):
        let errors = findings.filter { $0.severity == .error }.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") }
        let reason =
          errors.isEmpty
          ? "its errors were counted and not kept, see `maximumFindings`" : errors.joined(separator: "; ")
        throw QueryError(.refused, "sample \(index) is not saved: \(reason)")
      }
    }
  }

  mutating func add(_ judged: JudgedSamples, _ receipt: AppendReceipt) throws(StorageError) {
    guard receipt.outcomes.count == judged.batch.count else {
      throw StorageError(.failed, "the store answered for \(receipt.outcomes.count) samples of \(judged.batch.count)")
    }
    for index in 0..<judged.count {
      let findings = judged.findings(at: index)
      let row = Int(judged.rows[index])
      if row < 0 {
        outcomes.append(judged.unset.contains(index) ? .notSet : .refused(findings))
        continue
      }
      if !findings.isEmpty { warnings[outcomes.count] = findings }
      outcomes.append(Self.outcome(of: judged.batch.group(at: row), in: judged.batch, receipt))
    }
  }

  /// The outcome of a sample with its members: nothing of a group is stored half.
  private static func outcome(of group: Range<Int>, in batch: SampleBatch, _ receipt: AppendReceipt) -> SaveOutcome {
    let id = batch.id[group.lowerBound]
    let outcomes = receipt.outcomes[group]
    if outcomes.contains(.refused) {
      let reason = group.lazy.compactMap { receipt.reasons[$0] }.first ?? "it gives no reason"
      let message = "the store refuses the sample: " + TextEscaping.escaped(reason, limit: 400)
      return .refused([
        Diagnostic(code: .storeRefused, message: message, location: SourceLocation(path: ""), uuid: id.description)
      ])
    }
    if outcomes.contains(.conflict) { return .conflict(id) }
    return outcomes.first == .accepted ? .stored(id) : .duplicate(id)
  }
}
