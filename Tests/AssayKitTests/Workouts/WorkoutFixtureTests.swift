import AssayKit
import Foundation
import Testing

/// A store that the first version of the builder wrote, whose process ended during the workout.
@Suite("Unfinished workouts of earlier versions") struct WorkoutFixtureTests {
  /// `Tests/Cases/workouts/unfinished` is the store, and `finished.ndjson` what that version made of it.
  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Cases/workouts/"

  @Test("one goes on, and becomes the same sample") func finish() async throws {
    let copy = NSTemporaryDirectory() + "assay-unfinished-" + UUID().uuidString
    try FileManager.default.copyItem(atPath: Self.folder + "unfinished", toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    var store = try await HealthStore("jsonl:" + copy)
    store.source = SourceRevision(name: "Watch", bundle: "com.example.watch")
    store.clock = { SavedSampleTests.now }
    func at(_ seconds: Double) -> Instant { Instant(microseconds: WorkoutBench.at(seconds).microseconds, offset: 60) }

    let unfinished = try #require(try await store.unfinishedWorkouts().first)
    #expect(unfinished.subject == "p1" && unfinished.state == .paused && unfinished.sampleCount == 5)
    #expect(unfinished.start == at(0.25) && unfinished.latest == at(110))
    #expect(unfinished.events.map(\.kind) == [.lap, .pause, .resume, .marker, .pause])
    #expect(unfinished.activities.map(\.configuration.activity) == ["swimming", "running"])
    let builder = try await store.resume(unfinished)
    #expect(try await builder.statistics(for: .heartRate)?.count == 3)
    try await builder.resume(at: at(120))
    try await builder.add(WorkoutBench.heartRate(140, at: 125), WorkoutBench.energy(4, from: 110, to: 130)).check()
    try await builder.end(at: at(140))
    let finished = try await builder.finish()
    #expect(finished.warnings.isEmpty)
    try await store.close()

    func content(_ path: String) throws -> String? {
      try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: #","assay":"#).first
    }
    #expect(try content(copy + "/samples/workout/2026-05.ndjson") == content(Self.folder + "finished.ndjson"))
  }
}
