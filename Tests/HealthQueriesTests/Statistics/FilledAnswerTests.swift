import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// An answer that is filled has a row for each interval, as HealthKit's collections enumerate them.
@Suite struct FilledAnswerTests {
  private func rows(
    _ lines: [String], _ type: String, from: String? = nil, to: String? = nil, _ options: StatisticsOptions,
    zone: ReportZone = .named(.utc)
  ) async throws -> [String] {
    var query = SampleQuery.samples(
      of: type, from: try from.map { try StatisticsBench.moment($0).microseconds },
      to: try to.map { try StatisticsBench.moment($0).microseconds })
    query.sort = .ascending
    let days = Aggregation(options, by: CalendarInterval(.day), zone: zone, fillsGaps: true)
    let store = try await StatisticsBench(lines).store
    var passed: [String] = []
    try await store.forEachStatistics(matching: query, days) {
      passed += StatisticsBench.text(StatisticsCollection(statistics: [$0]))
    }
    let whole = StatisticsBench.text(try await store.statisticsCollection(matching: query, days))
    #expect(passed == whole)
    return whole
  }

  private static let steps = ["steps 100 2026-01-02T08:00 +10m", "steps 200 2026-01-04T08:00 +10m"]

  @Test("empty days have a row without values") func gaps() async throws {
    #expect(
      try await rows(Self.steps, "steps", .cumulativeSum) == [
        "01-02T00:00 n=1 sum=100 10m", "01-03T00:00 n=0", "01-04T00:00 n=1 sum=200 10m",
      ])
  }

  @Test("the requested time is filled, and cuts the first and the last interval") func bounds() async throws {
    #expect(
      try await rows(Self.steps, "steps", from: "2026-01-01T12:00", to: "2026-01-05T06:00", .cumulativeSum) == [
        "01-01T12:00 n=0", "01-02T00:00 n=1 sum=100 10m", "01-03T00:00 n=0", "01-04T00:00 n=1 sum=200 10m",
        "01-05T00:00 n=0",
      ])
    #expect(try await rows(Self.steps, "steps", from: "2027-01-01T00:00", .cumulativeSum).isEmpty)
  }

  @Test("each subject has all days, in the order of subjects") func subjects() async throws {
    let lines = ["mass 70 2026-01-01T08:00 of=B", "mass 80 2026-01-02T08:00 of=A"]
    #expect(
      try await rows(lines, "mass", [.discreteMax, .separateBySubject]) == [
        "01-01T00:00 A n=0", "01-01T00:00 B n=1 max=70", "01-02T00:00 A n=1 max=80", "01-02T00:00 B n=0",
      ])
  }

  @Test("each case that comes has all days, also by samples' own clocks") func cases() async throws {
    let lines = ["sleep core 2026-01-01T00:00+02:00 +60m", "sleep deep 2026-01-03T00:00+02:00 +60m"]
    #expect(
      try await rows(lines, "sleep", .duration, zone: .sample) == [
        "01-01T00:00 core n=1 60m", "01-01T00:00 deep n=0", "01-02T00:00 core n=0", "01-02T00:00 deep n=0",
        "01-03T00:00 core n=0", "01-03T00:00 deep n=1 60m",
      ])
  }

  @Test("an answer of too many rows is refused") func limit() async throws {
    let lines = (0..<40).map { "mass 70 2026-01-01T08:00 of=P\($0)" }
    let store = try await StatisticsBench(lines).store
    let query = SampleQuery.samples(
      of: "mass", from: try StatisticsBench.moment("2026-01-01T00:00").microseconds,
      to: try StatisticsBench.moment("2026-02-01T00:00").microseconds)
    let minutes = Aggregation(.separateBySubject, by: CalendarInterval(.minute), fillsGaps: true)
    let error = await #expect(throws: QueryError.self) {
      try await store.statisticsCollection(matching: query, minutes)
    }
    #expect(error?.reason == .wrongInterval)
  }
}
