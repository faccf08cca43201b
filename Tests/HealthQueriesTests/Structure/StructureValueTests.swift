import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

/// The content of structured samples comes back as values.
@Suite struct StructureValueTests {
  typealias Kind = SampleShelf.Kind

  private static let parts =
    #","fields":{"activity":"running","duration":{"value":29,"unit":"min"}},"#
    + #""lists":{"events":[{"kind":"pause","start":"2026-01-01T08:10:00Z"}],"#
    + #""statistics":[{"type":"heartRate","average":{"value":141,"unit":"count/min"}}]}"#

  @Test(arguments: Kind.allCases)
  func aWorkoutComesBackWithItsParts(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(kind, WorkoutLines.workout(WorkoutLines.first, at: 8, Self.parts))
    let sample = try #require(try await shelf.store.samples(matching: SampleQuery()).first)
    #expect(sample.value.text == nil && sample.quantity == nil && sample.parent == nil)
    let workout = try #require(sample.structure)
    #expect(workout["activity"] == .enumeration("running"))
    #expect(workout["duration"] == .quantity(1740, try UnitOfMeasure("s")))
    #expect(workout["totalDistance"] == nil)
    let pause = try #require(workout.list("events").first)
    #expect(pause["kind"] == .enumeration("pause"))
    #expect(pause["start"] == .time(SampleShelf.moment("2026-01-01T08:10:00Z")))
    let pulse = try #require(workout.list("statistics").first)
    #expect(pulse["type"] == .text("heartRate"))
    #expect(pulse["average"] == .quantity(141, try UnitOfMeasure("count/min")))
  }

  @Test(arguments: Kind.allCases)
  func contentsAreEqualInEitherForm(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind, WorkoutLines.route(at: 8, parent: WorkoutLines.first), WorkoutLines.route(at: 8, latitude: 49))
    let samples = try await shelf.store.samples(matching: .samples(of: "workoutRoute"))
    #expect(samples.count == 2 && samples[0].value != samples[1].value)
    for sample in samples {
      // One number is missing: NaN, which does not equal itself.
      let content = try #require(sample.structure)
      let decoded = SampleValue.structure(content)
      #expect(decoded == sample.value)
      #expect(decoded.hashValue == sample.value.hashValue)
      #expect(content == sample.structure)
      #expect(decoded.structure?.parent == sample.parent)
      var other = content
      other.points?.columns[0][0] = 1
      #expect(SampleValue.structure(other) != sample.value)
    }
  }

  @Test(arguments: Kind.allCases)
  func statisticsCountThemAndSayHowLongTheyAre(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind, WorkoutLines.workout(WorkoutLines.first, at: 8),
      WorkoutLines.workout(WorkoutLines.second, at: 9, minutes: 15, Self.parts), WorkoutLines.route(at: 8))
    let workouts = try await shelf.store.statisticsCollection(matching: .samples(of: "workout")).statistics
    #expect(workouts.map(\.count) == [2])
    #expect(workouts.map(\.duration) == [45 * 60 * Instant.second])
    let routes = try await shelf.store.statisticsCollection(matching: .samples(of: "workoutRoute")).statistics
    #expect(routes.map(\.count) == [1])
    let error = await #expect(throws: QueryError.self) {
      _ = try await shelf.store.statisticsCollection(matching: .samples(of: "workout"), Aggregation(.discreteAverage))
    }
    #expect(error?.reason == .wrongStatistic)
  }

  /// Conditions on UUIDs, in either case, that hold for a route of the first workout and for the workout.
  static let identified: [(type: String, text: String)] = [
    ("workoutRoute", "parent = \(WorkoutLines.lettered)"),
    ("workoutRoute", "parent = \(WorkoutLines.lettered.uppercased())"),
    ("workout", "any(activities, id = \(WorkoutLines.lettered))"),
    ("workout", "any(activities, id = \(WorkoutLines.lettered.uppercased()))"),
  ]

  @Test(arguments: Kind.allCases, StructureValueTests.identified)
  func idsAreFoundInEitherCase(_ kind: Kind, _ item: (type: String, text: String)) async throws {
    let activity =
      #","fields":{"activity":"running"},"lists":{"activities":[{"id":"\#(WorkoutLines.lettered)","#
      + #""start":"2026-01-01T08:00:00Z"}]}"#
    let shelf = try await SampleShelf(
      kind, WorkoutLines.workout(WorkoutLines.first, at: 8, activity), WorkoutLines.workout(WorkoutLines.second, at: 9),
      WorkoutLines.route(at: 8, parent: WorkoutLines.lettered), WorkoutLines.route(at: 9, parent: WorkoutLines.first))
    var query = SampleQuery.samples(of: item.type)
    try PredicateText(registry: shelf.store.registry).add(item.text, to: &query)
    #expect(try await shelf.store.samples(matching: query).count == 1)
  }

  /// Series and composites with some points, none, and one.
  static let counted: [(line: String, count: Int)] = [
    (WorkoutLines.route(at: 8, parent: WorkoutLines.first), 2),
    (
      #"{"type":"electrocardiogram","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:30Z","#
        + #""fields":{"classification":"sinusRhythm"},"points":{"rate":{"value":512,"unit":"Hz"},"#
        + #""units":{"voltage":"mcV"},"voltage":[1,2,3]}}"#, 3
    ),
    (#"{"type":"heartbeatSeries","start":"2026-01-01T08:00:00Z","points":{"time":[0]}}"#, 1),
    (#"{"type":"heartbeatSeries","start":"2026-01-01T08:00:00Z"}"#, 0),
    (WorkoutLines.workout(WorkoutLines.first, at: 8), 0),
  ]

  @Test(arguments: Kind.allCases, StructureValueTests.counted)
  func pointsAreCountedWithoutBeingRead(_ kind: Kind, _ item: (line: String, count: Int)) async throws {
    let shelf = try await SampleShelf(kind, item.line)
    let sample = try #require(try await shelf.store.samples(matching: SampleQuery()).first)
    let content = try #require(sample.structure)
    #expect(sample.pointCount == item.count)
    #expect(sample.pointCount == content.points?.count ?? 0)
    #expect(sample.parent == content.parent)
    #expect(sample.outline?.fields == content.fields && sample.outline?.parent == content.parent)
  }
}
