extension WorkoutBuilder {
  /// How far a workout has come: HealthKit's `HKWorkoutSessionState`, with its numbers.
  public enum State: Int, Sendable, Hashable, CaseIterable {
    /// Nothing has happened yet.
    case notStarted = 1
    /// It is under way.
    case running = 2
    /// Its time is over, and no more samples come: what is left is to finish or discard it.
    case ended = 3
    /// It is interrupted; the time of a pause does not count.
    case paused = 4
    /// Sensors warm up; nothing is collected yet.
    case prepared = 5
    /// Its time is over; samples that arrive late can still be added.
    case stopped = 6
  }

  /// What can be asked of a builder, with the states in which it can.
  enum Call: String, CaseIterable {
    case prepare, start, pause, resume, stop, end, finish
    case add, addRoute, addEvent, addMetadata, beginActivity, endActivity

    /// The states in which the call is possible.
    var states: Set<State> {
      switch self {
      case .prepare: [.notStarted]
      case .start: [.notStarted, .prepared]
      case .pause: [.running]
      case .resume: [.paused]
      case .stop, .addEvent, .beginActivity, .endActivity: [.running, .paused]
      case .end, .add, .addRoute: [.running, .paused, .stopped]
      case .addMetadata: [.running, .paused, .stopped, .ended]
      case .finish: [.ended]
      }
    }

    /// Refuses the call in other states.
    func check(in state: State) throws(WorkoutError) {
      guard !states.contains(state) else { return }
      throw WorkoutError(
        .wrongState, "`\(rawValue)` is not possible in a workout that is \(state.words)",
        instead: remedy(in: state))
    }

    private func remedy(in state: State) -> String {
      switch state {
      case .notStarted, .prepared: self == .prepare ? "call `start`" : "call `start` first"
      case .ended: "call `finish` or `discard`; make another builder for another workout"
      case .stopped: self == .finish ? "call `end` first" : "call `end` and `finish`: a stopped workout does not go on"
      case .running:
        switch self {
        case .resume: "call `pause` before it"
        case .finish: "call `end` first"
        default: "it runs already: add samples and events, or call `end`"
        }
      case .paused:
        switch self {
        case .finish: "call `end` first"
        default: "call `resume` to go on"
        }
      }
    }
  }
}

extension WorkoutBuilder.State {
  /// The state as the catalog names it: `notStarted`.
  var name: String {
    switch self {
    case .notStarted: "notStarted"
    case .running: "running"
    case .ended: "ended"
    case .paused: "paused"
    case .prepared: "prepared"
    case .stopped: "stopped"
    }
  }

  fileprivate var words: String { self == .notStarted ? "not started" : name }
}
