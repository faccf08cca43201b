import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import Testing

/// A cancelled task ends a query of every kind with `CancellationError`, after the batch that is being read.
@Suite struct CancellationTests {
  /// Every way to query a store.
  enum Query: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case result, forEachSample, page, samples, correlations, sources, wholeStatistics, dailyStatistics, activity
    case anchored

    var testDescription: String { rawValue }

    func run(_ store: HealthStore) async throws {
      let hearts = SampleQuery.samples(of: "heartRate")
      switch self {
      case .result: _ = try await store.samples(matching: hearts)
      case .forEachSample: try await store.forEachSample(matching: hearts) { _ in true }
      case .page: _ = try await store.page(of: hearts)
      case .samples: for try await _ in store.sequence(of: hearts) {}
      case .correlations: _ = try await store.correlations(matching: .samples(of: "bloodPressure"))
      case .sources: _ = try await store.sources(matching: .samples(of: "heartRate"))
      case .wholeStatistics: _ = try await store.statisticsCollection(matching: hearts)
      case .dailyStatistics:
        _ = try await store.statisticsCollection(matching: hearts, Aggregation(by: CalendarInterval(.day)))
      case .activity: _ = try await store.activitySummaries(zone: .utc)
      case .anchored: _ = try await store.changes()
      }
    }
  }

  private static func lines() -> String {
    (0..<60).flatMap { minute in
      let start = TimestampWriter.string(
        SampleShelf.moment("2026-01-01T00:00:00Z") + Int64(minute) * 60 * Instant.second)
      return [
        SampleShelf.heart(60 + minute, at: minute),
        #"{"type":"activeEnergyBurned","value":1,"unit":"kcal","start":"\#(start)","end":"\#(start)"}"#,
        #"{"type":"bloodPressure","start":"\#(start)","members":[{"type":"bloodPressureSystolic","value":120,"#
          + #""unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#,
      ]
    }.joined(separator: "\n")
  }

  @Test(arguments: Query.allCases)
  func aCancelledTaskReadsNoMore(_ query: Query) async throws {
    let shelf = try await SampleShelf(.memory, Self.lines())
    let backend = CancellingStore(shelf.store.backend)
    let store = HealthStore(backend)
    let task = Task { try await query.run(store) }
    await #expect(throws: CancellationError.self) { try await task.value }
    // 60 samples come in 6 batches; statistics by intervals look up the first and the last sample before that.
    #expect((1...4).contains(backend.passed))
  }

  @Test(arguments: Query.allCases, SampleShelf.Kind.allCases)
  func aTaskThatWasCancelledBeforeReadsNothing(_ query: Query, _ kind: SampleShelf.Kind) async throws {
    let shelf = try await SampleShelf(kind, SampleShelf.heart(60, at: 0))
    let backend = CancellingStore(shelf.store.backend)
    let store = HealthStore(backend)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await query.run(store)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(backend.passed == 0)
  }
}
