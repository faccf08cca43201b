import AssayKit
import SeededRandom
import Testing

/// What a builder says of its samples while they come is what a query says of them.
@Suite("Statistics of a workout") struct WorkoutStatisticsTests {
  private static let types: [QuantityType] = [
    .heartRate, .activeEnergyBurned, .distanceWalkingRunning, .runningPower, .environmentalAudioExposure,
  ]

  /// A sample at a time that is most often later than those before.
  private static func sample(_ type: QuantityType, near seconds: Double, _ random: inout SeededGenerator) -> NewSample {
    let late = Int.random(in: 0..<12, using: &random) == 0 ? Double.random(in: 0...min(90, seconds), using: &random) : 0
    // Equal starts are decided by ids.
    let start = (seconds - late).rounded()
    let lengths: [Double] = [0, 0, 0.5, 1, 7.25]
    let length = lengths.randomElement(using: &random) ?? 0
    let number = (Double.random(in: 1...200, using: &random) * 1000).rounded() / 1000
    let unit: UnitOfMeasure =
      switch type {
      case .heartRate: .count / .minute
      case .activeEnergyBurned: .kilocalorie
      case .distanceWalkingRunning: .meter
      case .runningPower: .watt
      default: .decibelAWeightedSoundPressureLevel
      }
    var sample = NewSample.quantity(
      type, type == .environmentalAudioExposure ? number / 2 : number, unit, from: WorkoutBench.at(start),
      to: WorkoutBench.at(start + (type == .environmentalAudioExposure ? max(length, 1) : length)))
    // Samples of two devices overlap.
    if Bool.random(using: &random) { sample.source = SourceRevision(name: "Strap", bundle: "com.example.strap") }
    return sample
  }

  @Test("live statistics equal those of queries", arguments: WorkoutBench.kinds, [0, 1, 2])
  func equal(_ kind: String, _ round: Int) async throws {
    let seed = SeededGenerator.seed() &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open(subject: round == 1 ? "p1" : nil)
      // Others' samples at the same time do not count.
      _ = try await store.save(WorkoutBench.heartRate(200, at: 5), WorkoutBench.energy(90, from: 0, to: 600))
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      if round == 1 {
        var other = WorkoutBench.heartRate(200, at: 6)
        (other.subject, other.metadata) = ("p2", [SampleQuery.workoutKey: .string(builder.id.description)])
        try await store.save(other).check()
      }
      var last: NewSample?
      var seconds = 0.0
      for part in 0..<12 {
        var samples: [NewSample] = []
        for _ in 0..<Int.random(in: 1...15, using: &random) {
          seconds += Double.random(in: 0...4, using: &random)
          guard let type = Self.types.randomElement(using: &random) else { continue }
          samples.append(Self.sample(type, near: seconds, &random))
        }
        // One that is stored already counts once.
        if let last { samples.append(last) }
        last = samples.last
        _ = try await builder.add(samples)
        // The first questions come late, so that some samples are added before anyone asks.
        guard part > 2 else { continue }
        for type in Self.types {
          let live = try await builder.statistics(for: type)
          let queried = try await WorkoutBench.queried(type, by: builder, in: store)
          #expect(live == queried, "\(type.name) after part \(part), SEED=\(seed)")
        }
      }
      try await builder.end(at: WorkoutBench.at(seconds + 10))
      let finished = try await builder.finish()
      #expect(finished.warnings.isEmpty, "SEED=\(seed): \(finished.warnings.map(\.message))")
      try await Self.expectStatistics(of: finished.sample, by: builder, in: store, seed)
    }
  }

  /// Compares the statistics of a workout with those of its samples.
  private static func expectStatistics(
    of workout: Sample, by builder: WorkoutBuilder, in store: HealthStore, _ seed: UInt64
  ) async throws {
    let groups = try #require(workout.structure).list("statistics")
    var count = 0
    for type in types {
      guard let queried = try await WorkoutBench.queried(type, by: builder, in: store), let unit = queried.unit else {
        continue
      }
      count += 1
      let group = groups.first { $0["type"] == .text(type.name) }
      #expect(group?["sum"] == queried.sum.map { .quantity($0, unit) }, "SEED=\(seed)")
      #expect(group?["minimum"] == queried.minimum.map { .quantity($0, unit) }, "SEED=\(seed)")
      #expect(group?["maximum"] == queried.maximum.map { .quantity($0, unit) }, "SEED=\(seed)")
      let average = queried.average.map { min(max($0, queried.minimum ?? $0), queried.maximum ?? $0) }
      #expect(group?["average"] == average.map { .quantity($0, unit) }, "SEED=\(seed)")
    }
    #expect(groups.count == count && count > 0, "SEED=\(seed)")
  }

  @Test("equal values have an average that the rules accept") func constant() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let builder = try await bench.open().workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      for second in 0..<40 {
        let sample = NewSample.quantity(
          .environmentalAudioExposure, 71.3, .decibelAWeightedSoundPressureLevel,
          from: WorkoutBench.at(Double(second)), to: WorkoutBench.at(Double(second) + 0.7))
        try await builder.add(WorkoutBench.heartRate(71.3, at: Double(second)), sample).check()
      }
      try await builder.end(at: WorkoutBench.at(40))
      #expect(try await builder.finish().warnings.isEmpty)
    }
  }

  @Test("a sum that no number holds is left out") func endless() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let builder = try await bench.open().workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      for second in [0.0, 10] {
        let (start, end) = (WorkoutBench.at(second), WorkoutBench.at(second + 1))
        try await builder.add(.quantity(.basalEnergyBurned, 1e308, .kilocalorie, from: start, to: end)).check()
      }
      try await builder.end(at: WorkoutBench.at(20))
      let groups = try #require(try await builder.finish().sample.structure).list("statistics")
      #expect(groups.count == 1 && groups[0]["sum"] == nil)
    }
  }

  @Test("the last update has everything, however slow the reader") func updates() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let builder = try await bench.open().workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      for second in 0..<50 {
        _ = try await builder.add(
          WorkoutBench.heartRate(Double(100 + second), at: Double(second)),
          WorkoutBench.energy(1, from: Double(second), to: Double(second) + 1))
      }
      try await builder.addEvent(.marker, from: WorkoutBench.at(7))
      try await builder.end(at: WorkoutBench.at(60))
      #expect(try await builder.statistics(for: .heartRate)?.maximum == 149)
      #expect(try await builder.statistics(for: .activeEnergyBurned)?.sum == 50)
      _ = try await builder.finish()
      var updates: [UnfinishedWorkout] = []
      for await update in builder.updates() { updates.append(update) }
      // The sequence holds one update, so that samples never pile up.
      #expect(updates.count == 1)
      let update = try #require(updates.last)
      #expect(update.state == .ended && update.end == WorkoutBench.at(60) && update.events.map(\.kind) == [.marker])
      #expect(update.sampleCount == 100)
    }
  }

  @Test(
    "a builder that is gone, or whose workout is, ends the updates", .timeLimit(.minutes(1)), arguments: [false, true])
  func endings(_ isDiscarded: Bool) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      var builder: WorkoutBuilder? = try store.workoutBuilder(WorkoutConfiguration(.running))
      let updates = try #require(builder?.updates())
      if isDiscarded { try await builder?.discard() } else { builder = nil }
      for await _ in updates {}
      #expect((builder != nil) == isDiscarded)
    }
  }
}
