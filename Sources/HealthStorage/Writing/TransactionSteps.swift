package import HealthModel
import Synchronization

/// The steps of one transaction, in the order of the calls.
///
/// After one fails, all others fail with its error.
package final class TransactionSteps: Sendable {
  private struct State {
    /// The append that all further steps wait for.
    var last: Task<Result<AppendReceipt, StorageError>, Never>?
    /// Whether something was appended since the last commit.
    var isOpen = false
    /// The error of the first step that failed.
    var failure: StorageError?
    var isOver = false
  }

  let turnNumber: UInt64
  private let backend: any StorageBackend
  private let turn = WriteTurn()
  private let state = Mutex(State())

  init(_ backend: any StorageBackend, turnNumber: UInt64) {
    self.backend = backend
    self.turnNumber = turnNumber
  }

  package func append(_ batch: SampleBatch) -> QueuedAppend {
    state.withLock { state in
      let previous = state.last
      let task = Task {
        _ = await previous?.value
        return await self.perform(batch)
      }
      state.last = task
      return QueuedAppend(task: task)
    }
  }

  private func perform(_ batch: SampleBatch) async -> Result<AppendReceipt, StorageError> {
    if let failure = state.withLock({ $0.failure }) { return .failure(failure) }
    guard batch.count > 0 else { return .success(AppendReceipt(outcomes: [])) }
    do throws(StorageError) {
      try batch.require(backend.registry)
      state.withLock { $0.isOpen = true }
      return .success(try await backend.append(batch, in: turn))
    } catch {
      state.withLock { $0.failure = error }
      return .failure(error)
    }
  }

  /// Commits the appended samples; does nothing if there are none and there is no progress.
  func commit(_ progress: ImportProgress?) async throws(StorageError) {
    _ = await state.withLock { $0.last }?.value
    let (failure, isOpen) = state.withLock { ($0.failure, $0.isOpen) }
    if let failure { throw failure }
    guard isOpen || progress != nil else { return }
    do throws(StorageError) {
      state.withLock { $0.isOpen = true }
      try await backend.commit(progress, in: turn)
      state.withLock { $0.isOpen = false }
    } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }

  /// Rolls back what is not committed, and lets the next in line write.
  ///
  /// Runs in a separate task: a canceled caller must not leave a store half rolled back.
  func end() async { await endLater()?.value }

  @discardableResult
  func endLater() -> Task<Void, Never>? {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    guard isFirst else { return nil }
    let (last, isOpen) = state.withLock { ($0.last, $0.isOpen || $0.failure != nil) }
    guard last != nil || isOpen else {
      backend.line.leave()
      return nil
    }
    return Task {
      _ = await last?.value
      // The last append may have opened the transaction.
      if self.state.withLock({ $0.isOpen || $0.failure != nil }) { await self.backend.rollback(in: self.turn) }
      self.backend.line.leave()
    }
  }
}
