public import HealthModel
import Synchronization

/// The turn to write to a store: what is appended is stored with `commit` or `finish`, and forgotten otherwise.
///
/// The value cannot be copied, so only its owner can append to the transaction, commit it or roll it back. While it
/// lives, all others that want to write to the same backend wait. When it goes out of scope, what was not committed is
/// rolled back.
///
/// ```swift
/// let transaction = try await store.begin()
/// for batch in batches {
///   _ = try await transaction.append(batch)
///   try await transaction.commit(progress)
/// }
/// try await transaction.finish()
/// ```
///
/// `StorageBackend.write` does this for a single commit.
public struct WriteTransaction: ~Copyable, Sendable {
  package let steps: TransactionSteps

  init(_ steps: TransactionSteps) { self.steps = steps }

  /// Adds samples; they are stored with the next commit.
  ///
  /// A correlation is followed by its members, all in one batch.
  ///
  /// - Returns: what became of each sample of the batch.
  /// - Throws: `StorageError`; nothing since the last commit is stored then, and all further calls throw the same error.
  public func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    try await steps.append(batch).receipt()
  }

  /// Adds samples after those of earlier calls, without waiting: the caller prepares the next batch meanwhile.
  ///
  /// - Returns: the append, whose receipt says what became of each sample.
  package func enqueue(_ batch: SampleBatch) -> QueuedAppend { steps.append(batch) }

  /// Commits what was appended together with an import's progress, and keeps the turn.
  ///
  /// Returns after the bytes are synced.
  ///
  /// - Parameter progress: how far the import has come; `nil` when the samples come from no input.
  /// - Throws: `StorageError`; nothing since the last commit is stored then.
  public func commit(_ progress: ImportProgress? = nil) async throws(StorageError) { try await steps.commit(progress) }

  /// Commits as `commit` does, and ends the turn.
  ///
  /// - Throws: `StorageError`; nothing since the last commit is stored then, and the turn is ended.
  public consuming func finish(_ progress: ImportProgress? = nil) async throws(StorageError) {
    do throws(StorageError) { try await steps.commit(progress) } catch {
      await steps.end()
      throw error
    }
    await steps.end()
  }

  /// Forgets what was appended since the last commit, and ends the turn.
  public consuming func rollback() async { await steps.end() }

  deinit { steps.endLater() }
}

/// An append that has not finished yet.
@usableFromInline package struct QueuedAppend: Sendable {
  let task: Task<Result<AppendReceipt, StorageError>, Never>

  /// Waits until the samples are appended.
  @usableFromInline package func receipt() async throws(StorageError) -> AppendReceipt { try await task.value.get() }
}

/// Proof that the caller has the turn to write to a store.
///
/// Only a `WriteTransaction` and the functions `delete`, `forget` and `compact` of `StorageBackend` make one, and it
/// cannot be copied or kept: a function that gets it may write until it returns. A backend need not use it; a backend
/// that wraps another passes it on.
public struct WriteTurn: ~Copyable, Sendable {
  init() {}
}

/// The steps of one transaction, in the order of the calls.
///
/// After one fails, all others fail with its error.
package final class TransactionSteps: Sendable {
  private struct State {
    var last: Task<Result<AppendReceipt, StorageError>, Never>?
    /// Whether something was appended since the last commit.
    var isOpen = false
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

  @discardableResult func endLater() -> Task<Void, Never>? {
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

/// The queue of a store's writers: one has the turn, and the others get it in the order they came.
///
/// A backend has one line as long as it is open. A waiting task blocks no thread.
public final class WriterQueue: Sendable {
  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    /// The number of the current turn; `nil` if there is no writer.
    var turn: UInt64?
    var lastNumber: UInt64 = 0
    var waiters: [Waiter] = []
    /// The numbers of tasks that were canceled before they waited.
    var canceled: Set<UInt64> = []
  }

  /// A turn that a task has, and those that its callers have.
  struct Held: Sendable {
    fileprivate let line: WriterQueue
    fileprivate let number: UInt64
  }

  /// The turns that the current task writes in: `write` inside of `write` would wait for itself.
  @TaskLocal static var held: [Held] = []

  private let state = Mutex(State())

  /// Creates an empty line.
  public init() {}

  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  package func enter() async throws -> UInt64 {
    try Task.checkCancellation()
    try requireNotHeld()
    let number = state.withLock { state -> UInt64 in
      state.lastNumber += 1
      return state.lastNumber
    }
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in wait(number, continuation) }
    } onCancel: {
      cancel(number)
    }
    if !hasTurn { throw CancellationError() }
    return number
  }

  /// Refuses to wait in a task that has the turn: it would wait for itself.
  package func requireNotHeld() throws(StorageError) {
    let turn = state.withLock { $0.turn }
    guard Self.held.contains(where: { $0.line === self && $0.number == turn }) else { return }
    throw StorageError(
      .failed, "this task writes to the store already, and would wait for itself",
      hint: "use the transaction that it has, or write after it")
  }

  /// Ends the turn; the next in line gets it.
  package func leave() {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiters.isEmpty else {
        state.turn = nil
        return nil
      }
      let next = state.waiters.removeFirst()
      state.turn = next.number
      return next
    }
    next?.continuation.resume(returning: true)
  }

  func held(_ number: UInt64) -> Held { Held(line: self, number: number) }

  private func wait(_ number: UInt64, _ continuation: CheckedContinuation<Bool, Never>) {
    let answer = state.withLock { state -> Bool? in
      if state.canceled.remove(number) != nil { return false }
      guard state.turn != nil else {
        state.turn = number
        return true
      }
      state.waiters.append(Waiter(number: number, continuation: continuation))
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  private func cancel(_ number: UInt64) {
    let waiter = state.withLock { state -> Waiter? in
      if let place = state.waiters.firstIndex(where: { $0.number == number }) { return state.waiters.remove(at: place) }
      // It has the turn, or does not wait yet.
      if state.turn != number { state.canceled.insert(number) }
      return nil
    }
    waiter?.continuation.resume(returning: false)
  }
}
