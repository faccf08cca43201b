import Synchronization

/// Wakes observers in this process when something was committed, so that they do not wait for their next look.
///
/// Whoever writes raises it after each commit and deletion; observers have it as `ObserverQuery.signal`. It carries no
/// changes: an observer asks the store, and looks at it from time to time anyway, since other processes write without
/// raising anything.
///
/// ```swift
/// let signal = ChangeSignal()
/// let pages = ObserverQuery(types: ["heartRate"], signal: signal).updates(for: store)
/// _ = try await store.backend.write { transaction in try await transaction.append(batch) }
/// signal.raise()
/// ```
public final class ChangeSignal: Sendable {
  /// Who waits, and how often the signal was raised.
  private struct State {
    var count: UInt64 = 0
    var lastTicket: UInt64 = 0
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]

    mutating func ticket() -> UInt64 {
      lastTicket &+= 1
      return lastTicket
    }
  }

  private let state = Mutex(State())

  /// Creates a signal that is not raised.
  public init() {}

  /// Says that something was committed; never waits for observers.
  public func raise() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.count &+= 1
      let waiting = Array(state.waiting.values)
      state.waiting.removeAll()
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// How often it was raised.
  var count: UInt64 { state.withLock { $0.count } }

  /// Waits until it has been raised more often, the time is over or the task is cancelled.
  func wait(beyond count: UInt64, atMost limit: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await Task.sleep(for: limit) }
      group.addTask { await self.wait(beyond: count) }
      _ = await group.next()
      group.cancelAll()
    }
  }

  private func wait(beyond count: UInt64) async {
    let ticket = state.withLock { state -> UInt64 in state.ticket() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        // The handler of a task that was cancelled before this has already run and found no waiter.
        let isOver = state.withLock { state -> Bool in
          guard state.count == count, !Task.isCancelled else { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        state.waiting.removeValue(forKey: ticket)
      }
      continuation?.resume()
    }
  }
}
