public import HealthModel
import Synchronization

/// Where a workout is: what its builder passes on after each change, HealthKit's `HKLiveWorkoutBuilderDelegate`.
///
/// An update is the whole picture, not a difference: a reader that is slower than the sensors gets the newest one, and
/// has missed nothing but what was there in between.
public struct WorkoutUpdate: Sendable, Hashable {
  /// How far the workout has come.
  public var state: WorkoutBuilder.State
  /// When it started; `nil` before that.
  public var start: Instant?
  /// When it ended; `nil` as long as it goes on.
  public var end: Instant?
  /// The events so far, in the order they were added.
  public var events: [WorkoutEvent]
  /// The activities so far, in the order of time.
  public var activities: [WorkoutActivity]
  /// How many samples were stored; members of correlations do not count.
  public var sampleCount: Int
  /// The statistics of each collected quantity, by the id of its type.
  public var statistics: [String: Statistics]

  /// The statistics of a type; `nil` when none of its samples was collected.
  public subscript(type: QuantityType) -> Statistics? { statistics[type.name] }
}

/// Those who read the updates of one builder.
///
/// Each has room for one update, the newest.
final class WorkoutListeners: Sendable {
  private struct State {
    var lastTicket: UInt64 = 0
    var waiting: [UInt64: AsyncStream<WorkoutUpdate>.Continuation] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  /// Whether anyone reads.
  var isEmpty: Bool { state.withLock { $0.waiting.isEmpty } }

  /// The updates from now on, until the workout is over or the task is canceled.
  func stream() -> AsyncStream<WorkoutUpdate> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let ticket = state.withLock { state -> UInt64? in
        guard !state.isOver else { return nil }
        state.lastTicket += 1
        state.waiting[state.lastTicket] = continuation
        return state.lastTicket
      }
      guard let ticket else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in
        _ = self?.state.withLock { state in state.waiting.removeValue(forKey: ticket) }
      }
    }
  }

  /// Passes an update on; never waits for readers.
  func pass(_ update: WorkoutUpdate) {
    let waiting = state.withLock { Array($0.waiting.values) }
    for continuation in waiting { continuation.yield(update) }
  }

  /// Ends all streams after what is in them.
  func finish() {
    let waiting = state.withLock { state in
      state.isOver = true
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.finish() }
  }

  deinit { finish() }
}
