import AssayKit
import Testing

/// Commits that are stored, and whose answer is an error: a store in another process ended before it answered.
@Suite("Lost answers") struct WorkoutDoubtTests {
  private static let kinds = WorkoutBench.kinds

  @Test("samples whose answer was lost count once", arguments: kinds) func add(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let (store, watched) = try WatchedStore.watching(try await bench.open(subject: "p1"))
      let first = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await first.start(at: WorkoutBench.at(0))
      let samples = [WorkoutBench.heartRate(120, at: 10), WorkoutBench.energy(5, from: 0, to: 60)]
      watched.loseAnswers()
      await #expect(throws: StorageError.self) { _ = try await first.add(samples) }
      let over = await #expect(throws: QueryError.self) { _ = try await first.add(samples) }
      #expect(over?.reason == .over)
      let unfinished = try #require(try await store.unfinishedWorkouts().first)
      let builder = try await store.resume(unfinished)
      let receipt = try await builder.add(samples + [WorkoutBench.heartRate(140, at: 20)])
      #expect(
        receipt.outcomes.map { if case .duplicate = $0 { "duplicate" } else { "other" } }
          == ["duplicate", "duplicate", "other"])
      #expect(receipt.storedCount == 1)
      #expect(await builder.workout.sampleCount == 3)
      for type in [QuantityType.heartRate, .activeEnergyBurned] {
        let live = try await builder.statistics(for: type)
        #expect(try await WorkoutBench.queried(type, by: builder, in: store) == live)
      }
      #expect(try await builder.statistics(for: .heartRate)?.count == 2)
      try await builder.end(at: WorkoutBench.at(100))
      #expect(try await builder.finish().sample.structure?.list("statistics").count == 2)
    }
  }

  @Test("samples of a builder that are stored already are of the workout", arguments: kinds)
  func known(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      var marked = WorkoutBench.heartRate(120, at: 10)
      marked.metadata[SampleQuery.workoutKey] = .string(builder.id.description)
      try await store.save(marked).check()
      #expect(try await builder.add(WorkoutBench.heartRate(120, at: 10)).storedCount == 0)
      #expect(try await builder.statistics(for: .heartRate)?.count == 1)
      try await builder.end(at: WorkoutBench.at(100))
      #expect(try await builder.finish().sample.structure?.list("statistics").count == 1)
    }
  }

  @Test("what a store kept without an answer goes on, or is finished", arguments: kinds)
  func recovered(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let (store, watched) = try WatchedStore.watching(try await bench.open(subject: "p1"))
      let first = try store.workoutBuilder(WorkoutConfiguration(.running))
      watched.loseAnswers()
      await #expect(throws: StorageError.self) { try await first.start(at: WorkoutBench.at(0)) }
      let builder = try await store.resume(try #require(try await store.unfinishedWorkouts().first))
      #expect(builder.id == first.id)
      try await builder.add(WorkoutBench.heartRate(120, at: 10)).check()
      try await builder.end(at: WorkoutBench.at(60))
      watched.loseAnswers()
      await #expect(throws: StorageError.self) { _ = try await builder.finish() }
      let over = await #expect(throws: QueryError.self) { _ = try await builder.finish() }
      #expect(over?.reason == .over)
      #expect(try await store.unfinishedWorkouts().isEmpty)
      #expect(try await store.samples(StructuredType.workout).map(\.id) == [builder.id])
    }
  }

  @Test("a store that does not delete the samples keeps the workout, and it can be discarded later", arguments: kinds)
  func undeleted(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let (store, watched) = try WatchedStore.watching(try await bench.open(subject: "p1"))
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(WorkoutBench.heartRate(120, at: 10), WorkoutBench.heartRate(130, at: 20)).check()
      watched.deleteNothing()
      let error = await #expect(throws: StorageError.self) { try await builder.discard() }
      #expect(error?.code == .failed && error?.message == "the store did not delete all samples of the workout")
      #expect(error?.hint == "open it without an owner, and discard the workout again")
      #expect(try await store.samples(matching: SampleQuery().collected(for: builder.id)).count == 2)
      #expect(try await store.unfinishedWorkouts().map(\.id) == [builder.id])
      watched.deleteNothing(false)
      try await builder.discard()
      #expect(try await WorkoutBench.count(store) == 0)
      #expect(try await store.unfinishedWorkouts().isEmpty)
    }
  }

  @Test("tasks that go on with a workout while it is discarded leave no sample without a workout", arguments: kinds)
  func race(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      for _ in 0..<12 {
        let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
        try await builder.start(at: WorkoutBench.at(0))
        try await builder.add(WorkoutBench.heartRate(99, at: 1)).check()
        let id = builder.id
        let unfinished = try #require(try await store.unfinishedWorkouts().first { $0.id == id })
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await builder.discard() }
          for task in 0..<6 {
            group.addTask {
              guard let other = try? await store.resume(unfinished) else { return }
              for round in 0..<3 {
                _ = try? await other.add(WorkoutBench.heartRate(Double(100 + task), at: Double(10 + round)))
              }
            }
          }
        }
        // Either the workout goes on with its samples, or nothing is left of it.
        guard let left = try await store.unfinishedWorkouts().first(where: { $0.id == id }) else {
          #expect(try await store.samples(matching: SampleQuery().collected(for: id)).isEmpty)
          continue
        }
        try await store.discard(left)
      }
      #expect(try await WorkoutBench.count(store) == 0)
    }
  }
}
