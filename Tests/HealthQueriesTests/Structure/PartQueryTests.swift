import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

/// Elements of lists and points of series as rows, whatever keeps them.
@Suite struct PartQueryTests {
  typealias Kind = SampleShelf.Kind

  private static let workout = WorkoutLines.workout(
    WorkoutLines.first, at: 8,
    #","fields":{"activity":"running"},"lists":{"events":[{"kind":"pause","start":"2026-01-01T08:10:00Z"},"#
      + #"{"kind":"lap","start":"2026-01-01T08:20:00Z","duration":{"value":2,"unit":"min"}}],"#
      + #""statistics":[{"type":"distanceCycling","sum":{"value":8.5,"unit":"km"}}]}"#)

  /// The rows of a list, as text.
  private func rows(_ list: String, of type: String, _ shelf: SampleShelf) async throws -> [[String]] {
    var rows: [[String]] = []
    let count = try shelf.store.type(named: type).partColumns(list).count
    try await shelf.store.forEachParts(list, matching: .samples(of: type)) { parts in
      for position in 0..<parts.count {
        rows.append((0..<count).map { parts.value($0, at: position).map { "\($0)" } ?? "-" })
      }
      return true
    }
    return rows
  }

  @Test(arguments: Kind.allCases)
  func elementsAreRows(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind, Self.workout, WorkoutLines.workout(WorkoutLines.second, at: 9))
    let workouts = "HKWorkoutTypeIdentifier"
    #expect(
      try shelf.store.type(named: workouts).partColumns("events").map(\.name) == [
        "kind", "start", "duration", "activityID", "metadata",
      ])
    let seconds = try UnitOfMeasure("s")
    var seen: [SampleID] = []
    try await shelf.store.forEachParts("events", matching: .samples(of: workouts)) { parts in
      seen.append(parts.sample.id)
      #expect(parts.count == 2 && parts.value("kind", at: 0) == .enumeration("pause"))
      #expect(parts.value("duration", at: 0) == nil)
      #expect(parts.value("duration", at: 1) == .quantity(120, seconds))
      #expect(parts.value("start", at: 1) == .time(SampleShelf.moment("2026-01-01T08:20:00Z")))
      #expect(parts.value("kind", at: 2) == nil && parts.value(99, at: 0) == nil && parts.value("end", at: 0) == nil)
      return true
    }
    // The second workout has no events.
    #expect(seen == [try #require(SampleID(WorkoutLines.first))])
    let statistics = try await rows("statistics", of: "workout", shelf)
    #expect(statistics.count == 1 && statistics[0][0].contains("distanceCycling") && statistics[0][3].contains("8500"))
  }

  @Test(arguments: Kind.allCases)
  func pointsAreRows(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind, WorkoutLines.route(at: 8),
      #"""
      {"type":"heartbeatSeries","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:01:00Z","points":{"time":[0.5,1.25],"precededByGap":[false,true]}}
      """#)
    let columns = try shelf.store.type(named: "workoutRoute").partColumns("points")
    #expect(columns.prefix(4).map(\.name) == ["time", "seconds", "latitude", "longitude"])
    #expect(columns.prefix(3).map { $0.unit?.unitString } == [nil, "s", "deg"])
    try await shelf.store.forEachParts("points", matching: .samples(of: "workoutRoute")) { parts in
      #expect(parts.count == 2)
      #expect(parts.value("time", at: 1) == .time(SampleShelf.moment("2026-01-01T08:01:00Z") + 1_500_000))
      #expect(parts.value("seconds", at: 1) == .number(1.5) && parts.value("latitude", at: 1) == .number(48.5))
      #expect(parts.value("speed", at: 0) == .number(2.5) && parts.value("speed", at: 1) == nil)
      #expect(parts.value("altitude", at: 0) == nil)
      return true
    }
    let start = SampleShelf.moment("2026-01-01T08:00:00Z")
    let beats = try await rows("points", of: "heartbeatSeries", shelf)
    #expect(
      beats == [
        ["time(\(start + 500_000))", "number(0.5)", "boolean(false)", "-"],
        ["time(\(start + 1_250_000))", "number(1.25)", "boolean(true)", "-"],
      ])
  }

  @Test func theFirstFalseEndsIt() async throws {
    let shelf = try await SampleShelf(.memory, WorkoutLines.route(at: 8), WorkoutLines.route(at: 9))
    var count = 0
    try await shelf.store.forEachParts("points", matching: .samples(of: "workoutRoute")) { _ in
      count += 1
      return false
    }
    #expect(count == 1)
  }

  @Test(arguments: [
    ("event", "workout", "did you mean `events`?"), ("points", "workout", "they have events, activities or statistics"),
    ("voltages", "electrocardiogram", "they have points"), ("points", "heartRate", "ask for the samples themselves"),
    ("points", "nothing", "no type is called `nothing`"),
  ])
  func whatHasNoSuchListIsRefused(_ list: String, _ type: String, _ words: String) async throws {
    let shelf = try await SampleShelf(.memory, WorkoutLines.route(at: 8))
    let error = #expect(throws: QueryError.self) {
      try shelf.store.type(named: type).partColumns(list)
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    await #expect(throws: QueryError.self) {
      try await shelf.store.forEachParts(list, matching: .samples(of: type)) { _ in true }
    }
  }
}
