import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

/// Points of series have their moments, and are found by the sample that they belong to.
@Suite struct SeriesQueryTests {
  typealias Kind = SampleShelf.Kind

  private static let rhythm = #"""
    {"type":"electrocardiogram","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:30Z","fields":{"classification":"sinusRhythm"},"points":{"rate":{"value":512,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[-0.5,0.25,1]}}
    """#

  private func sample(_ type: String, _ store: HealthStore) async throws -> Sample {
    try #require(try await store.samples(matching: .samples(of: type)).first)
  }

  @Test(arguments: Kind.allCases)
  func voltagesAreARateApart(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(kind, Self.rhythm)
    let strip = try await sample("electrocardiogram", shelf.store)
    let answer = try await shelf.store.voltages(of: strip)
    let series = try #require(answer.first)
    #expect(answer.count == 1 && series.count == 3 && series.columns == ["voltage"])
    let start = SampleShelf.moment("2026-01-01T08:00:00Z")
    // A 512th of a second is 1953.125 µs.
    #expect(series.map(\.time) == [start, start + 1953, start + 3906])
    #expect(series.map { $0["voltage"] } == [-500, 250, 1000])
    #expect(series.values(of: "voltage") == [-500, 250, 1000])
    #expect(series[1].quantity("voltage") == Quantity(250, try #require(series.unit(of: "voltage"))))
    #expect(series.content["classification"] == .enumeration("sinusRhythm"))
    #expect(series[0]["current"] == nil && series.values(of: "current").isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func placesHaveTheirOwnTimes(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(kind, WorkoutLines.route(at: 8))
    let series = try #require(try await shelf.store.series(matching: .samples(of: "workoutRoute")).first)
    let start = SampleShelf.moment("2026-01-01T08:01:00Z")
    #expect(series.map(\.time) == [start, start + 1_500_000])
    #expect(series.map { $0["latitude"] } == [48, 48.5])
    #expect(series.map { $0["speed"] } == [2.5, nil])
    #expect(series.map { $0["altitude"] } == [nil, nil])
    #expect(series.unit(of: "speed")?.unitString == "m/s")
  }

  @Test(arguments: Kind.allCases)
  func pointsWithoutTimesHaveNone(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      #"""
      {"type":"heartbeatSeries","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:01:00Z","points":{"time":[0.41,1.32],"precededByGap":[false,true]}}
      """#,
      #"{"type":"heartbeatSeries","start":"2026-01-01T09:00:00Z","end":"2026-01-01T09:01:00Z"}"#)
    let series = try await shelf.store.series(matching: .samples(of: "heartbeatSeries"))
    #expect(series.map(\.count) == [2, 0])
    #expect(series[0].map { $0["precededByGap"] } == [0, 1])
    #expect(series[0].map { $0.quantity("precededByGap") } == [nil, nil])
  }

  /// Routes of several workouts, with and without parents.
  private func routes(_ kind: Kind) async throws -> SampleShelf {
    try await SampleShelf(
      kind,
      WorkoutLines.workout(WorkoutLines.first, at: 8, subject: "p-1"),
      WorkoutLines.workout(WorkoutLines.second, at: 8, subject: "p-2"),
      // By parent, though it is hours later.
      WorkoutLines.route(at: 12, parent: WorkoutLines.first, subject: "p-1", latitude: 1),
      // By time and source.
      WorkoutLines.route(at: 8, subject: "p-1", latitude: 2),
      // Near misses: another parent, another source, another subject, ends later.
      WorkoutLines.route(at: 8, parent: WorkoutLines.second, subject: "p-1", latitude: 3),
      WorkoutLines.route(at: 8, subject: "p-1", source: "Phone", latitude: 4),
      WorkoutLines.route(at: 8, subject: "p-2", latitude: 5),
      WorkoutLines.route(at: 8, minute: 30, subject: "p-1", latitude: 6))
  }

  @Test(arguments: Kind.allCases)
  func routesAreFoundByParentElseByTimeAndSource(_ kind: Kind) async throws {
    let shelf = try await routes(kind)
    var found: [String: [Double?]] = [:]
    for workout in try await shelf.store.samples(matching: .samples(of: "workout")) {
      let series = try await shelf.store.workoutRoutes(of: workout)
      found[workout.subject ?? ""] = series.map { $0.first?["latitude"] }
    }
    #expect(found == ["p-1": [2, 1], "p-2": [5]])
    // A route stands for itself.
    let all = try await shelf.store.samples(matching: .samples(of: "workoutRoute"))
    for route in all {
      let series = try await shelf.store.workoutRoutes(of: route)
      #expect(series.map(\.sample.id) == [route.id])
    }
  }

  @Test(arguments: Kind.allCases)
  func aLimitCountsTheSeriesOfTheOwner(_ kind: Kind) async throws {
    let shelf = try await routes(kind)
    let workout = try #require(
      try await shelf.store.samples(matching: .samples(of: "workout")).first { $0.subject == "p-1" })
    for (limit, expected) in [(0, []), (1, [1]), (2, [1, 2]), (5, [1, 2])] as [(Int, [Double?])] {
      var query = SampleQuery.samples(of: "workoutRoute")
      query.limit = limit
      query.sort = .descending
      #expect(try await shelf.store.series(matching: query, of: workout).map { $0.first?["latitude"] } == expected)
    }
    var query = SampleQuery.samples(of: "workoutRoute")
    query.limit = 3
    #expect(try await shelf.store.series(matching: query).count == 3)
  }

  @Test func aTypeWithoutPointsIsRefused() async throws {
    let shelf = try await SampleShelf(.memory)
    let error = await #expect(throws: QueryError.self) {
      _ = try await shelf.store.series(matching: .samples(of: "workout"))
    }
    #expect(error?.reason == .wrongKind)
    #expect(
      error?.description
        == "workout is a composite, whose samples have no points; ask for a series: `workoutRoute`")
  }
}
