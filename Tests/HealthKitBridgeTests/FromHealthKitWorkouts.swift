#if HEALTHKIT_STUB
  import AssayKit
  import Foundation

  /// The rows of workouts; see `FromHealthKitRows`.
  struct FromHealthKitWorkouts {
    let health: HKHealthStore
    let date: Date
    let session: HKWorkoutSession
    let live: HKLiveWorkoutBuilder
    let store: HealthStore
    let moment: Instant
    let builder: WorkoutBuilder

    // Row: `HKWorkoutSession(healthStore:configuration:)`, `HKWorkoutConfiguration`
    func beginning() async throws -> (HKWorkoutSession, WorkoutBuilder) {
      let store: HealthStore = store
      return (
        try HKWorkoutSession(healthStore: health, configuration: HKWorkoutConfiguration()),
        try store.workoutBuilder(WorkoutConfiguration(activity: "running"), device: nil)
      )
    }

    // Row: `HKWorkoutSession.prepare()`, `startActivity(with:)`, `pause()`, `resume()`, `stopActivity(with:)`, `end()`
    func states() async throws {
      let session: HKWorkoutSession = session
      session.prepare()
      session.startActivity(with: date)
      session.pause()
      session.resume()
      session.stopActivity(with: date)
      session.end()
      let builder: WorkoutBuilder = builder
      try await builder.prepare()
      try await builder.start(at: moment)
      try await builder.pause(at: moment)
      try await builder.resume(at: moment)
      try await builder.stop(at: moment)
      try await builder.end(at: moment)
    }

    // Row: `HKWorkoutSession.state`, `HKWorkoutSessionDelegate`
    func state(_ delegate: any HKWorkoutSessionDelegate) async -> (HKWorkoutSessionState, WorkoutBuilder.State) {
      let session: HKWorkoutSession = session
      session.delegate = delegate
      for await update in builder.updates() { return (session.state, update.state) }
      return (session.state, await builder.state)
    }

    // Row: `HKLiveWorkoutBuilder`, `statistics(for:)`, `elapsedTime(at:)`
    func measures() async throws -> (HKStatistics?, TimeInterval, Statistics?, Duration) {
      let live: HKLiveWorkoutBuilder = live
      let builder: WorkoutBuilder = builder
      return (
        live.statistics(for: HKQuantityType(.heartRate)), live.elapsedTime(at: date),
        try await builder.statistics(for: .heartRate), await builder.elapsedTime(at: moment)
      )
    }

    // Row: `HKLiveWorkoutBuilderDelegate`
    func delivered(_ delegate: any HKLiveWorkoutBuilderDelegate) async -> UnfinishedWorkout? {
      live.delegate = delegate
      let builder: WorkoutBuilder = builder
      for await update in builder.updates() { return update }
      return nil
    }

    // Row: `HKWorkoutBuilder.add(_:completion:)`, `addMetadata(_:completion:)`
    func adding(_ read: [HKSample], _ samples: [NewSample]) async throws {
      let live: HKWorkoutBuilder = live
      live.add(read, completion: { _, _ in })
      live.addMetadata([:], completion: { _, _ in })
      let builder: WorkoutBuilder = builder
      _ = try await builder.add(samples)
      try await builder.addMetadata([:])
    }

    // Row: `HKWorkoutBuilder.finishWorkout(completion:)`, `discardWorkout()`
    func ending() async throws -> FinishedWorkout {
      let live: HKWorkoutBuilder = live
      live.finishWorkout(completion: { _, _ in })
      live.discardWorkout()
      let builder: WorkoutBuilder = builder
      try await builder.discard()
      return try await builder.finish()
    }

    // Row: `HKWorkoutEvent`, `addWorkoutEvents(_:completion:)`
    func events(_ read: HKWorkoutEvent) async throws -> WorkoutEvent {
      live.addWorkoutEvents([read], completion: { _, _ in })
      let builder: WorkoutBuilder = builder
      try await builder.addEvent(.lap, from: moment, to: moment, metadata: [:])
      return WorkoutEvent(.lap, from: moment)
    }

    // Row: `HKWorkoutActivity`, `beginNewActivity(configuration:date:metadata:)`, `endCurrentActivity(on:)`
    func activities(_ read: HKWorkoutActivity) async throws -> WorkoutActivity? {
      session.beginNewActivity(configuration: HKWorkoutConfiguration(), date: date, metadata: nil)
      session.endCurrentActivity(on: date)
      let builder: WorkoutBuilder = builder
      try await builder.beginActivity(WorkoutConfiguration(activity: "running"), at: moment, metadata: [:])
      try await builder.endActivity(at: moment)
      return await builder.activities.first
    }

    // Row: `HKWorkoutRouteBuilder`
    func route(_ stretch: NewSample) async throws -> HKWorkoutRouteBuilder {
      let builder: WorkoutBuilder = builder
      _ = try await builder.add([stretch])
      return HKWorkoutRouteBuilder(healthStore: health, device: nil)
    }

    // Row: `recoverActiveWorkoutSession(completion:)`
    func recovering() async throws {
      health.recoverActiveWorkoutSession(completion: { _, _ in })
      let store: HealthStore = store
      for workout in try await store.unfinishedWorkouts() { _ = try await store.resume(workout) }
    }
  }
#endif
