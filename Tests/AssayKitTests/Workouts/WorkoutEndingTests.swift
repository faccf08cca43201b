import AssayKit
import Testing

/// Workouts that are finished, discarded, or left by a process that ends.
@Suite("Ends of a workout") struct WorkoutEndingTests {
  private static let kinds = WorkoutBench.kinds

  /// Begins a workout with three samples, and leaves it paused without a word.
  private static func leave(_ bench: WorkoutBench, subject: String? = nil) async throws -> SampleID {
    let builder = try await bench.open(subject: subject).workoutBuilder(
      WorkoutConfiguration(.running, location: .outdoor), device: Device(model: "Watch7,2"))
    try await builder.prepare()
    try await builder.start(at: WorkoutBench.at(0))
    try await builder.addMetadata([
      "effort": .number(9.5), "place": .string("a \"park\"\n"), "HKLapLength": .quantity(Quantity(400, .meter)),
    ])
    try await builder.add(
      WorkoutBench.heartRate(120, at: 10), WorkoutBench.heartRate(130, at: 20), WorkoutBench.energy(5, from: 0, to: 65)
    ).check()
    try await builder.addEvent(.lap, from: WorkoutBench.at(0), to: WorkoutBench.at(30), metadata: ["lap": .number(1)])
    try await builder.beginActivity(WorkoutConfiguration(.running), at: WorkoutBench.at(0.000001))
    try await builder.pause(at: WorkoutBench.at(60))
    return builder.id
  }

  @Test("a finished workout is stored once, with its samples", arguments: kinds)
  func finish(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open(subject: "p1")
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      let id = builder.id
      #expect(try await store.unfinishedWorkouts().isEmpty)
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(
        WorkoutBench.heartRate(100, at: 1),
        .category(.mindfulSession, .notApplicable, from: WorkoutBench.at(2), to: WorkoutBench.at(3))
      ).check()
      #expect(try await store.unfinishedWorkouts().map(\.id) == [id])
      try await builder.stop(at: WorkoutBench.at(30))
      // What a sensor delivers late still counts.
      try await builder.add(WorkoutBench.heartRate(110, at: 29)).check()
      try await builder.end()
      let workout = try await builder.finish().sample
      #expect(workout.id == id && workout.subject == "p1" && workout.source?.name == "Watch")
      #expect(workout.start == WorkoutBench.at(0) && workout.end == WorkoutBench.at(30))
      #expect(try await bench.open().samples(StructuredType.workout).map(\.id) == [id])
      let collected = try await store.samples(matching: SampleQuery().collected(for: id))
      #expect(collected.count == 3 && collected.allSatisfy { $0.subject == "p1" })
      #expect(try await store.unfinishedWorkouts().isEmpty)
    }
  }

  @Test("nothing is left of a discarded workout", arguments: kinds) func discard(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      // The same value at the same time, saved by someone else, is another sample and stays.
      let other = try await store.save(WorkoutBench.heartRate(120, at: 10))
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(WorkoutBench.heartRate(120, at: 10), WorkoutBench.energy(3, from: 0, to: 9)).check()
      try await builder.add(WorkoutBench.route(of: builder, 5..<6)).check()
      #expect(try await WorkoutBench.count(store) == 4)
      try await builder.discard()
      #expect(try await store.samples(matching: SampleQuery()).map(\.id) == other.ids)
      #expect(try await store.unfinishedWorkouts().isEmpty)
      #expect(try await store.backend.imports().isEmpty)
      #expect(try await builder.statistics(for: .heartRate) == nil)
      let error = await #expect(throws: QueryError.self) { try await builder.end() }
      #expect(error?.reason == .over)
    }
  }

  @Test("a later process goes on where the first one ended", arguments: kinds, ["", "p1"])
  func recover(_ kind: String, _ name: String) async throws {
    let subject = name.isEmpty ? nil : name
    try await WorkoutBench.run(kind) { bench in
      let id = try await Self.leave(bench, subject: subject)
      let store = try await bench.open()
      let unfinished = try #require(try await store.unfinishedWorkouts().first)
      #expect(unfinished.id == id && unfinished.state == .paused && unfinished.sampleCount == 3)
      #expect(unfinished.configuration == WorkoutConfiguration(.running, location: .outdoor))
      #expect(unfinished.start == WorkoutBench.at(0) && unfinished.latest == WorkoutBench.at(65))
      #expect(unfinished.subject == subject)
      #expect(try await bench.open(subject: "other").unfinishedWorkouts().isEmpty)
      let builder = try await store.resume(unfinished)
      #expect(builder.id == id)
      #expect(await builder.workout.state == .paused)
      #expect(await builder.workout.events.map(\.kind) == [.lap, .pause])
      #expect(await builder.workout.events.first?.metadata == ["lap": .number(1)])
      #expect(await builder.workout.activities.map(\.start) == [WorkoutBench.at(0.000001)])
      let before = try await builder.statistics(for: .heartRate)
      #expect(before?.count == 2 && before?.maximum == 130)
      try await builder.resume(at: WorkoutBench.at(100))
      try await builder.add(WorkoutBench.heartRate(150, at: 110)).check()
      #expect(try await builder.statistics(for: .heartRate)?.maximum == 150)
      #expect(try await store.samples(.heartRate).allSatisfy { $0.device?.model == "Watch7,2" })
      try await builder.end(at: WorkoutBench.at(120))
      #expect(await builder.elapsedTime() == .seconds(80))
      let finished = try await builder.finish()
      #expect(finished.warnings.isEmpty)
      #expect(finished.sample.id == id && finished.sample.subject == subject)
      #expect(finished.sample.device?.model == "Watch7,2")
      #expect(finished.sample.metadata["effort"] == .number(9.5))
      #expect(finished.sample.metadata["place"] == .string("a \"park\"\n"))
      #expect(finished.sample.metadata["HKLapLength"] == .quantity(Quantity(400, .meter)))
      let rates = finished.sample.structure?.list("statistics").first {
        $0["type"] == .text("heartRate") && $0["activityID"] == nil
      }
      #expect(rates?["maximum"] == .quantity(150, .count / .minute))
      #expect(try await bench.open().unfinishedWorkouts().isEmpty)
    }
  }

  @Test("a later process discards what the first one left", arguments: kinds)
  func recoverAndDiscard(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let first = try await Self.leave(bench)
      let second = try await Self.leave(bench)
      let store = try await bench.open()
      let earlier = try store.workoutBuilder(WorkoutConfiguration(.walking))
      try await earlier.start(at: WorkoutBench.at(-60))
      let unfinished = try await store.unfinishedWorkouts()
      #expect(unfinished.first?.id == earlier.id && Set(unfinished.map(\.id)) == [earlier.id, first, second])
      try await store.discard(try #require(unfinished.first { $0.id == first }))
      #expect(try await store.unfinishedWorkouts().map(\.id) == [earlier.id, second])
      // Equal samples of two workouts are two samples.
      #expect(try await store.samples(.heartRate).count == 2)
      let again = await #expect(throws: QueryError.self) {
        try await store.discard(try #require(unfinished.first { $0.id == first }))
      }
      #expect(again?.reason == .over)
    }
  }

  @Test("one builder has the workout", arguments: kinds) func takeover(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let old = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await old.start(at: WorkoutBench.at(0))
      try await old.add(WorkoutBench.heartRate(100, at: 1)).check()
      let unfinished = try #require(try await store.unfinishedWorkouts().first)
      let new = try await store.resume(unfinished)
      let calls: [@Sendable () async throws -> Void] = [
        { try await old.add(WorkoutBench.heartRate(101, at: 2)).check() }, { try await old.pause() },
        { try await old.end() }, { try await old.discard() },
      ]
      for call in calls {
        let error = await #expect(throws: QueryError.self) { try await call() }
        #expect(error?.reason == .takenOver)
      }
      #expect(await old.workout.state == .running)
      try await new.end(at: WorkoutBench.at(50))
      #expect(try await new.finish().sample.structure?.list("statistics").count == 1)
      let error = await #expect(throws: QueryError.self) { try await old.pause() }
      #expect(error?.reason == .over)
      #expect(try await store.samples(.heartRate).count == 1)
      // The next workout has the note of the one that is over.
      try await store.workoutBuilder(WorkoutConfiguration(.walking)).start(at: WorkoutBench.at(60))
      let gone = await #expect(throws: QueryError.self) { _ = try await store.resume(unfinished) }
      #expect(gone?.reason == .over)
    }
  }

  @Test("metadata that cannot be written is refused when it is added", arguments: kinds)
  func refused(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(WorkoutBench.heartRate(100, at: 1)).check()
      let error = await #expect(throws: QueryError.self) {
        try await builder.addMetadata(["HKIndoorWorkout": .other("perhaps")])
      }
      #expect(error?.reason == .refused)
      try await builder.end(at: WorkoutBench.at(10))
      try await builder.addMetadata(["HKIndoorWorkout": .boolean(true)])
      #expect(try await builder.finish().sample.metadata["HKIndoorWorkout"] == .boolean(true))
    }
  }

  @Test("many workouts leave one note in the store", arguments: kinds) func notes(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      for number in 0..<5 {
        let store = try await bench.open(subject: number == 4 ? "p2" : "p1")
        let builder = try store.workoutBuilder(WorkoutConfiguration(.walking))
        try await builder.start(at: WorkoutBench.at(Double(number) * 100))
        try await builder.end(at: WorkoutBench.at(Double(number) * 100 + 60))
        _ = try await builder.finish()
      }
      let notes = try await bench.open().backend.imports()
      // What is kept of a subject's workouts is kept by itself, so that it can be forgotten.
      #expect(notes.count == 2 && notes.allSatisfy(\.isFinished))
      #expect(try await bench.open().samples(StructuredType.workout).count == 5)
      #expect(try await bench.open().backend.verify().isEmpty)
    }
  }

  @Test("a route is in the store as it comes, and belongs to the workout", arguments: kinds)
  func route(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(WorkoutBench.route(of: builder, 0..<10)).check()
      try await builder.add(WorkoutBench.route(of: builder, 10..<15)).check()
      try await builder.end(at: WorkoutBench.at(60))
      let finished = try await builder.finish()
      #expect(finished.warnings.isEmpty)
      let routes = try await store.workoutRoutes(of: finished.sample)
      #expect(routes.map(\.count).sorted() == [5, 10])
      #expect(routes.allSatisfy { $0.values(of: "speed").allSatisfy { $0 == 2.5 } })
    }
  }
}
