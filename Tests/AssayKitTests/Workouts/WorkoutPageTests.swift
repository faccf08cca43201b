import AssayKit
import Foundation
import Testing

/// The programs of `Documentation/library.md` about workouts, compiled and run.
@Suite("Page about workouts") struct WorkoutPageTests {
  /// The blocks of the section.
  private static func blocks() throws -> [String] {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    let page = try String(contentsOfFile: url.path + "/Documentation/library.md", encoding: .utf8)
    let section = page.components(separatedBy: "## Collect a workout\n").dropFirst().first ?? ""
    let text = section.components(separatedBy: "\n## ").first ?? ""
    return text.components(separatedBy: "```swift\n").dropFirst().map { String($0.prefix { $0 != "`" }) }
  }

  private static func collect(_ store: HealthStore) async throws -> (Quantity?, Sample) {
    let builder = try store.workoutBuilder(WorkoutConfiguration(.running, location: .outdoor))
    try await builder.start()
    try await builder.add(
      .quantity(.heartRate, 121, .count / .minute, from: store.now),
      .quantity(.distanceWalkingRunning, 12, .meter, from: store.now)
    ).check()
    try await builder.pause()
    try await builder.resume()
    try await builder.addEvent(.lap)
    let pulse = try await builder.statistics(for: .heartRate)?.averageQuantity
    try await builder.end()
    let workout = try await builder.finish().sample
    return (pulse, workout)
  }

  private static func recover(_ store: HealthStore) async throws -> [Sample] {
    var samples: [Sample] = []
    for unfinished in try await store.unfinishedWorkouts() {
      let builder = try await store.resume(unfinished)
      try await builder.end(at: unfinished.latest)
      let workout = try await builder.finish().sample
      samples.append(workout)
    }
    return samples
  }

  @Test("the programs of the page run", arguments: WorkoutBench.kinds) func programs(_ kind: String) async throws {
    try await WorkoutBench.run(kind) { bench in
      let store = try await bench.open()
      let (pulse, workout) = try await Self.collect(store)
      #expect(pulse == Quantity(121, .count / .minute))
      #expect(try await store.samples(.workout).map(\.id) == [workout.id])
      #expect(try await store.samples(matching: SampleQuery().collected(for: workout.id)).count == 2)
      let left = try store.workoutBuilder(WorkoutConfiguration(.walking))
      try await left.start(at: WorkoutBench.at(0))
      try await left.add(WorkoutBench.heartRate(99, at: 40)).check()
      let recovered = try await Self.recover(try await bench.open())
      #expect(recovered.map(\.id) == [left.id] && recovered.first?.end == WorkoutBench.at(40))
    }
  }

  @Test("they are those of the page") func same() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = try Self.blocks()
    #expect(blocks.count == 2)
    for block in blocks {
      for line in block.split(separator: "\n") { #expect(source.contains("    \(line)\n"), "\(line)") }
    }
  }
}
