import Assay
import AssayKit
import HealthCatalog
import Testing

/// What a workout could not be finished with is refused when it is added.
@Suite("Refusals of a workout") struct WorkoutRefusalTests {
  /// What the rules, or the store's note, cannot take.
  enum Fault: String, CaseIterable, Sendable {
    case notANumber, infinite, infiniteQuantity, longText, notJSON, impossibleDate, impossibleOffset
    case event, eventNotANumber, activity, device

    var metadata: [String: MetadataValue] {
      switch self {
      case .notANumber, .eventNotANumber: ["effort": .number(.nan)]
      case .infinite: ["effort": .number(-.infinity)]
      case .infiniteQuantity: ["HKLapLength": .quantity(Quantity(.infinity, .meter))]
      case .longText: ["place": .string(String(repeating: "x", count: 70_000))]
      case .notJSON: ["place": .other("{")]
      case .impossibleDate: ["when": .date(Instant(microseconds: .max))]
      case .impossibleOffset: ["when": .date(Instant(microseconds: 0, offset: 2000))]
      case .event, .activity, .device: ["HKSwimmingStrokeStyle": .other("[")]
      }
    }
  }

  @Test("it is refused at once, and the workout can be finished", arguments: Fault.allCases)
  func refused(_ fault: Fault) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      if fault == .device {
        let device = Device(name: String(repeating: "x", count: 70_000))
        let builder = try store.workoutBuilder(WorkoutConfiguration(.running), device: device)
        let error = await #expect(throws: QueryError.self) { try await builder.start(at: WorkoutBench.at(0)) }
        #expect(error?.reason == .refused)
        #expect(try await store.unfinishedWorkouts().isEmpty)
        return
      }
      let builder = try store.workoutBuilder(WorkoutConfiguration(.swimming))
      try await builder.start(at: WorkoutBench.at(0))
      try await builder.addMetadata(["effort": .number(3)])
      let error = await #expect(throws: QueryError.self) {
        switch fault {
        case .event, .eventNotANumber:
          try await builder.addEvent(.lap, from: WorkoutBench.at(1), metadata: fault.metadata)
        case .activity:
          try await builder.beginActivity(
            WorkoutConfiguration(.swimming), at: WorkoutBench.at(1), metadata: fault.metadata)
        default: try await builder.addMetadata(fault.metadata)
        }
      }
      #expect(error?.reason == .refused && error?.instead?.isEmpty == false)
      #expect(await builder.workout.events.isEmpty)
      #expect(await builder.workout.activities.isEmpty)
      try await builder.end(at: WorkoutBench.at(60))
      #expect(try await builder.finish().sample.metadata["effort"] == .number(3))
    }
  }

  @Test("what is not finite, or no date, is not saved without a word", arguments: Fault.allCases.prefix(7))
  func samples(_ fault: Fault) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      var sample = WorkoutBench.heartRate(100, at: 1)
      sample.metadata = fault.metadata
      let receipt = try await store.save(sample)
      #expect(receipt.outcomes.map(\.isInStore) == [false])
    }
  }

  @Test("a clock offset that no place has is refused at once", arguments: ["start", "pause", "event", "end"])
  func offset(_ call: String) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let builder = try await bench.open().workoutBuilder(WorkoutConfiguration(.running))
      if call != "start" { try await builder.start(at: WorkoutBench.at(0)) }
      let moment = Instant(microseconds: WorkoutBench.at(10).microseconds, offset: 2000)
      let error = await #expect(throws: QueryError.self) {
        switch call {
        case "start": try await builder.start(at: moment)
        case "pause": try await builder.pause(at: moment)
        case "event": try await builder.addEvent(.marker, from: moment)
        default: try await builder.end(at: moment)
        }
      }
      #expect(error?.reason == .refused)
      if call == "start" { try await builder.start(at: WorkoutBench.at(0)) }
      try await builder.end(at: WorkoutBench.at(60))
      _ = try await builder.finish()
    }
  }

  /// Times that have not come.
  enum Future: String, CaseIterable, Sendable {
    case start, sample, sampleEnd, event, pause, activity, end

    func perform(on builder: WorkoutBuilder, at moment: Instant) async throws {
      let run = WorkoutConfiguration(.running)
      switch self {
      case .start: try await builder.start(at: moment)
      case .sample: _ = try await builder.add(.quantity(.heartRate, 100, .count / .minute, from: moment))
      case .sampleEnd:
        _ = try await builder.add(.quantity(.stepCount, 9, .count, from: WorkoutBench.at(1), to: moment))
      case .event: try await builder.addEvent(.segment, from: WorkoutBench.at(1), to: moment)
      case .pause: try await builder.pause(at: moment)
      case .activity: try await builder.beginActivity(run, at: moment)
      case .end: try await builder.end(at: moment)
      }
    }
  }

  @Test("a time that has not come does not keep the workout from ending", arguments: Future.allCases)
  func future(_ future: Future) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      if future != .start { try await builder.start(at: WorkoutBench.at(0)) }
      let later = store.now + .seconds(3600)
      let error = await #expect(throws: QueryError.self) { try await future.perform(on: builder, at: later) }
      #expect(
        error?.reason == (["sample", "sampleEnd"].contains(future.rawValue) ? .wrongSample : .wrongTime))
      #expect(error?.instead?.isEmpty == false)
      // The clock of a sensor may be a bit ahead: the workout ends when its last sample begins.
      if future == .start { try await builder.start(at: WorkoutBench.at(0)) }
      let soon = store.now + .seconds(60)
      try await builder.add(.quantity(.heartRate, 100, .count / .minute, from: soon)).check()
      try await builder.end()
      #expect(try await builder.finish().sample.end?.microseconds == soon.microseconds)
    }
  }

  @Test("a rule of the catalog is left to the end, and a workout that it refuses stays") func rule() async throws {
    var catalog = CatalogBuilder()
    let text = """
      schema: 1
      overrides: workout
      reason: made up
      rules: [{name: long, require: duration >= 60 s, says: the workout is short}]

      """
    catalog.remembered = [StoredDefinition(name: "type/workout", text: text)]
    let registry = try #require(try catalog.load(readsExamples: false).registry)
    let store = try await HealthStore("memory:", types: HealthTypes(registry))
    let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
    try await builder.start()
    try await builder.end()
    let error = await #expect(throws: QueryError.self) { _ = try await builder.finish() }
    #expect(error?.reason == .refused)
    #expect(try await store.unfinishedWorkouts().map(\.id) == [builder.id])
  }

  @Test("more statistics than a workout has are refused before it ends") func statistics() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      var samples: [NewSample] = []
      for type in store.registry.types {
        guard let unit = type.shape.quantity?.unit else { continue }
        samples.append(
          NewSample(type: type.id, value: .quantity(1, unit), start: WorkoutBench.at(1), end: WorkoutBench.at(2)))
      }
      let types = try await builder.add(samples).storedCount
      try #require(types > 20)
      let most = 10_000 / types - 1
      for number in 0..<most {
        try await builder.beginActivity(WorkoutConfiguration(.running), at: WorkoutBench.at(Double(number)))
      }
      let error = await #expect(throws: QueryError.self) {
        try await builder.beginActivity(WorkoutConfiguration(.running), at: WorkoutBench.at(5000))
      }
      #expect(error?.reason == .tooManyEvents && error?.instead?.isEmpty == false)
      #expect(await builder.workout.activities.count == most)
      try await builder.end()
      try await builder.discard()
    }
  }
}
