import AssayKit
import Foundation
import HealthFoundation
import Testing

/// The builder's calls with dates of Foundation.
@Suite("Calls of a builder with dates") struct WorkoutDateTests {
  private static func date(_ seconds: Double) -> Date { Date(WorkoutBench.at(seconds)) }

  @Test("they do what those with moments do", arguments: [true, false]) func same(_ isStopped: Bool) async throws {
    try await WorkoutBench.run("memory:") { bench in
      let store = try await bench.open()
      let builder = try store.workoutBuilder(WorkoutConfiguration(.running))
      #expect(await builder.startDate == nil)
      try await builder.start(at: Self.date(0))
      try await builder.beginActivity(WorkoutConfiguration(.running), at: Self.date(1))
      try await builder.endActivity(at: Self.date(50))
      try await builder.pause(at: Self.date(60))
      try await builder.resume(at: Self.date(70.5))
      try await builder.addEvent(.marker, at: Self.date(80), metadata: ["place": .string("bridge")])
      try await builder.addEvent(.lap, during: DateInterval(start: Self.date(0), end: Self.date(90)))
      let unfinished = try #require(try await store.unfinishedWorkouts().first)
      #expect(unfinished.startDate == Self.date(0) && unfinished.latestDate == Self.date(90))
      #expect(await builder.endDate == nil)
      if isStopped { try await builder.stop(at: Self.date(100)) } else { try await builder.end(at: Self.date(100)) }
      #expect(await builder.startDate == Self.date(0))
      #expect(await builder.endDate == Self.date(100))
      #expect(await builder.elapsedTime(at: Self.date(65)) == 60)
      #expect(await builder.elapsedTime(at: Self.date(100)) == 89.5)
      #expect(await builder.activities.map(\.startDate) == [Self.date(1)])
      #expect(await builder.activities.map(\.endDate) == [Self.date(50)])
      #expect(await builder.events.map(\.dateInterval.start) == [60, 70.5, 80, 0].map(Self.date))
      #expect(await builder.events.map(\.dateInterval.duration) == [0, 0, 0, 90])
      if isStopped { try await builder.end() }
      #expect(try await builder.finish().sample.start == WorkoutBench.at(0))
    }
  }
}
