import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// The examples of `Documentation/queries.md` are Swift, and its messages are those that are thrown.
@Suite struct QueriesPageTests {
  private static let start = SampleShelf.moment("2026-01-01T00:00:00Z")
  private static let end = SampleShelf.moment("2026-01-02T00:00:00Z")

  private func shelf() async throws -> SampleShelf {
    try await SampleShelf(
      .memory, SampleShelf.heart(90, at: 1), SampleShelf.heart(120, at: 2),
      #"""
      {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":150,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """#,
      #"{"type":"stepCount","value":100,"unit":"count","start":"2026-01-01T08:00:00Z","source":{"name":"Phone"}}"#,
      #"{"type":"activeEnergyBurned","value":50,"unit":"kcal","start":"2026-01-01T08:00:00Z"}"#)
  }

  @Test func samples() async throws {
    let shelf = try await shelf()
    let (store, start, end) = (shelf.store, Self.start, Self.end)
    let query = try SampleQuery.samples(of: "heartRate", from: start, to: end)
      .withQuantity(.greater, try Quantity(100, "count/min"), in: store)
    #expect(try await store.samples(matching: query).text == "120")
    var count = 0.0
    for try await sample in store.sequence(of: .samples(of: "stepCount")) {
      count += sample.quantity?.value ?? 0
    }
    #expect(count == 100)
    var paged = SampleQuery.samples(of: "heartRate")
    paged.limit = 1
    let first = try await store.page(of: paged)
    paged.after = first.next
    let second = try await store.page(of: paged)
    #expect([first.samples.text, second.samples.text] == ["90", "120"])
    #expect(second.next == nil)
  }

  @Test func correlationsSourcesAndActivity() async throws {
    let shelf = try await shelf()
    let (store, start, end) = (shelf.store, Self.start, Self.end)
    let high = MemberPredicate("bloodPressureSystolic", .greater, try Quantity(140, "mmHg"))
    let found = try await store.correlations(matching: .samples(of: "bloodPressure"), members: [high])
    let members = found.flatMap { sample in
      sample.members.map { "\($0.role) \($0.sample.quantity?.value ?? 0)" }
    }
    #expect(members == ["bloodPressureSystolic 150.0", "bloodPressureDiastolic 80.0"])
    let sources = try await store.sources(matching: .samples(of: "stepCount"))
    #expect(sources.map(\.name) == ["Phone"])
    let berlin = try TimeZoneRules("Europe/Berlin")
    let days = try await store.activitySummaries(matching: .samples(from: start, to: end), zone: berlin)
    #expect(days.map { $0.activeEnergyBurned?.value } == [50])
  }

  @Test func workouts() async throws {
    let shelf = try await SampleShelf(
      .memory, WorkoutLines.workout(WorkoutLines.first, at: 8), WorkoutLines.route(at: 8),
      WorkoutLines.heart(120, at: 8, 5))
    let store = shelf.store
    var shown: [String] = []
    for sample in try await store.samples(matching: .samples(of: "workout")) {
      guard let workout = sample.structure, case .enumeration(let activity)? = workout["activity"] else { continue }
      let pulses = try await store.samples(matching: .samples(of: "heartRate").within(sample))
      shown.append("\(activity) \(workout.list("events").count) \(pulses.count)")
      for route in try await store.workoutRoutes(of: sample) {
        for point in route { shown.append("\(point["latitude"] ?? 0) \(point["longitude"] ?? 0)") }
      }
    }
    #expect(shown == ["running 0 1", "48.0 11.0", "48.5 11.5"])
  }

  @Test func messages() async throws {
    let shelf = try await shelf()
    let store = shelf.store
    let kilograms = try Quantity(80, "kg")
    let questions: [@Sendable () async throws -> Void] = [
      { _ = try await store.samples(matching: .samples(of: "hartRate")) },
      { _ = try SampleQuery.samples(of: "heartRate").withQuantity(.greater, kilograms, in: store) },
      { _ = try await store.samples(matching: .samples(of: "sleepAnalysis").withCategory("asleepcore")) },
      { _ = try await store.correlations(matching: .samples(of: "bloodPressureSystolic")) },
    ]
    let expected = [
      "no type is called `hartRate`; did you mean `heartRate`?",
      "heartRate is measured in count/min, which kg cannot be converted into; ask for count/min or count/s",
      "sleepAnalysis has no case `asleepcore`; did you mean `asleepCore`?",
      "bloodPressureSystolic is not a correlation, so it has no members; ask for `bloodPressure`, whose member it is",
    ]
    var found: [String] = []
    for question in questions {
      do {
        try await question()
      } catch let error as QueryError {
        found.append(error.description)
      }
    }
    #expect(found == expected)
  }
}
