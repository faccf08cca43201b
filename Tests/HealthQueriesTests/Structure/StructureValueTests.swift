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
    let sample = try #require(try await SampleQuery().result(for: shelf.store).first)
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
    let samples = try await SampleQuery.samples(of: "workoutRoute").result(for: shelf.store)
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
}
