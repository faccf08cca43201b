import AssayKit
import Testing

/// Many tasks with one builder, tasks that are canceled, and samples that are not of the workout.
@Suite("Tasks and a workout") struct WorkoutTaskTests {
  @Test("32 tasks add samples and lose nothing", arguments: WorkoutBench.kinds)
  func manyTasks(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<32 {
          group.addTask {
            for round in 0..<4 {
              let second = Double(round * 32 + task)
              let samples = [
                WorkoutBench.heartRate(100 + Double(task), at: second),
                WorkoutBench.energy(1, from: second, to: second + 1),
              ]
              try await builder.add(samples).check()
              if round == 2 { _ = try await builder.statistics(for: .heartRate) }
            }
            if task % 8 == 0 { try await builder.addEvent(.marker, from: WorkoutBench.at(Double(task))) }
          }
        }
        try await group.waitForAll()
      }
      #expect(await builder.workout.sampleCount == 256)
      #expect(await builder.workout.events.count == 4)
      for type in [QuantityType.heartRate, .activeEnergyBurned] {
        let live = try await builder.statistics(for: type)
        #expect(live?.count == 128)
        #expect(try await WorkoutBench.queried(type, by: builder, in: store) == live)
      }
      try await builder.end(at: WorkoutBench.at(200))
      #expect(try await builder.finish().warnings.isEmpty)
      #expect(try await WorkoutBench.count(store) == 257)
    }
  }

  @Test(
    "a canceled call changes nothing",
    arguments: ["pause", "stop", "end", "add", "addEvent", "addMetadata", "beginActivity", "discard"])
  func canceled(_ call: String) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      let before = try await store.unfinishedWorkouts()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await WorkoutStateTests.perform(call, on: builder)
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(await builder.workout.state == .running)
      #expect(try await WorkoutBench.count(store) == 0)
      #expect(try await store.unfinishedWorkouts() == before)
      // The next call goes on at once.
      try await builder.end(at: WorkoutBench.at(150))
      _ = try await builder.finish()
    }
  }

  @Test("a call that is canceled while another writer works changes nothing", arguments: WorkoutBench.kinds)
  func canceledInLine(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await store.write { transaction in
        let waiting = Task.detached { _ = try await builder.add(WorkoutBench.heartRate(100, at: 1)) }
        let next = Task.detached { try await builder.pause(at: WorkoutBench.at(5)) }
        // A call before this one may wait for the transaction.
        await #expect(throws: StorageError.self) { _ = try await builder.statistics(for: .heartRate) }
        waiting.cancel()
        next.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await #expect(throws: CancellationError.self) { try await next.value }
        try await transaction.save(WorkoutBench.heartRate(90, at: 2)).check()
      }
      #expect(await builder.workout.state == .running)
      #expect(await builder.workout.sampleCount == 0)
      #expect(try await store.samples(.heartRate).count == 1)
      // Inside of a transaction a builder of the same store would wait for it.
      await #expect(throws: StorageError.self) {
        try await store.write { _ in try await builder.pause(at: WorkoutBench.at(5)) }
      }
      try await builder.pause(at: WorkoutBench.at(5))
    }
  }

  /// Samples that a workout does not take.
  enum Stranger: String, CaseIterable, Sendable {
    case before, otherSubject, otherWorkout, workout, characteristic

    var sample: NewSample {
      var sample = WorkoutBench.heartRate(100, at: 10)
      switch self {
      case .before: sample = WorkoutBench.energy(1, from: -20, to: -0.5)
      case .otherSubject: sample.subject = "p2"
      case .otherWorkout: sample.metadata[SampleQuery.workoutKey] = .string("another")
      case .workout:
        sample = .structured(
          .workout, NewStructure(fields: ["activity": .text("running")]), from: WorkoutBench.at(1),
          to: WorkoutBench.at(2))
      case .characteristic: sample = .characteristic(.bloodType, .aBNegative)
      }
      return sample
    }
  }

  @Test("samples of others are refused with all that come with them", arguments: Stranger.allCases)
  func strangers(_ stranger: Stranger) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open(subject: "p1")
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      let error = await #expect(throws: QueryError.self) {
        _ = try await builder.add(WorkoutBench.heartRate(100, at: 1), stranger.sample)
      }
      #expect(error?.reason == .wrongSample && error?.instead?.isEmpty == false)
      #expect(try await WorkoutBench.count(store) == 0)
      try await builder.stop(at: WorkoutBench.at(60))
      await #expect(throws: QueryError.self) { _ = try await builder.add(WorkoutBench.heartRate(100, at: 61)) }
    }
  }

  @Test("each sample has its own outcome") func outcomes() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      let good = WorkoutBench.heartRate(100, at: 1)
      let receipt = try await builder.add(
        good, good, WorkoutBench.heartRate(-1, at: 2), NewSample(type: "heartrate!", value: .absent),
        .correlation(
          .bloodPressure, from: WorkoutBench.at(5), .quantity(.bloodPressureSystolic, 150, .millimetersOfMercury),
          .quantity(.bloodPressureDiastolic, 90, .millimetersOfMercury)))
      #expect(receipt.outcomes.map(\.isInStore) == [true, true, false, false, true])
      #expect(receipt.storedCount == 2)
      #expect(await builder.workout.sampleCount == 2)
      let counts = try await store.backend.imports().first?.counts
      #expect(counts?.duplicates == 1 && counts?.refused == 2)
      #expect(try await builder.statistics(for: .heartRate)?.count == 1)
      #expect(try await store.backend.verify().isEmpty)
      try await builder.discard()
      #expect(try await WorkoutBench.count(store) == 0)
    }
  }
}
