import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// Coverage says which data there are of whom, in days of a clock.
@Suite struct CoverageQueryTests {
  private static let lines = [
    "pulse 60 2026-01-01T23:30 of=B", "pulse 61 2026-01-02T08:00 of=B", "pulse 62 2026-01-02T09:00 of=B",
    "pulse 63 2026-01-10T08:00 of=B", "steps 100 2026-01-05T08:00 +10m of=A", "pulse 64 2026-02-01T00:30+01:00 of=A",
    "pulse 65 2026-01-03T08:00",
  ]

  /// `subject type n first-last days gap`.
  private func text(_ rows: [SubjectCoverage]) -> [String] {
    rows.map { row in
      let days = [row.firstDay, row.lastDay].map { $0.map { "\($0.month)/\($0.day)" } ?? "none" }
      return "\(row.subject ?? "-") \(row.type) \(row.count) \(days[0])-\(days[1]) \(row.days) \(row.longestGap)"
    }
  }

  @Test("each subject and type has a row, with its days and its longest gap") func rows() async throws {
    let store = try await StatisticsBench(Self.lines).store
    #expect(
      try await text(store.coverage()) == [
        "- pulse 1 1/3-1/3 1 0", "A pulse 1 1/31-1/31 1 0", "A steps 1 1/5-1/5 1 0", "B pulse 4 1/1-1/10 3 7",
      ])
  }

  @Test("days are those of the zone, or of each sample's own clock") func zones() async throws {
    let store = try await StatisticsBench(Self.lines).store
    let query = SampleQuery.samples(of: "pulse")
    #expect(
      try await text(store.coverage(matching: query, zone: .named(TimeZoneRules(offsetMinutes: 60)))) == [
        "- pulse 1 1/3-1/3 1 0", "A pulse 1 2/1-2/1 1 0", "B pulse 4 1/2-1/10 2 7",
      ])
    #expect(
      try await text(store.coverage(matching: query, zone: .sample)) == [
        "- pulse 1 1/3-1/3 1 0", "A pulse 1 2/1-2/1 1 0", "B pulse 4 1/1-1/10 3 7",
      ])
  }

  @Test("conditions narrow it, and types without a time have a count alone", arguments: SampleShelf.Kind.allCases)
  func narrowed(_ kind: SampleShelf.Kind) async throws {
    let shelf = try await SampleShelf(
      kind, #"{"type":"dateOfBirth","value":"1990-04-12","subject":"A"}"#, SampleShelf.heart(60, at: 1),
      SampleShelf.heart(61, at: 2881))
    #expect(
      try await text(shelf.store.coverage()) == [
        "- heartRate 2 1/1-1/3 2 1", "A dateOfBirth 1 none-none 0 0",
      ])
    let before = SampleQuery.samples(of: "heartRate", to: SampleShelf.moment("2026-01-02T00:00:00Z"))
    #expect(
      try await text(shelf.store.coverage(matching: before)) == ["- heartRate 1 1/1-1/1 1 0"])
    await #expect(throws: QueryError.self) {
      try await shelf.store.coverage(matching: .samples(of: "hartRate"))
    }
  }
}
