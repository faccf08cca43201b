import AssayKit
import Foundation
import Testing

/// Stores for tests of workouts, which can be left as a process that ends leaves them.
struct WorkoutBench: Sendable {
  static let kinds = HealthStoreTests.kinds
  private static let types = Result { try HealthTypes.builtIn() }
  private static let source = SourceRevision(name: "Watch", bundle: "com.example.watch")

  private let name: String
  /// A store in memory ends with its process: here it is the builder that ends.
  private let memory: (any StorageBackend)?

  static func run(_ kind: String, _ body: (WorkoutBench) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "assay-workout-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let name = kind.replacingOccurrences(of: "%", with: folder)
    var memory: (any StorageBackend)?
    if kind == "memory:" { memory = try await HealthStore(name, types: try types.get()).backend }
    try await body(WorkoutBench(name: name, memory: memory))
  }

  /// Opens the store, as another process would.
  func open(subject: String? = nil) async throws -> HealthStore {
    let types = try Self.types.get()
    var store: HealthStore
    if let memory {
      store = try HealthStore(memory, types: types)
    } else {
      store = try await HealthStore(name, types: types)
    }
    store.source = Self.source
    store.clock = { SavedSampleTests.now }
    store.subject = subject
    return store
  }

  /// A moment so many seconds after the workouts of the tests start.
  static func at(_ seconds: Double) -> Instant {
    let start = SavedSampleTests.now - 7200 * Instant.second
    return Instant(microseconds: start + Int64((seconds * 1e6).rounded()))
  }

  static func heartRate(_ value: Double, at seconds: Double) -> NewSample {
    .quantity(.heartRate, value, .count / .minute, from: at(seconds))
  }

  static func energy(_ value: Double, from seconds: Double, to end: Double) -> NewSample {
    .quantity(.activeEnergyBurned, value, .kilocalorie, from: at(seconds), to: at(end))
  }

  /// A stretch of the route of a workout, with a point for each second.
  static func route(of builder: WorkoutBuilder, _ seconds: Range<Int>) -> NewSample {
    let points = NewPoints(
      .seconds(seconds.map { Double($0 - seconds.lowerBound) }),
      columns: [
        "latitude": .quantities(seconds.map { 48 + Double($0) / 1000 }, .degree),
        "longitude": .quantities(seconds.map { _ in 11.5 }, .degree),
        "speed": .quantities(seconds.map { _ in 2.5 }, .meter / .second),
      ])
    return .structured(
      .workoutRoute, NewStructure(points: points, parent: builder.id), from: at(Double(seconds.lowerBound)),
      to: at(Double(seconds.upperBound - 1)))
  }

  /// The number of samples in a store, workouts and members among them.
  static func count(_ store: HealthStore) async throws -> Int {
    try await store.samples(matching: SampleQuery()).count
  }

  /// What a query says of the samples that a builder collected.
  static func queried(_ type: QuantityType, by builder: WorkoutBuilder, in store: HealthStore) async throws
    -> Statistics?
  {
    var samples = SampleQuery.samples(of: type.name).collected(for: builder.id)
    samples.subject = store.subject
    return try await store.statisticsCollection(matching: samples).statistics.first
  }
}
