public import HealthModel

/// The states of a workout: HealthKit's `HKWorkoutSession`.
extension WorkoutBuilder {
  /// Notes that sensors warm up: HealthKit's `prepare()`.
  ///
  /// Nothing is stored yet.
  ///
  /// - Throws: `WorkoutError` if the workout has started; `CancellationError`.
  public func prepare() async throws {
    try await change { record throws(WorkoutError) in try record.timeline.prepare() }
  }

  /// Starts the workout: HealthKit's `startActivity(with:)` and `beginCollection(at:)`.
  ///
  /// - Parameter moment: when; `nil` means now.
  /// - Throws: `WorkoutError` if the workout has started; `StorageError`: `unsupported` for a store that cannot keep an
  ///   unfinished workout; `CancellationError`.
  public func start(at moment: Instant? = nil) async throws {
    try await change { record throws(WorkoutError) in try record.timeline.start(at: moment ?? store.now) }
  }

  /// Pauses the workout; the time until `resume` does not count.
  ///
  /// - Parameter moment: when, not before the workout started or went on; `nil` means now.
  /// - Throws: `WorkoutError` if the workout does not run; `StorageError`; `CancellationError`.
  public func pause(at moment: Instant? = nil) async throws {
    try await change { record throws(WorkoutError) in try record.timeline.pause(at: moment ?? store.now) }
  }

  /// Goes on after a pause.
  ///
  /// - Parameter moment: when, not before the pause; `nil` means now.
  /// - Throws: `WorkoutError` if the workout is not paused; `StorageError`; `CancellationError`.
  public func resume(at moment: Instant? = nil) async throws {
    try await change { record throws(WorkoutError) in try record.timeline.resume(at: moment ?? store.now) }
  }

  /// Stops the workout: HealthKit's `stopActivity(with:)`.
  ///
  /// Samples that arrive late can still be added.
  ///
  /// - Parameter moment: the end of the workout, not before anything that happened in it; `nil` means now, or when the
  ///   last thing happened if the clock is behind it.
  /// - Throws: `WorkoutError` if the workout neither runs nor is paused; `StorageError`; `CancellationError`.
  public func stop(at moment: Instant? = nil) async throws {
    try await change { record throws(WorkoutError) in
      let moment = moment ?? record.usualEnd(store.now)
      try Call.stop.check(in: record.timeline.state)
      try record.checkEnd(moment)
      try record.timeline.stop(at: moment)
    }
  }

  /// Ends the workout: HealthKit's `end()` and `endCollection(at:)`.
  ///
  /// No more samples come.
  ///
  /// - Parameter moment: the end of the workout, unless it was stopped before; `nil` means now, or when the last thing
  ///   happened if the clock is behind it.
  /// - Throws: `WorkoutError` if the workout has not started or has ended; `StorageError`; `CancellationError`.
  public func end(at moment: Instant? = nil) async throws {
    try await change { record throws(WorkoutError) in
      let moment = moment ?? record.usualEnd(store.now)
      try Call.end.check(in: record.timeline.state)
      try record.checkEnd(moment)
      try record.timeline.end(at: moment)
    }
  }

  // MARK: Events and activities

  /// Adds an event that is not a pause: HealthKit's `addWorkoutEvents(_:)`.
  ///
  /// ```swift
  /// try await builder.addEvent(.segment, from: begun, to: store.now)
  /// ```
  ///
  /// - Parameters:
  ///   - mark: what happened.
  ///   - start: when it began, not before the workout; `nil` means now.
  ///   - end: when it ended; `nil` for an event that ends when it starts.
  ///   - metadata: further metadata, by key.
  /// - Throws: `WorkoutError` if the workout neither runs nor is paused, or the rules refuse the event; `StorageError`;
  ///   `CancellationError`.
  public func addEvent(
    _ mark: WorkoutEvent.Mark, from start: Instant? = nil, to end: Instant? = nil,
    metadata: [String: MetadataValue] = [:]
  ) async throws {
    try await change { record throws(WorkoutError) in
      try record.timeline.add(
        WorkoutEvent(mark.kind, from: start ?? store.now, to: end, metadata: metadata))
    }
  }

  /// Begins a part of the workout and ends the one that goes on: HealthKit's `beginNewActivity(configuration:date:metadata:)`.
  ///
  /// - Parameters:
  ///   - configuration: what kind of exercise it is.
  ///   - moment: when, not before the activity that goes on; `nil` means now.
  ///   - metadata: further metadata, by key.
  /// - Returns: the id of the activity.
  /// - Throws: `WorkoutError` if the workout neither runs nor is paused, the rules refuse the activity, or the statistics
  ///   of all activities would be more than a workout has: 10,000; `StorageError`; `CancellationError`.
  @discardableResult
  public func beginActivity(
    _ configuration: WorkoutConfiguration, at moment: Instant? = nil, metadata: [String: MetadataValue] = [:]
  ) async throws -> SampleID {
    try configuration.check(in: store.registry)
    let id = SampleID.random()
    try await change { record throws(WorkoutError) in
      try record.timeline.begin(
        WorkoutActivity(id: id, configuration, from: moment ?? store.now, metadata: metadata))
    }
    return id
  }

  /// Ends the activity that goes on: HealthKit's `endCurrentActivity(on:)`.
  ///
  /// The end of the workout does so, too.
  ///
  /// - Parameter moment: when, not before it began; `nil` means now.
  /// - Throws: `WorkoutError` if none goes on; `StorageError`; `CancellationError`.
  public func endActivity(at moment: Instant? = nil) async throws {
    try await change { record throws(WorkoutError) in try record.timeline.endActivity(at: moment ?? store.now) }
  }

  /// Adds metadata of the workout: HealthKit's `addMetadata(_:)`.
  ///
  /// A key that is there gets the new value.
  ///
  /// - Parameter metadata: the values, by key.
  /// - Throws: `WorkoutError` if the workout has not started, or the rules refuse a value, such as a number that is not
  ///   finite; `StorageError`; `CancellationError`.
  public func addMetadata(_ metadata: [String: MetadataValue]) async throws {
    try await change { record throws(WorkoutError) in
      try Call.addMetadata.check(in: record.timeline.state)
      record.metadata.merge(metadata) { _, new in new }
    }
  }
}
