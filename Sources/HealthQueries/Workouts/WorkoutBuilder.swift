public import HealthModel
import HealthStorage

/// Collects a workout while it happens: HealthKit's `HKWorkoutSession`, `HKLiveWorkoutBuilder` and
/// `HKWorkoutRouteBuilder`.
///
/// ```swift
/// let builder = try store.workoutBuilder(WorkoutConfiguration(.running, location: .outdoor))
/// try await builder.start()
/// try await builder.add(.quantity(.heartRate, 121, .count / .minute, from: store.now)).check()
/// try await builder.pause()
/// try await builder.resume()
/// try await builder.end()
/// let workout = try await builder.finish().sample
/// ```
///
/// What is added is stored at once, in one transaction with all that the builder knows. So nothing that a call returned
/// for is lost when the process ends: `HealthStore.unfinishedWorkouts` finds the workout, and it goes on or is discarded.
///
/// Any number of tasks may use one builder. Their calls take effect one after the other; one whose task is canceled
/// while it waits throws `CancellationError`, and nothing has changed. A call that the workout's state does not allow
/// throws a `WorkoutError`.
public actor WorkoutBuilder {
  /// The id that the workout will have; samples that were collected for it name it.
  public nonisolated let id: SampleID
  /// What kind of exercise it is.
  public nonisolated let configuration: WorkoutConfiguration

  nonisolated let store: HealthStore
  nonisolated let listeners = WorkoutListeners()
  /// Where calls wait: an actor lets another one in while a call waits for the store.
  private nonisolated let line = WriterQueue()
  /// What is stored, and the state that follows from it.
  private(set) var record: WorkoutRecord
  /// The statistics of each quantity type, by its id.
  var statistics: [String: LiveStatistics] = [:]
  /// The statistics that were passed on last, and the types whose samples have changed since.
  var shown: [String: Statistics] = [:]
  var changed: Set<String> = []
  /// Why no call is possible any more; `nil` as long as the workout is neither finished nor discarded.
  private(set) var ending: Ending?
  /// What the store was asked for when it answered with an error: it may have done it; see `settle`.
  var doubt: Doubt?
  /// What `settle` found out, until the call that is repeated returns it.
  var late: Late?
  /// The note as this builder wrote it last: an equal one need not be read.
  var writtenNote: String?

  /// The ways in which a workout is over.
  enum Ending: String, Sendable {
    case finished, discarded
  }

  init(_ record: WorkoutRecord, store: HealthStore) {
    id = record.id
    configuration = record.configuration
    self.record = record
    self.store = store
  }

  // MARK: What is known

  /// How far the workout has come.
  public var state: State { record.timeline.state }
  /// When it started; `nil` before that.
  public var start: Instant? { record.timeline.start }
  /// When it ended; `nil` as long as it goes on.
  public var end: Instant? { record.timeline.end }
  /// The events, in the order they were added.
  public var events: [WorkoutEvent] { record.timeline.events }
  /// The activities, in the order of time.
  public var activities: [WorkoutActivity] { record.timeline.activities }
  /// How many samples were stored; members of correlations do not count.
  public var sampleCount: Int { record.counts.accepted }

  /// How long the workout lasts without its pauses: HealthKit's `elapsedTime(at:)`.
  ///
  /// - Parameter moment: until when; `nil` means now. What is after the end does not count.
  /// - Returns: the time between the start and the moment that is in no pause; zero before the start.
  public func elapsedTime(at moment: Instant? = nil) -> Duration {
    guard let start = record.timeline.start else { return .zero }
    return .microseconds(record.timeline.activeTime(from: start, to: moment ?? store.now))
  }

  /// The statistics of a quantity so far: HealthKit's `statistics(for:)`.
  ///
  /// They are those that `StatisticsQuery` has for `.samples(of: type.name).collected(for: id)` with the subject of the
  /// workout.
  ///
  /// - Returns: the statistics in the canonical unit; `nil` when no sample of the type was collected, and after `discard`.
  /// - Throws: `QueryError.Reason.unknownType`, or when the samples cannot be combined; `StorageError` when samples must
  ///   be read again, as after a late one or in a workout that was resumed, and cannot be; `CancellationError` when the
  ///   task is canceled.
  public func statistics(for type: QuantityType) async throws -> Statistics? {
    let id = try store.type(named: type.name).id
    return try await inTurn { try await current(id) }
  }

  /// What the workout is after each change, as long as it is not finished or discarded: HealthKit's
  /// `HKLiveWorkoutBuilderDelegate`.
  ///
  /// ```swift
  /// for await update in builder.updates() { print(update.state, update[.heartRate]?.averageQuantity ?? "") }
  /// ```
  ///
  /// A reader that is slow gets the newest update only, and never slows the builder down. Each call begins a sequence for
  /// one reader; it ends when the workout is over, the builder is gone or the reader's task is canceled.
  public nonisolated func updates() -> AsyncStream<WorkoutUpdate> { listeners.stream() }

  // MARK: One call after the other

  /// Runs one call after those before.
  ///
  /// - Throws: `StorageError` in a function that writes to the store: a call before this one may wait for its turn to
  ///   write, or the store does not say what it kept of an earlier call; `CancellationError`; what the function throws.
  func inTurn<Result>(_ body: () async throws -> Result) async throws -> Result {
    try store.backend.line.requireNotHeld()
    _ = try await line.enter()
    defer { line.leave() }
    try await settle()
    return try await body()
  }

  /// Refuses a call when the workout is over or the state does not allow it.
  func check(_ call: Call) throws(WorkoutError) {
    try checkOpen()
    try call.check(in: state)
  }

  /// Refuses any call when the workout is over.
  func checkOpen() throws(WorkoutError) {
    guard let ending else { return }
    throw WorkoutError(
      .over, "the workout is \(ending.rawValue)", instead: "make another builder with `HealthStore.workoutBuilder`")
  }

  /// Makes a change to what the builder knows, and stores it.
  func change(_ edit: (inout WorkoutRecord) throws(WorkoutError) -> Void) async throws {
    try await inTurn {
      try checkOpen()
      var next = record
      try edit(&next)
      // Nothing is stored before the start, so that a builder that is never used leaves nothing.
      if next.timeline.start != nil {
        try requireClock(next)
        try requireValid(next)
        try await write(&next) { _ in }
      }
      await keep(next)
    }
  }

  /// Remembers what was stored, and passes it on.
  func keep(_ next: WorkoutRecord, _ ending: Ending? = nil) async {
    record = next
    self.ending = ending
    if !listeners.isEmpty { listeners.pass(await update()) }
    if ending != nil { listeners.finish() }
  }
}
