import AssayKit
import SeededRandom
import Testing

/// Events, pauses and activities of a workout, and the time that counts.
@Suite("Events of a workout") struct WorkoutEventTests {
  /// A second change of a running workout that does not fit the first one.
  enum Misfit: String, CaseIterable, Sendable {
    case pauseBeforeStart, resumeBeforePause, pauseBeforeResume, lapBeforeStart, lapBackwards, endBeforeLap
    case endBeforePause, endBeforeSample, endBeforeActivity, activityBeforeStart, activityBeforeActivity,
      activityBackwards, endBeforeActivityEnd
    case noActivity, activityOver, resumeOfRunning

    func perform(on builder: WorkoutBuilder) async throws {
      func at(_ seconds: Double) -> Instant { WorkoutBench.at(seconds) }
      let run = WorkoutConfiguration(.running)
      switch self {
      case .pauseBeforeStart: try await builder.pause(at: at(-1))
      case .resumeBeforePause:
        try await builder.pause(at: at(60))
        try await builder.resume(at: at(59.999999))
      case .pauseBeforeResume:
        try await builder.pause(at: at(10))
        try await builder.resume(at: at(20))
        try await builder.pause(at: at(15))
      case .lapBeforeStart: try await builder.addEvent(.lap, from: at(-0.000001))
      case .lapBackwards: try await builder.addEvent(.lap, from: at(20), to: at(10))
      case .endBeforeLap:
        try await builder.addEvent(.segment, from: at(0), to: at(100))
        try await builder.end(at: at(99))
      case .endBeforePause:
        try await builder.pause(at: at(60))
        try await builder.stop(at: at(59))
      case .endBeforeSample:
        try await builder.add(WorkoutBench.heartRate(100, at: 120)).check()
        try await builder.end(at: at(119))
      case .endBeforeActivity:
        try await builder.beginActivity(run, at: at(50))
        try await builder.end(at: at(49))
      case .activityBeforeStart: try await builder.beginActivity(run, at: at(-5))
      case .activityBeforeActivity:
        try await builder.beginActivity(run, at: at(50))
        try await builder.beginActivity(run, at: at(40))
      case .activityBackwards:
        try await builder.beginActivity(run, at: at(50))
        try await builder.endActivity(at: at(40))
      case .endBeforeActivityEnd:
        try await builder.beginActivity(run, at: at(50))
        try await builder.endActivity(at: at(60))
        try await builder.end(at: at(59))
      case .noActivity: try await builder.endActivity(at: at(10))
      case .activityOver:
        try await builder.beginActivity(run, at: at(50))
        try await builder.endActivity(at: at(60))
        try await builder.endActivity(at: at(70))
      case .resumeOfRunning: try await builder.addEvent(.resume, from: at(10))
      }
    }
  }

  @Test("what does not fit what happened before is refused", arguments: Misfit.allCases)
  func misfits(_ misfit: Misfit) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let builder = try await bench.open().workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      let error = await #expect(throws: QueryError.self) { try await misfit.perform(on: builder) }
      let isState = [Misfit.noActivity, .activityOver, .resumeOfRunning].contains(misfit)
      #expect(error?.reason == (isState ? .wrongState : .wrongTime))
      #expect(error?.instead?.isEmpty == false)
      // The workout goes on as if the wrong call had not been.
      try await builder.end(at: WorkoutBench.at(200))
      #expect(try await builder.finish().warnings.isEmpty)
    }
  }

  @Test("the events are in the workout", arguments: WorkoutBench.kinds) func events(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let pool = WorkoutConfiguration(
        .swimming, location: .indoor, swimmingLocation: .pool, lapLength: Quantity(25, .meter))
      let builder = try store.workoutBuilder(pool, device: Device(name: "Watch"))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.addEvent(
        .lap, from: WorkoutBench.at(0), to: WorkoutBench.at(30), metadata: ["HKSwimmingStrokeStyle": .number(2)])
      try await builder.pause(at: WorkoutBench.at(40))
      try await builder.addEvent(.marker, from: WorkoutBench.at(45))
      try await builder.resume(at: WorkoutBench.at(100))
      try await builder.addEvent(.segment, from: WorkoutBench.at(0), to: WorkoutBench.at(150.5))
      try await builder.addMetadata(["HKWorkoutBrandName": .string("Morning \"laps\"")])
      #expect(await builder.elapsedTime(at: WorkoutBench.at(70)) == .seconds(40))
      #expect(await builder.elapsedTime(at: WorkoutBench.at(110)) == .seconds(50))
      try await builder.end(at: WorkoutBench.at(160))
      #expect(await builder.elapsedTime() == .seconds(100))
      let finished = try await builder.finish()
      #expect(finished.warnings.isEmpty)
      #expect(try await store.sample(withID: builder.id) == finished.sample)
      let workout = try #require(finished.sample.structure)
      #expect(workout["activity"] == .enumeration("swimming"))
      #expect(workout["duration"] == .quantity(100, .second))
      let kinds = workout.list("events").compactMap { event -> String? in
        if case .enumeration(let kind)? = event["kind"] { kind } else { nil }
      }
      #expect(kinds.sorted() == ["lap", "marker", "pause", "resume", "segment"])
      let lap = workout.list("events").first { $0["kind"] == .enumeration("lap") }
      #expect(lap?["duration"] == .quantity(30, .second))
      #expect(lap?["metadata"] != nil)
      #expect(finished.sample.metadata["HKIndoorWorkout"] == .boolean(true))
      #expect(finished.sample.metadata["HKLapLength"] == .quantity(Quantity(25, .meter)))
      #expect(finished.sample.metadata["HKWorkoutBrandName"] == .string("Morning \"laps\""))
      #expect(finished.sample.device?.name == "Watch")
    }
  }

  @Test("activities have their own time and statistics") func activities() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(
        WorkoutConfiguration(.swimBikeRun, location: .outdoor, swimmingLocation: .openWater))
      try await builder.start(at: WorkoutBench.at(0))
      let ride = try await builder.beginActivity(WorkoutConfiguration(.cycling), at: WorkoutBench.at(0))
      try await builder.add(
        WorkoutBench.energy(10, from: 0, to: 100), WorkoutBench.energy(20, from: 100, to: 300),
        .quantity(.heartRate, 120, .count / .minute, from: WorkoutBench.at(100), to: WorkoutBench.at(250))
      ).check()
      try await builder.pause(at: WorkoutBench.at(150))
      try await builder.resume(at: WorkoutBench.at(170))
      let run = try await builder.beginActivity(WorkoutConfiguration(.running), at: WorkoutBench.at(200))
      try await builder.endActivity(at: WorkoutBench.at(300))
      try await builder.addEvent(.marker, from: WorkoutBench.at(300))
      try await builder.end(at: WorkoutBench.at(300))
      let finished = try await builder.finish()
      #expect(finished.warnings.isEmpty)
      let workout = try #require(finished.sample.structure)
      let activities = workout.list("activities")
      let ids: [FieldContent?] = [.text(ride.description), .text(run.description)]
      #expect(activities.map { $0["id"] } == ids)
      let durations: [FieldContent?] = [.quantity(180, .second), .quantity(100, .second)]
      #expect(activities.map { $0["duration"] } == durations)
      #expect(workout.list("events").map { $0["activityID"] } == [ids[0], ids[0], nil])
      #expect(finished.sample.metadata["HKIndoorWorkout"] == .boolean(false))
      #expect(finished.sample.metadata["HKSwimmingLocationType"] == .number(2))
      let sums: [[FieldContent?]] = workout.list("statistics").map { [$0["activityID"], $0["sum"]] }
      let wanted: [[FieldContent?]] = [
        [nil, .quantity(30, .kilocalorie)], [ids[0], .quantity(20, .kilocalorie)],
        [ids[1], .quantity(10, .kilocalorie)],
        // The heart rate counts where it starts.
        [nil, nil], [ids[0], nil],
      ]
      #expect(sums.count == 5 && Set(sums) == Set(wanted))
      let energy = try SampleExpression("energy", of: try store.type(named: "workout"), in: store.registry)
      #expect(energy.value(of: finished.sample) == 30)
    }
  }

  @Test("pauses do not count, and every workout is valid", arguments: 0..<20) func durations(_ round: Int) async throws
  {
    let seed = SeededGenerator.seed() &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    try await WorkoutBench.run("memory:") { bench in
      let builder = try await bench.open().workoutBuilder(WorkoutConfiguration(.hiking))
      var moment: Int64 = 0
      var active: Int64 = 0
      var isRunning = true
      func at(_ moment: Int64) -> Instant {
        Instant(microseconds: WorkoutBench.at(0).microseconds + moment)
      }
      try await builder.start(at: at(0))
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        let step = Int64.random(in: 0..<200_000_000, using: &random)
        let before = moment
        moment += Bool.random(using: &random) ? step : 0
        if isRunning { active += moment - before }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          try await builder.addEvent(.segment, from: at(Int64.random(in: 0...moment, using: &random)), to: at(moment))
        case 1: try await builder.beginActivity(WorkoutConfiguration(.walking), at: at(moment))
        default:
          if isRunning { try await builder.pause(at: at(moment)) } else { try await builder.resume(at: at(moment)) }
          isRunning.toggle()
        }
      }
      let rest = Int64.random(in: 0..<100_000_000, using: &random)
      if isRunning { active += rest }
      try await builder.end(at: at(moment + rest))
      #expect(await builder.elapsedTime() == .microseconds(active), "SEED=\(seed)")
      let finished = try await builder.finish()
      #expect(finished.warnings.isEmpty, "SEED=\(seed)")
      #expect(finished.sample.structure?["duration"] == .quantity(Double(active) / 1e6, .second), "SEED=\(seed)")
    }
  }
}
