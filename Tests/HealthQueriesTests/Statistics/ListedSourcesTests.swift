import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// Which sources of a priority the samples of an answer have is known from the answer itself.
@Suite("Sources of a priority") struct ListedSourcesTests {
  private static let lines = [
    "steps 100 2026-01-01T08:00 +10m watch", "steps 80 2026-01-01T08:05 +10m phone",
    "steps 70 2026-01-02T08:00 +10m watch", "steps 10 2026-01-09T08:00 +10m app",
    "pulse 60 2026-01-01T08:00 +0m watch", "pulse 61 2026-01-02T08:00 +0m app",
  ]

  /// A question, and the places of its order that samples have.
  struct Case: Sendable {
    var type: String
    var order: [String]
    var options: StatisticsOptions = []
    var listed: Set<Int>
  }

  @Test(
    "are the places that a question for sources finds",
    arguments: [
      Case(type: "steps", order: ["Phone", "Watch"], listed: [0, 1]),
      Case(type: "steps", order: ["Phne", "com.apple.health.1", "App"], listed: [1]),
      Case(type: "steps", order: ["App"], listed: []),
      Case(type: "steps", order: ["Watch", "Phone", "Scale"], options: [.separateBySource], listed: [0, 1]),
      Case(type: "pulse", order: ["Watch", "Phone"], listed: [0]),
      Case(type: "pulse", order: [], listed: []),
    ])
  func places(_ question: Case) async throws {
    let bench = try await StatisticsBench(Self.lines)
    var query = SampleQuery()
    query.types = [question.type]
    query.from = try StatisticsBench.moment("2026-01-01T00:00").microseconds
    query.to = try StatisticsBench.moment("2026-01-05T00:00").microseconds
    let priority = SourcePriority(question.order)
    for interval in [nil, CalendarInterval(.day)] {
      let aggregation = Aggregation(question.options, by: interval, priority: priority)
      let answer = try await bench.store.statisticsAnswer(matching: query, aggregation) { _ in }
      #expect(answer.listed == question.listed)
    }
    let found = try await bench.store.sources(matching: query).map {
      priority.source(of: SampleOrigin(bundle: $0.bundle, name: $0.name)).place
    }
    #expect(Set(found.filter { $0 < Int.max }) == question.listed)
  }
}
