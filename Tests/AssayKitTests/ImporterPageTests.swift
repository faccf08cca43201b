import AssayKit
import Foundation
import Testing

/// The program of `Documentation/importer.md`: `RunImporter.swift` is its first block.
@Suite("An importer of runs") struct ImporterPageTests {
  private static let monday = Instant(microseconds: SavedSampleTests.now) - .seconds(7 * 86_400)

  /// A workout that begins some hours after Monday; without fields of its own it says 1800 s.
  private static func workout(
    _ hours: Int, _ activity: WorkoutActivityType = .running, minutes: Int = 40,
    fields: [String: NewField] = ["duration": .quantity(1800, .second)],
    statistics: [NewField] = []
  ) -> NewSample {
    let start = monday + .seconds(hours * 3600)
    var content = NewStructure(fields: fields)
    content.fields["activity"] = .text(activity.rawValue)
    if !statistics.isEmpty { content.lists["statistics"] = statistics }
    return .structured(.workout, content, from: start, to: start + .seconds(minutes * 60))
  }

  private static func heartRate(_ value: Double, _ hours: Int) -> NewSample {
    .quantity(.heartRate, value, .count / .minute, from: monday + .seconds(hours * 3600 + 60))
  }

  private static func text(_ hours: Int, minutes: Int = 0) -> String {
    (monday + .seconds(hours * 3600 + minutes * 60)).description
  }

  @Test("runs since a date, newest first, then those that come", arguments: HealthStoreTests.kinds)
  func runs(_ kind: String) async throws {
    let folder = NSTemporaryDirectory() + "assay-runs-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var store = try await HealthStore(
      kind.replacingOccurrences(of: "%", with: folder), source: SourceRevision(name: "Watch"))
    store.clock = { SavedSampleTests.now }
    let monday = Self.monday
    // The first began before Monday and ends after it: the start is strict.
    try await store.save(
      Self.workout(-1, minutes: 90), Self.workout(10, .cycling),
      Self.workout(
        24, fields: ["duration": .quantity(25, .minute)],
        statistics: [
          .group(["type": .text("distanceWalkingRunning"), "sum": .quantity(5.2, .kilometer)]),
          .group(["type": .text("activeEnergyBurned"), "sum": .quantity(310, .kilocalorie)]),
          .group(["type": .text("heartRate"), "average": .quantity(151, .count / .minute)]),
        ]),
      Self.workout(48, fields: ["totalDistance": .quantity(3, .kilometer)]), Self.workout(72),
      Self.heartRate(140, 48), Self.heartRate(140, 47)
    ).check()

    let importer = try RunImporter(store)
    let (runs, anchor) = try await importer.runs(since: monday)
    #expect(runs.map(\.startTime) == [Self.text(72), Self.text(48), Self.text(24)])
    #expect(
      runs.last
        == Run(
          startTime: Self.text(24), endTime: Self.text(24, minutes: 40), durationSeconds: 1500, distanceMeters: 5200,
          energyBurnedKcal: 310, avgHeartRate: 151))
    #expect(
      runs[1]
        == Run(
          startTime: Self.text(48), endTime: Self.text(48, minutes: 40), durationSeconds: 2400,
          distanceMeters: 3000, avgHeartRate: 140))
    #expect(runs[0].distanceMeters == nil && runs[0].avgHeartRate == nil && runs[0].durationSeconds == 1800)

    let (found, continuation) = AsyncStream.makeStream(of: Run.self)
    let follower = Task {
      try await importer.follow(from: anchor, since: monday) { run, _ in continuation.yield(run) }
    }
    try await store.save(Self.workout(-2), Self.workout(73, .cycling), Self.workout(74)).check()
    try await store.save(Self.workout(75)).check()
    var starts: [String] = []
    for await run in found {
      starts.append(run.startTime)
      if starts.count == 2 { break }
    }
    #expect(starts == [Self.text(74), Self.text(75)])
    follower.cancel()
    try await follower.value
    try await store.close()
  }

  @Test("the page shows what is compiled") func page() throws {
    let page = try PageProgram("importer.md")
    #expect(page.blocks.count == 2)
    var url = URL(fileURLWithPath: #filePath)
    url.deleteLastPathComponent()
    let source = try String(contentsOf: url.appendingPathComponent("RunImporter.swift"), encoding: .utf8)
    #expect(page.blocks.first.map { $0 + "\n" } == source)
    #expect(try page.missing(from: #filePath) == Array(page.blocks.prefix(1)))
  }

  /// How the page uses it.
  private func used(since monday: Instant) async throws {
    let store = try await HealthStore("health.db")
    let importer = try RunImporter(store)
    let (runs, anchor) = try await importer.runs(since: monday)
    for run in runs { print(run.startTime, run.distanceMeters ?? 0) }
    try await importer.follow(from: anchor, since: monday) { run, anchor in
      print(run.startTime, run.distanceMeters ?? 0, anchor)
    }
  }
}
