public import HealthModel
import HealthStorage

extension HealthStore {
  /// Makes a builder that collects a workout: HealthKit's `HKWorkoutSession(healthStore:configuration:)` and its
  /// `associatedWorkoutBuilder()`.
  ///
  /// Samples and the workout have the subject and source of this value of `HealthStore`. Nothing is stored before the
  /// builder is started.
  ///
  /// - Parameters:
  ///   - configuration: what kind of exercise it is.
  ///   - device: the device that measures, of samples that name none and of the workout.
  ///   - id: the id that the workout will have; a random one unless given.
  /// - Returns: the builder.
  /// - Throws: `WorkoutError.Reason.wrongConfiguration` for a name that the catalog does not have;
  ///   `StorageError.Code.unsupported` for a store that cannot find, delete or go on with what was collected.
  public func workoutBuilder(
    _ configuration: WorkoutConfiguration, device: Device? = nil, id: SampleID? = nil
  ) throws -> WorkoutBuilder {
    try configuration.check(in: registry)
    try checkWorkouts()
    return WorkoutBuilder(
      WorkoutRecord(
        id: id ?? .random(), owner: SampleID.random().description, configuration: configuration, subject: subject,
        device: device),
      store: self)
  }

  /// The workouts that were begun and are neither finished nor discarded: those of processes that ended meanwhile, and
  /// those of builders that are at work.
  ///
  /// HealthKit's `recoverActiveWorkoutSession` has the one of the app. Here `resume(_:)` goes on with a workout, and
  /// `discard(_:)` deletes what was collected.
  ///
  /// One that this version cannot read is left out; `unreadableWorkouts()` lists it.
  ///
  /// - Returns: the workouts in the order they were begun; with a `subject`, those of this subject only.
  /// - Throws: `StorageError` when the store cannot be read; `CancellationError`.
  public func unfinishedWorkouts() async throws -> [UnfinishedWorkout] {
    try Task.checkCancellation()
    var workouts: [UnfinishedWorkout] = []
    for progress in try await backend.imports() {
      guard let record = try? WorkoutRecord(progress, units: registry.units), let input = record.input else { continue }
      if let subject, !subject.utf8.elementsEqual((record.subject ?? "").utf8) { continue }
      workouts.append(UnfinishedWorkout(record, input: input))
    }
    return workouts.sorted { $0.start < $1.start }
  }

  /// Goes on with a workout in the state in which it was left.
  ///
  /// The builder that had it throws `WorkoutError.Reason.takenOver` from then on. A workout that was running has been
  /// running since; to leave out the time in which nothing was collected, end it at its `latest` moment.
  ///
  /// ```swift
  /// for unfinished in try await store.unfinishedWorkouts() {
  ///   let builder = try await store.resume(unfinished)
  ///   try await builder.end(at: unfinished.latest)
  ///   let workout = try await builder.finish().sample
  /// }
  /// ```
  ///
  /// - Returns: a builder with all that was stored.
  /// - Throws: `WorkoutError.Reason.over` if the workout was finished or discarded meanwhile; `StorageError`;
  ///   `CancellationError`.
  public func resume(_ workout: UnfinishedWorkout) async throws -> WorkoutBuilder {
    try checkWorkouts()
    let transaction = try await backend.begin()
    var record: WorkoutRecord
    do {
      guard let progress = try await backend.progress(of: workout.input),
        let found = try WorkoutRecord(progress, units: registry.units), found.id == workout.id
      else {
        throw WorkoutError(
          .over, "the workout was finished or discarded", instead: "call `unfinishedWorkouts` for those that are left")
      }
      record = found
      record.owner = SampleID.random().description
      try Task.checkCancellation()
    } catch {
      await transaction.rollback()
      throw error
    }
    try await transaction.finish(record.progress(registry))
    var store = self
    store.subject = record.subject
    let builder = WorkoutBuilder(record, store: store)
    await builder.readStatistics()
    return builder
  }

  func checkWorkouts() throws(StorageError) {
    guard backend.capabilities.isSuperset(of: [.query, .delete, .resume]) else {
      throw StorageError(
        .unsupported, "this store cannot keep an unfinished workout",
        hint: "use a store that can query, delete and go on with imports, such as sqlite or jsonl")
    }
  }
}

/// A workout that was begun and is neither finished nor discarded, as it is in the store.
public struct UnfinishedWorkout: Sendable, Hashable, Identifiable {
  /// The id that the workout will have.
  public let id: SampleID
  /// What kind of exercise it is.
  public let configuration: WorkoutConfiguration
  /// Whose workout it is.
  public let subject: String?
  /// How far it has come.
  public let state: WorkoutBuilder.State
  /// When it started.
  public let start: Instant
  /// The last moment that is known of it: its end, or that of its last event or sample.
  public let latest: Instant
  /// How many samples were stored.
  public let sampleCount: Int
  /// Where the store has it.
  let input: String

  init(_ record: WorkoutRecord, input: String) {
    id = record.id
    configuration = record.configuration
    subject = record.subject
    state = record.timeline.state
    start = record.timeline.start ?? Instant(microseconds: 0)
    let last = record.timeline.latest
    latest = record.timeline.end ?? record.lastEnd.map { max($0, last) } ?? last
    sampleCount = record.counts.accepted
    self.input = input
  }
}

extension WorkoutBuilder {
  /// Reads the samples that earlier builders collected when their statistics are needed.
  ///
  /// A type that the catalog no longer has has no statistics, and does not keep the workout from being discarded.
  func readStatistics() {
    for type in record.types {
      statistics[type] = try? LiveStatistics(of: type, in: id, subject: record.subject, for: store)
      statistics[type]?.setBehind()
      changed.insert(type)
    }
  }
}

extension SampleID {
  /// A random id: version 4 of RFC 9562.
  static func random() -> SampleID {
    let high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
    let low = UInt64.random(in: .min ... .max) & ~(3 << 62) | 1 << 63
    return SampleID(high: high, low: low)
  }
}
