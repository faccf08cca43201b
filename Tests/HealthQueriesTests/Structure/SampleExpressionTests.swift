import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import HealthUnits
import Testing

/// Numbers follow from what samples hold.
@Suite struct SampleExpressionTests {
  typealias Kind = SampleShelf.Kind

  private static let parts =
    #","fields":{"activity":"running","duration":{"value":25,"unit":"min"},"totalDistance":{"value":4,"unit":"km"}},"#
    + #""lists":{"events":[{"kind":"pause","start":"2026-01-01T08:10:00Z"},"#
    + #"{"kind":"resume","start":"2026-01-01T08:15:00Z"}],"#
    + #""statistics":[{"type":"distanceWalkingRunning","sum":{"value":3,"unit":"mi"}},"#
    + #"{"type":"heartRate","average":{"value":141,"unit":"count/min"}}]}"#

  /// An expression on workouts, the unit that is asked for, and the number of the workout above.
  static let cases: [(text: String, unit: String?, value: Double?)] = [
    ("duration", nil, 1500),
    ("duration", "min", 25),
    ("end - start", "s", 1800),
    ("totalDistance", nil, 4000),
    ("totalDistance", "km", 4),
    ("totalEnergyBurned", "kcal", nil),
    ("count(events where kind = pause)", nil, 1),
    ("first(sum(statistics.sum where type = distanceWalkingRunning), totalDistance)", "m", 4828.032),
    ("first(sum(statistics.sum where type = distanceCycling), totalDistance)", "m", 4000),
    ("average(statistics.average where type = heartRate)", "count/s", 2.35),
    ("average(statistics.maximum where type = heartRate)", "count/min", nil),
  ]

  @Test(arguments: Kind.allCases, SampleExpressionTests.cases)
  func aNumberOfAWorkout(_ kind: Kind, _ item: (text: String, unit: String?, value: Double?)) async throws {
    let shelf = try await SampleShelf(kind, WorkoutLines.workout(WorkoutLines.first, at: 8, Self.parts))
    let sample = try #require(try await shelf.store.samples(matching: SampleQuery()).first)
    let type = try shelf.store.type(named: "workout")
    let unit = try item.unit.map { try UnitOfMeasure($0) }
    let expression = try SampleExpression(item.text, unit: unit, of: type, in: shelf.store.registry)
    let value = expression.value(of: sample)
    #expect((value == nil) == (item.value == nil))
    #expect(abs((value ?? 0) - (item.value ?? 0)) < 1e-9)
    if let unit = expression.unit { #expect(expression.quantity(of: sample) == value.map { Quantity($0, unit) }) }
  }

  @Test(arguments: Kind.allCases)
  func pointsAreReadWhereTheyAreNeeded(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(kind, WorkoutLines.route(at: 8), WorkoutLines.workout(WorkoutLines.first, at: 8))
    let samples = try await shelf.store.samples(matching: .samples(of: "workoutRoute"))
    let route = try #require(samples.first)
    #expect(route.pointCount == 2)
    #expect(route.outline?.points == nil && route.structure?.points?.count == 2)
    let type = try shelf.store.type(named: "workoutRoute")
    let fastest = try SampleExpression(
      "maximum(points.speed)", unit: try UnitOfMeasure("km/hr"), of: type, in: shelf.store.registry)
    #expect(fastest.value(of: route) == 9)
    // It says nothing of samples of another type.
    let workout = try #require(try await shelf.store.samples(matching: .samples(of: "workout")).first)
    #expect(fastest.value(of: workout) == nil && workout.pointCount == 0)
  }

  @Test(arguments: ["heartRate", "durations", "duration +", "events", "1"])
  func whatSaysNothingIsRefused(_ text: String) throws {
    let registry = try SampleShelf.workbench().registry
    let type = try #require(registry.type(named: "workout"))
    let error = #expect(throws: QueryError.self) { _ = try SampleExpression(text, of: type, in: registry) }
    #expect(error?.reason == .wrongCondition)
    #expect(error?.message.hasPrefix("`\(text)`, column ") == true)
  }

  @Test func aUnitOfAnotherDimensionIsRefused() throws {
    let registry = try SampleShelf.workbench().registry
    let type = try #require(registry.type(named: "workout"))
    let error = #expect(throws: QueryError.self) {
      _ = try SampleExpression("totalDistance", unit: try UnitOfMeasure("kg"), of: type, in: registry)
    }
    #expect(error?.reason == .wrongUnit)
  }

  @Test(arguments: Kind.allCases)
  func whatATypeComputesHasItsUnit(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind, WorkoutLines.workout(WorkoutLines.first, at: 8, Self.parts),
      WorkoutLines.workout(
        WorkoutLines.second, at: 9, #","fields":{"activity":"running","totalDistance":{"value":2500,"unit":"m"}}"#))
    var type = try shelf.store.type(named: "workout")
    let distance = "first(sum(statistics.sum where type = distanceWalkingRunning), totalDistance)"
    let kilometers = try UnitOfMeasure("km")
    type.expressions = [TypeExpression(name: "distance", unit: kilometers, text: distance)]
    let expression = try SampleExpression("distance", of: type, in: shelf.store.registry)
    #expect(expression.unit == kilometers)
    let samples = try await shelf.store.samples(matching: .samples(of: "workout"))
    #expect(samples.map { (expression.value(of: $0) ?? 0) * 1000 }.map { $0.rounded() } == [4828, 2500])
    // Of what is stored in meters, meters are exact.
    let meters = try SampleExpression("distance", unit: try UnitOfMeasure("m"), of: type, in: shelf.store.registry)
    #expect(samples.map(meters.value) == [4828.032, 2500])
  }
}
