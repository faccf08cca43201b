import AssayKit
import Testing

/// What a store keeps of an unfinished workout, and how much of the store is read for it.
@Suite("Notes of workouts") struct WorkoutNoteTests {
  private static let kinds = WorkoutBench.kinds

  private static func write(_ progress: ImportProgress, to store: HealthStore) async throws {
    let transaction = try await store.backend.begin()
    try await transaction.finish(progress)
  }

  private static func note(_ store: HealthStore) async throws -> ImportProgress {
    try #require(try await store.backend.imports().first { !$0.isFinished })
  }

  @Test("a note that cannot be read hides no other", arguments: kinds)
  func unreadable(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let old = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await old.start(at: WorkoutBench.at(0))
      try await old.add(WorkoutBench.heartRate(100, at: 1)).check()
      try await old.addEvent(.lap, from: WorkoutBench.at(1))
      var progress = try await Self.note(store)
      let details = progress.details
      progress.details = details.replacing("\"version\":1", with: "\"version\":9")
      try await Self.write(progress, to: store)
      progress.input = "workout:76"
      progress.details = details.replacing("\"lap\"", with: "\"leap\"")
      try await Self.write(progress, to: store)
      // Nothing of it can be read, not even its id.
      progress.input = "workout:77"
      progress.path = "workout"
      progress.details = "{\"workout\":{}}"
      try await Self.write(progress, to: store)

      let builder = try store.workoutBuilder(WorkoutConfiguration(.walking))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(WorkoutBench.heartRate(101, at: 1)).check()
      #expect(try await store.unfinishedWorkouts().map(\.id) == [builder.id])
      try await builder.end(at: WorkoutBench.at(60))
      _ = try await builder.finish()
      #expect(try await WorkoutBench.count(store) == 3)
    }
  }

  @Test("a type that the catalog does not have keeps no workout from being over", arguments: kinds, [true, false])
  func unknownType(_ kind: String, _ isDiscarded: Bool) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(WorkoutBench.heartRate(100, at: 1)).check()
      var progress = try await Self.note(store)
      progress.details = progress.details.replacing("[\"heartRate\"]", with: "[\"heartRate\",\"noSuchType\"]")
      try #require(progress.details.contains("noSuchType"))
      try await Self.write(progress, to: store)
      let unfinished = try #require(try await store.unfinishedWorkouts().first)
      if isDiscarded {
        try await store.discard(unfinished)
        #expect(try await WorkoutBench.count(store) == 0)
      } else {
        let builder = try await store.resume(unfinished)
        try await builder.end(at: WorkoutBench.at(60))
        #expect(try await builder.finish().sample.structure?.list("statistics").count == 1)
      }
      #expect(try await store.unfinishedWorkouts().isEmpty)
    }
  }

  @Test("statistics read the samples of the workout's time only", arguments: kinds)
  func reading(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let (store, watched) = try WatchedStore.watching(try await bench.open())
      for start in [-5000.0, 3000.0] {
        let others = (0..<200).map { WorkoutBench.heartRate(90, at: start + Double($0)) }
        _ = try await store.save(others)
      }
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      for second in [10.0, 20, 30, 15] {
        try await builder.add(WorkoutBench.heartRate(100 + second, at: second)).check()
      }
      _ = watched.takeQueries(of: "heartRate")
      #expect(try await builder.statistics(for: .heartRate)?.count == 4)
      let live = watched.takeQueries(of: "heartRate")
      try await builder.end(at: WorkoutBench.at(60))
      _ = try await builder.finish()
      let finishing = watched.takeQueries(of: "heartRate")
      #expect(!live.isEmpty && !finishing.isEmpty)
      for var query in live + finishing {
        // What a store finds by type and time, and then compares with the mark.
        (query.metadata, query.limit, query.after) = ([], nil, nil)
        #expect(try await store.samples(matching: query).count <= 4)
      }
    }
  }

  @Test("a note does not grow with the samples") func size() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.add(WorkoutBench.heartRate(100, at: 1)).check()
      let first = try await Self.note(store).details.utf8.count
      for second in 2..<300 { try await builder.add(WorkoutBench.heartRate(100, at: Double(second))).check() }
      #expect(try await Self.note(store).details.utf8.count == first)
    }
  }

  @Test("a note has a limit, and the workout ends all the same") func limit() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      let text = String(repeating: "x", count: 60_000)
      let error = await #expect(throws: QueryError.self) {
        for number in 0..<30 { try await builder.addMetadata(["part\(number)": .string(text)]) }
      }
      #expect(error?.reason == .tooManyEvents && error?.instead?.isEmpty == false)
      #expect(try await Self.note(store).details.utf8.count <= 1 << 20)
      try await builder.add(WorkoutBench.heartRate(100, at: 1)).check()
      // The end is more than there is room for.
      let room = try await (1 << 20) - Self.note(store).details.utf8.count - #","rest":{"text":""}"#.utf8.count
      try await builder.addMetadata(["rest": .string(String(repeating: "x", count: room))])
      #expect(try await Self.note(store).details.utf8.count == 1 << 20)
      try await builder.stop(at: WorkoutBench.at(60))
      try await builder.end()
      #expect(try await builder.finish().sample.metadata.count == 18)
    }
  }
}
