import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import Testing

/// Samples are found by the workout that they are inside of.
@Suite struct RelationTests {
  typealias Kind = SampleShelf.Kind

  private func workout(_ shelf: SampleShelf, _ id: String) async throws -> Sample {
    let id = try #require(SampleID(id))
    return try #require(try await shelf.store.samples(matching: .samples(with: [id])).first)
  }

  @Test(arguments: Kind.allCases)
  func insideIsTheTimeOfTheSubject(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      WorkoutLines.workout(WorkoutLines.first, at: 8, subject: "p-1"),
      WorkoutLines.workout(WorkoutLines.second, at: 8),
      // The first and the last moment are inside.
      WorkoutLines.heart(100, at: 8, 0, subject: "p-1"), WorkoutLines.heart(101, at: 8, 30, subject: "p-1"),
      WorkoutLines.heart(102, at: 8, 10, lasting: 20, subject: "p-1"),
      // Near misses: before, after, over the end, of another subject.
      WorkoutLines.heart(103, at: 7, 59, subject: "p-1"), WorkoutLines.heart(104, at: 8, 31, subject: "p-1"),
      WorkoutLines.heart(105, at: 8, 29, lasting: 2, subject: "p-1"),
      WorkoutLines.heart(106, at: 8, 10, subject: "p-2"), WorkoutLines.heart(107, at: 8, 10))
    let first = try await workout(shelf, WorkoutLines.first)
    let inside = SampleQuery.samples(of: "heartRate").within(first)
    #expect(try await shelf.store.samples(matching: inside).text == "100 102 101")
    // Without a subject it is those without one.
    let second = try await workout(shelf, WorkoutLines.second)
    #expect(try await shelf.store.samples(matching: .samples(of: "heartRate").within(second)).text == "107")
    // All types: the sample itself is inside, too.
    #expect(try await shelf.store.samples(matching: .samples().within(second)).text == "107 workout")
  }

  @Test(arguments: Kind.allCases)
  func insideNarrowsWhatIsAskedAlready(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      WorkoutLines.workout(WorkoutLines.first, at: 8, subject: "p-1"),
      WorkoutLines.heart(100, at: 8, 5, subject: "p-1"), WorkoutLines.heart(101, at: 8, 20, subject: "p-1"),
      WorkoutLines.heart(102, at: 9, 0, subject: "p-1"))
    let first = try await workout(shelf, WorkoutLines.first)
    let noon = SampleShelf.moment("2026-01-01T08:10:00Z")
    let late = SampleQuery.samples(of: "heartRate", from: noon).within(first)
    #expect(try await shelf.store.samples(matching: late).text == "101")
    let early = SampleQuery.samples(of: "heartRate", to: noon).within(first)
    #expect(try await shelf.store.samples(matching: early).text == "100")
    var other = SampleQuery.samples(of: "heartRate")
    other.subject = "p-2"
    #expect(try await shelf.store.samples(matching: other.within(first)).isEmpty)
    // Inside what has no time there is nothing.
    let timeless = Sample(id: first.id, type: "bloodType", value: .category(name: "aPositive", raw: 1))
    #expect(try await shelf.store.samples(matching: .samples().within(timeless)).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func childrenNameTheirParent(_ kind: Kind) async throws {
    let shelf = try await SampleShelf(
      kind,
      WorkoutLines.workout(WorkoutLines.first, at: 8), WorkoutLines.workout(WorkoutLines.second, at: 8),
      WorkoutLines.route(at: 12, parent: WorkoutLines.first.uppercased(), latitude: 1),
      WorkoutLines.route(at: 8, parent: WorkoutLines.second, latitude: 2), WorkoutLines.route(at: 8, latitude: 3))
    let id = try #require(SampleID(WorkoutLines.first))
    let found = try await shelf.store.samples(matching: .samples(of: "workoutRoute").children(of: id))
    #expect(found.map { Series($0)?.first?["latitude"] } == [1])
    #expect(found.map(\.parent) == [id])
    #expect(try await shelf.store.samples(matching: .samples(of: "workout").children(of: id)).isEmpty)
    let route = try #require(found.first)
    let none = SampleQuery.samples(of: "workoutRoute").children(of: route.id)
    #expect(try await shelf.store.samples(matching: none).isEmpty)
  }
}
