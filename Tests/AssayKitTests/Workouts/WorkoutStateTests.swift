import AssayKit
import Foundation
import Testing

/// Every call of a builder in every state, by `Tests/Cases/workouts/states.tsv`.
@Suite("States of a workout") struct WorkoutStateTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var call: String
    var state: String
    /// The state after the call; `-` when it is refused.
    var result: String

    var testDescription: String { "\(call) when \(state)" }
  }

  static let rows: [Row] = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    let text = (try? String(contentsOfFile: url.path + "/Tests/Cases/workouts/states.tsv", encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: "\t").map(String.init)
    }
    guard let states = lines.first?.dropFirst() else { return [] }
    return lines.dropFirst().flatMap { line in
      zip(states, line.dropFirst()).map { Row(call: line[0], state: $0, result: $1) }
    }
  }()

  private static func builder(in state: String, of store: HealthStore) async throws -> WorkoutBuilder {
    let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
    if state == "notStarted" { return builder }
    if state == "prepared" {
      try await builder.prepare()
      return builder
    }
    try await builder.start(at: WorkoutBench.at(0))
    try await builder.beginActivity(WorkoutConfiguration(.running), at: WorkoutBench.at(0))
    switch state {
    case "paused": try await builder.pause(at: WorkoutBench.at(60))
    case "stopped": try await builder.stop(at: WorkoutBench.at(120))
    case "ended", "finished":
      try await builder.end(at: WorkoutBench.at(120))
      if state == "finished" { _ = try await builder.finish() }
    case "discarded": try await builder.discard()
    default: break
    }
    return builder
  }

  static func perform(_ call: String, on builder: WorkoutBuilder) async throws {
    switch call {
    case "prepare": try await builder.prepare()
    case "start": try await builder.start(at: WorkoutBench.at(0))
    case "pause": try await builder.pause(at: WorkoutBench.at(90))
    case "resume": try await builder.resume(at: WorkoutBench.at(100))
    case "stop": try await builder.stop(at: WorkoutBench.at(130))
    case "end": try await builder.end(at: WorkoutBench.at(140))
    case "add": try await builder.add(WorkoutBench.heartRate(120, at: 30)).check()
    case "addEvent": try await builder.addEvent(.lap, from: WorkoutBench.at(10), to: WorkoutBench.at(20))
    case "beginActivity": try await builder.beginActivity(WorkoutConfiguration(.cycling), at: WorkoutBench.at(110))
    case "endActivity": try await builder.endActivity(at: WorkoutBench.at(110))
    case "addMetadata": try await builder.addMetadata(["HKIndoorWorkout": .boolean(true)])
    case "finish": _ = try await builder.finish()
    case "discard": try await builder.discard()
    default: Issue.record("the table has a call `\(call)` that is none")
    }
  }

  @Test("the table has every call and state") func complete() {
    #expect(Self.rows.count == 13 * 8)
    #expect(Set(Self.rows.map(\.state)).isSuperset(of: WorkoutBuilder.State.allCases.map { "\($0)" }))
    // Numbers are HealthKit's.
    let numbers = WorkoutSessionState.allCases.map { [$0.name: $0.number] }
    #expect(WorkoutBuilder.State.allCases.allSatisfy { numbers.contains(["\($0)": $0.rawValue]) })
  }

  @Test("a call is possible or refused with what to do", arguments: rows) func table(_ row: Row) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try await Self.builder(in: row.state, of: store)
      let before = (state: await builder.workout.state, count: try await WorkoutBench.count(store))
      guard row.result != "-" else {
        let error = await #expect(throws: QueryError.self) { try await Self.perform(row.call, on: builder) }
        let isOver = ["finished", "discarded"].contains(row.state)
        #expect(error?.reason == (isOver ? .over : .wrongState))
        #expect(error?.instead?.isEmpty == false)
        #expect(await builder.workout.state == before.state)
        #expect(try await WorkoutBench.count(store) == before.count)
        return
      }
      try await Self.perform(row.call, on: builder)
      switch row.result {
      case "finished": #expect(try await store.sample(withID: builder.id) != nil)
      case "discarded": #expect(try await WorkoutBench.count(store) == 0)
      default: #expect("\(await builder.workout.state)" == row.result)
      }
    }
  }

  @Test("what is not of the catalog is refused before anything is stored") func configurations() async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let wrong = [
        WorkoutConfiguration(activity: "runing"), WorkoutConfiguration(activity: "running", location: "outside"),
        WorkoutConfiguration(activity: "swimming", swimmingLocation: "bath"),
        WorkoutConfiguration(.swimming, lapLength: Quantity(0, .meter)),
        WorkoutConfiguration(.swimming, lapLength: Quantity(25, .kilocalorie)),
      ]
      for configuration in wrong {
        let error = #expect(throws: QueryError.self) { _ = try store.workoutBuilder(configuration) }
        #expect(error?.reason == .wrongConfiguration)
      }
      let error = #expect(throws: QueryError.self) { _ = try store.workoutBuilder(wrong[0]) }
      #expect(error?.instead?.contains("running") == true)
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      try await builder.start(at: WorkoutBench.at(0))
      await #expect(throws: QueryError.self) { try await builder.beginActivity(wrong[1], at: WorkoutBench.at(1)) }
      #expect(await builder.workout.activities.isEmpty)
    }
  }
}
