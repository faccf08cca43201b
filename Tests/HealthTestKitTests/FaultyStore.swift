import HealthModel
import HealthStorage

/// A store in memory that breaks one law.
final class FaultyStore: StorageBackend {
  /// The ways to break a law, or to declare other levels.
  enum Fault: String, CaseIterable, Sendable {
    case acceptsTwice, hidesConflicts, storesHalfGroups, commitsOnAppend, ignoresRollback, showsUncommitted
    case dropsPartOfBatches, ascendsAlways, endsLate, ignoresLimit, ignoresPages, ignoresMetadata, forgetsMembers
    case turnsMembers, losesTexts, answersTwice, skipsCommits, forgetsDeletions, ignoresAnchor, deletesForeign
    case hasNoLine, restoresDeleted, miscounts, losesProgress, sortsImports, doublesOnReopen
    case forgetsOnReopen, findsFaults, keepsForgotten, keepsFirstDefinitions
    case declaresNothing, declaresDurable
  }

  private let base: MemoryStore
  private let fault: Fault?
  private let isReopened: Bool

  /// Wraps a store; without a fault it is as good as the store.
  init(_ base: MemoryStore, _ fault: Fault?, isReopened: Bool = false) {
    self.base = base
    self.fault = fault
    self.isReopened = isReopened
  }

  var registry: Registry { base.registry }

  var capabilities: StorageCapabilities {
    switch fault {
    case .declaresNothing: []
    case .declaresDurable, .doublesOnReopen, .forgetsOnReopen: base.capabilities.union(.durable)
    default: base.capabilities
    }
  }

  // MARK: - Writing

  var line: WriterQueue { fault == .hasNoLine ? WriterQueue() : base.line }

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    if fault == .dropsPartOfBatches, batch.count > 200 { return try await appendPart(of: batch, in: turn) }
    var receipt = try await base.append(batch, in: turn)
    switch fault {
    case .acceptsTwice: receipt.outcomes = receipt.outcomes.map { $0 == .duplicate ? .accepted : $0 }
    case .hidesConflicts: receipt.outcomes = receipt.outcomes.map { $0 == .conflict ? .duplicate : $0 }
    case .commitsOnAppend, .showsUncommitted: try await base.commit(nil, in: turn)
    case .storesHalfGroups:
      for row in 0..<batch.count where batch.correlation[row] >= 0 && receipt.outcomes[row] == .conflict {
        _ = try await base.append(batch.alone(row), in: turn)
      }
    default: break
    }
    return receipt
  }

  private func appendPart(
    of batch: SampleBatch, in turn: borrowing WriteTurn
  ) async throws(StorageError) -> AppendReceipt {
    var part = SampleBatch()
    for row in 0..<100 { part.append(row, of: batch, correlation: batch.correlation[row]) }
    let outcomes = try await base.append(part, in: turn).outcomes
    return AppendReceipt(
      outcomes: outcomes + Array(repeating: outcomes.last ?? .accepted, count: batch.count - outcomes.count))
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    var progress = progress
    if fault == .losesProgress { progress?.prefixHash = [] }
    try await base.commit(progress, in: turn)
  }

  func rollback(in turn: borrowing WriteTurn) async {
    if fault != .ignoresRollback { await base.rollback(in: turn) }
  }

  func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await base.progress(of: input)
  }

  func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    if fault == .keepsFirstDefinitions, try await !base.definitions().isEmpty { return }
    try await base.remember(definitions, in: turn)
  }

  func definitions() async throws(StorageError) -> [StoredDefinition] { try await base.definitions() }

  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    if fault == .keepsForgotten { return inputs.count }
    return try await base.forget(imports: inputs, in: turn)
  }

  func imports() async throws(StorageError) -> [ImportProgress] {
    let imports = try await base.imports()
    return fault == .sortsImports ? imports.sorted { $0.input < $1.input } : imports
  }

  // MARK: - Reading

  func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    var query = query
    switch fault {
    case .ascendsAlways: query.sort = .ascending
    case .endsLate: query.to = query.to.map { $0 + 1 }
    case .ignoresLimit: query.limit = nil
    case .ignoresPages: query.after = nil
    case .ignoresMetadata: query.metadata = []
    default: break
    }
    let times = fault == .answersTwice || (fault == .doublesOnReopen && isReopened) ? 2 : 1
    for _ in 0..<times { try await base.query(query) { batch in try body(altered(batch)) } }
  }

  private func altered(_ batch: SampleBatch) -> SampleBatch {
    switch fault {
    case .forgetsMembers: return batch.regrouped { _ in [] }
    case .turnsMembers: return batch.regrouped { $0.reversed() }
    case .losesTexts:
      var batch = batch
      batch.metadata = Array(repeating: .empty, count: batch.count)
      return batch
    default: return batch
    }
  }

  func counts() async throws(StorageError) -> [StoredTypeCount] { try await base.counts() }

  func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    var query = query
    if fault == .ignoresAnchor { query.anchor = .beginning }
    return try await base.changes(query) { page in
      var page = page
      if fault == .skipsCommits, page.commit == 2 { return true }
      if fault == .forgetsDeletions { page.deleted = [] }
      return try body(page)
    }
  }

  func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    var statistics = try await base.statistics(query)
    if fault == .miscounts, statistics.count > 1 { statistics.duration += 60_000_000 }
    return statistics
  }

  // MARK: - Looking after the store

  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    try await base.delete(query, in: turn)
  }

  func information() async throws(StorageError) -> StoreInformation { try await base.information() }

  func verify() async throws(StorageError) -> [StoreFault] {
    fault == .findsFaults ? [StoreFault("a page is torn")] : try await base.verify()
  }

  /// The store in memory is opened again.
  func close() async throws(StorageError) {}
}

extension SampleBatch {
  /// One sample by itself.
  fileprivate func alone(_ row: Int) -> SampleBatch {
    var single = SampleBatch()
    single.append(row, of: self)
    single.role[0] = -1
    return single
  }

  /// The same correlations with other members.
  fileprivate func regrouped(_ change: ([Int]) -> [Int]) -> SampleBatch {
    var result = SampleBatch()
    var row = 0
    while row < count {
      let group = group(at: row)
      let head = Int32(truncatingIfNeeded: result.count)
      result.append(row, of: self)
      for member in change(Array(group.dropFirst())) { result.append(member, of: self, correlation: head) }
      row = group.upperBound
    }
    return result
  }
}
