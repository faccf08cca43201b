import Synchronization

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

  /// Waits for the turn.
  ///
  /// - Throws: `CancellationError` when the task is canceled while it waits; `StorageError` when the task has the turn
  ///   already.
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

  /// Marks a turn as held, for the tasks that run within it.
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
