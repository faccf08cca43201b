package import HealthModel
package import HealthStorage
import Synchronization

/// A store whose transaction stays open from call to call, so that a test can look in between.
///
/// `append` takes the turn to write, and `commit` and `rollback` end it. For tests alone: everything else has
/// `StorageBackend.write` or its own `WriteTransaction`.
package final class StepwiseStore: ScanningBackend {
  package let base: any StorageBackend
  private let transaction = Mutex<OpenSteps?>(nil)

  private struct OpenSteps: ~Copyable {
    var transaction: WriteTransaction
    var hasSamples = false
  }

  package init(_ base: any StorageBackend) { self.base = base }

  /// Appends samples to the open transaction; without one it waits for the turn and begins one.
  package func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    var open = try await taken()
    let receipt: AppendReceipt
    do {
      receipt = try await open.transaction.append(batch)
    } catch {
      // A transaction that lost samples stays, so that all further steps fail until it is rolled back.
      if open.hasSamples { keep(open) } else { await open.transaction.rollback() }
      throw error
    }
    open.hasSamples = true
    keep(open)
    return receipt
  }

  /// Commits the open transaction and ends it; without one there may be progress to commit.
  package func commit(_ progress: ImportProgress?) async throws(StorageError) {
    let open = try await taken()
    do {
      try await open.transaction.commit(progress)
    } catch {
      if open.hasSamples { keep(open) } else { await open.transaction.rollback() }
      throw error
    }
    await open.transaction.rollback()
  }

  package func rollback() async {
    let open = transaction.withLock { $0.take() }
    guard let open else { return }
    await open.transaction.rollback()
  }

  private func taken() async throws(StorageError) -> OpenSteps {
    let open = transaction.withLock { $0.take() }
    if let open { return open }
    do {
      return OpenSteps(transaction: try await base.begin())
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(.failed, "canceled while others wrote")
    }
  }

  private func keep(_ open: consuming OpenSteps) {
    var slot = Optional(open)
    transaction.withLock { $0 = slot.take() }
  }

  package var registry: Registry { base.registry }
  package var capabilities: StorageCapabilities { base.capabilities }
  package var commitSize: Int { base.commitSize }
  package var line: WriterQueue { base.line }

  package func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try await base.append(batch, in: turn)
  }

  package func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    try await base.commit(progress, in: turn)
  }

  package func rollback(in turn: borrowing WriteTurn) async { await base.rollback(in: turn) }

  package func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt
  {
    try await base.delete(query, in: turn)
  }

  package func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    try await base.forget(imports: inputs, in: turn)
  }

  package func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    try await base.remember(definitions, in: turn)
  }

  package func definitions() async throws(StorageError) -> [StoredDefinition] { try await base.definitions() }

  package func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    try await base.compact(in: turn)
  }

  package func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await base.progress(of: input)
  }

  package func imports() async throws(StorageError) -> [ImportProgress] { try await base.imports() }

  package func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await base.query(query, body)
  }

  package func counts() async throws(StorageError) -> [StoredTypeCount] { try await base.counts() }

  package func subjects(limit: Int) async throws(StorageError) -> [String]? { try await base.subjects(limit: limit) }

  package func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await base.changes(query, body)
  }

  package func statistics(_ query: SampleQuery) async throws -> SampleStatistics { try await base.statistics(query) }

  package func scan<Result: Sendable>(
    _ scan: SampleScan, into initial: @escaping @Sendable (_ part: Int) -> Result,
    _ update: @escaping @Sendable (inout Result, SampleColumns) throws -> Void
  ) async throws -> [Result] { try await base.scan(scan, into: initial, update) }

  package func information() async throws(StorageError) -> StoreInformation { try await base.information() }

  package func verify() async throws(StorageError) -> [StoreFault] { try await base.verify() }

  /// Closes the store, while the transaction is open if one is.
  package func close() async throws(StorageError) {
    do {
      try await base.close()
    } catch {
      await rollback()
      throw error
    }
    await rollback()
  }
}
