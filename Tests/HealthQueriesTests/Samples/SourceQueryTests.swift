import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import Testing

/// Sources are told apart by bundle and name, and counted.
@Suite struct SourceQueryTests {
  typealias Kind = SampleShelf.Kind

  private func shelf(_ kind: Kind) async throws -> SampleShelf {
    func heart(_ minute: String, _ rest: String) -> String {
      #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:\#(minute):00Z"\#(rest)}"#
    }
    return try await SampleShelf(
      kind,
      heart("03", #","source":{"name":"Watch","bundle":"com.apple.a","version":"1"}"#),
      heart("01", #","source":{"name":"Watch","bundle":"com.apple.a","version":"2","product":"Watch6,7"}"#),
      heart("02", #","source":{"name":"Watch","bundle":"com.apple.a"},"metadata":{"HKWasUserEntered":true}"#),
      heart("04", #","source":{"name":"Café"}"#), heart("05", ""),
      #"""
      {"type":"bloodPressure","start":"2026-01-01T07:00:00Z","source":{"name":"Cuff","bundle":"com.cuff"},"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """#,
      #"{"type":"sleepAnalysis","value":"awake","start":"2026-01-01T06:00:00Z","source":{"name":"Café"}}"#,
      #"{"type":"dateOfBirth","value":"1990-04-12","source":{"name":"Watch","bundle":"com.apple.a"}}"#)
  }

  /// `bundle/name count first-last` of each, times as minutes after 06:00.
  private func text(_ summaries: [SourceSummary]) -> String {
    let zero = SampleShelf.moment("2026-01-01T06:00:00Z")
    func minute(_ moment: Int64?) -> String { moment.map { String(($0 - zero) / 60_000_000) } ?? "none" }
    return summaries.map {
      "\($0.bundle ?? "")/\($0.name ?? "") \($0.count) \(minute($0.firstStart))-\(minute($0.lastStart))"
    }.joined(separator: ", ")
  }

  @Test(arguments: Kind.allCases)
  func samplesAreCountedBySource(_ kind: Kind) async throws {
    let store = try await shelf(kind)
    let cases: [(SampleQuery, String)] = [
      (.samples(of: "heartRate"), "/ 1 125-125, /Café 1 124-124, com.apple.a/Watch 3 121-123"),
      (
        .samples(of: "HKQuantityTypeIdentifierHeartRate", "sleepAnalysis"),
        "/ 1 125-125, /Café 2 0-124, com.apple.a/Watch 3 121-123"
      ),
      (.samples(of: "bloodPressure"), "com.cuff/Cuff 1 60-60"),
      (.samples(of: "bloodPressureSystolic"), "com.cuff/Cuff 1 60-60"),
      (.samples(of: "dateOfBirth"), "com.apple.a/Watch 1 none-none"),
      (.samples(of: "stepCount"), ""),
      (SampleQuery(), "/ 1 125-125, /Café 2 0-124, com.apple.a/Watch 4 121-123, com.cuff/Cuff 3 60-60"),
      (
        .samples(of: "heartRate", to: SampleShelf.moment("2026-01-01T08:02:00Z")),
        "com.apple.a/Watch 1 121-121"
      ),
    ]
    for (query, expected) in cases {
      #expect(try await text(store.store.sources(matching: query)) == expected, "\(query.types)")
    }
  }

  @Test func anUnknownTypeIsRefused() async throws {
    let registry = try SampleShelf.workbench().registry
    let store = HealthStore(MemoryStore(registry: registry))
    let error = await #expect(throws: QueryError.self) { try await store.sources(matching: .samples(of: "hartRate")) }
    #expect(error?.reason == .unknownType)
    #expect(try await store.sources().isEmpty)
  }
}
