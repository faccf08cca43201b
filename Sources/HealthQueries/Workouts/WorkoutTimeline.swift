import HealthModel

/// What happened when in a workout: its state, events and activities.
///
/// Every change is legal or refused.
struct WorkoutTimeline: Sendable, Hashable {
  var state = WorkoutBuilder.State.notStarted
  /// `nil` before it started.
  var start: Instant?
  /// `nil` as long as it goes on.
  var end: Instant?
  /// In the order they were added.
  var events: [WorkoutEvent] = []
  /// In the order of time; none overlap.
  var activities: [WorkoutActivity] = []

  /// The most elements of a list of a workout.
  static let maximumCount = 10_000

  // MARK: States

  mutating func prepare() throws(WorkoutError) {
    try WorkoutBuilder.Call.prepare.check(in: state)
    state = .prepared
  }

  mutating func start(at moment: Instant) throws(WorkoutError) {
    try WorkoutBuilder.Call.start.check(in: state)
    guard moment.microseconds >= Instant.earliest, moment.microseconds <= Instant.latest else {
      throw WorkoutError(.wrongTime, "\(moment) is not a time", instead: "give a moment of the years 1 to 9999")
    }
    (state, start) = (.running, moment)
  }

  mutating func pause(at moment: Instant) throws(WorkoutError) {
    try WorkoutBuilder.Call.pause.check(in: state)
    try append(WorkoutEvent(.pause, from: moment), notBefore: lastSwitch)
    state = .paused
  }

  mutating func resume(at moment: Instant) throws(WorkoutError) {
    try WorkoutBuilder.Call.resume.check(in: state)
    try append(WorkoutEvent(.resume, from: moment), notBefore: lastSwitch)
    state = .running
  }

  mutating func stop(at moment: Instant) throws(WorkoutError) {
    try WorkoutBuilder.Call.stop.check(in: state)
    let last = latest
    guard moment.microseconds <= Instant.latest else {
      throw WorkoutError(
        .wrongTime, "the workout ends after the year 9999", instead: "give a moment of the years 1 to 9999")
    }
    guard moment >= last else {
      throw WorkoutError(
        .wrongTime, "the workout ends at \(moment), before the last thing that happened in it, at \(last)",
        instead: "end it at \(last) or later")
    }
    endActivities(at: moment)
    (state, end) = (.stopped, moment)
  }

  /// Ends the workout; a stopped one ended when it was stopped.
  mutating func end(at moment: Instant) throws(WorkoutError) {
    try WorkoutBuilder.Call.end.check(in: state)
    if state != .stopped { try stop(at: moment) }
    state = .ended
  }

  // MARK: Events and activities

  mutating func add(_ event: WorkoutEvent) throws(WorkoutError) {
    try WorkoutBuilder.Call.addEvent.check(in: state)
    try append(event, notBefore: start)
  }

  private mutating func append(_ event: WorkoutEvent, notBefore earliest: Instant?) throws(WorkoutError) {
    try Self.check(event.start, event.kind.rawValue, notBefore: earliest)
    try Self.check(event.end, "end of the \(event.kind.rawValue)", notBefore: event.start)
    try Self.checkCount(events.count, "events")
    events.append(event)
  }

  /// Begins an activity, and ends the one that goes on.
  mutating func begin(_ activity: WorkoutActivity) throws(WorkoutError) {
    try WorkoutBuilder.Call.beginActivity.check(in: state)
    let earliest = activities.last.map { $0.end ?? $0.start } ?? start
    try Self.check(activity.start, "activity", notBefore: earliest)
    try Self.checkCount(activities.count, "activities")
    endActivities(at: activity.start)
    activities.append(activity)
  }

  mutating func endActivity(at moment: Instant) throws(WorkoutError) {
    try WorkoutBuilder.Call.endActivity.check(in: state)
    guard let last = activities.last, last.end == nil else {
      throw WorkoutError(.wrongState, "no activity goes on", instead: "call `beginActivity` first")
    }
    try Self.check(moment, "end of the activity", notBefore: last.start)
    endActivities(at: moment)
  }

  private mutating func endActivities(at moment: Instant) {
    if let last = activities.indices.last, activities[last].end == nil { activities[last].end = moment }
  }

  private static func check(_ moment: Instant, _ what: String, notBefore earliest: Instant?) throws(WorkoutError) {
    guard moment.microseconds <= Instant.latest else {
      throw WorkoutError(
        .wrongTime, "the \(what) is after the year 9999", instead: "give a moment of the years 1 to 9999")
    }
    guard let earliest, moment >= earliest else {
      let bound = earliest.map { "\($0)" } ?? "the start"
      throw WorkoutError(
        .wrongTime, "the \(what) is at \(moment), before \(bound)", instead: "give a moment that is not before \(bound)"
      )
    }
  }

  private static func checkCount(_ count: Int, _ what: String) throws(WorkoutError) {
    guard count >= maximumCount else { return }
    throw WorkoutError(
      .tooManyEvents, "the workout has \(maximumCount) \(what)", instead: "end it, and go on in another workout")
  }

  // MARK: Time

  /// When the state changed between running and paused, or the workout started.
  private var lastSwitch: Instant? { events.last { $0.kind.isSwitch }?.start ?? start }

  /// The last moment at which something happened that the builder knows of.
  var latest: Instant {
    var latest = start ?? Instant(microseconds: 0)
    for event in events { latest = max(latest, event.end) }
    if let activity = activities.last { latest = max(latest, activity.end ?? activity.start) }
    return latest
  }

  /// The time between two moments that is within the workout and in no pause, in microseconds.
  func activeTime(from: Instant, to: Instant) -> Int64 {
    guard let start else { return 0 }
    let window = (from: max(from, start).microseconds, to: min(to, end ?? to).microseconds)
    guard window.from < window.to else { return 0 }
    var active = window.to - window.from
    var paused: Int64?
    func subtract(_ from: Int64, _ to: Int64) {
      active -= max(0, min(to, window.to) - max(from, window.from))
    }
    for event in events where event.kind.isSwitch {
      if event.kind == .pause {
        paused = event.start.microseconds
      } else if let begun = paused {
        subtract(begun, event.start.microseconds)
        paused = nil
      }
    }
    if let paused { subtract(paused, window.to) }
    return active
  }
}

extension WorkoutEvent.Kind {
  /// Whether it changes between running and paused.
  fileprivate var isSwitch: Bool { self == .pause || self == .resume }
}
