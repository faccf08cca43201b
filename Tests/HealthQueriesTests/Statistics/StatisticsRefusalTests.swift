import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits
import Testing

/// Wrong questions, and what is said of them.
struct StatisticsRefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var types: [String]
    var options: StatisticsOptions
    var unit: String?
    var reason: QueryError.Reason
    var text: String

    init(
      _ types: [String], options: StatisticsOptions = [], unit: String? = nil, _ reason: QueryError.Reason,
      _ text: String
    ) {
      self.types = types
      self.options = options
      self.unit = unit
      self.reason = reason
      self.text = text
    }

    var testDescription: String { text }
  }

  static let cases = [
    Case([], .wrongTypeCount, "the question names no type; ask for the statistics of one type"),
    Case(["steps", "mass"], .wrongTypeCount, "the question names 2 types; ask for the statistics of one type"),
    Case(["step"], .unknownType, "no type is called `step`; did you mean `steps`?"),
    Case(
      ["steps"], options: .discreteAverage, .wrongStatistic,
      "steps is cumulative: an average of its samples depends on how a device cut them up; "
        + "ask for the sum, of the whole time or per day"),
    Case(
      ["steps"], options: [.cumulativeSum, .discreteMax], .wrongStatistic,
      "steps is cumulative: the smallest and the largest of its samples depend on how a device cut them up; "
        + "ask for the sum, of the whole time or per day"),
    Case(
      ["pulse"], options: [.cumulativeSum, .separateBySource], .wrongStatistic,
      "pulse is discrete: its values do not add up; ask for the average, minimum, maximum or most recent"),
    Case(
      ["sleep"], options: .mostRecent, .wrongStatistic,
      "sleep is a category: its cases are not numbers; ask for how often and how long each case was"),
    Case(
      ["pressure"], options: .discreteAverage, .wrongStatistic,
      "pressure is a correlation: it has no value; ask for the statistics of `pulse`"),
    Case(
      ["birth"], .wrongKind,
      "birth is a characteristic: a fact that does not change with time has no statistics; ask for the sample"),
    Case(
      ["pulse"], unit: "kg", .wrongUnit,
      "pulse is measured in count/min, which kg cannot be converted into; ask for count/min or count/s"),
    Case(
      ["mass"], unit: "m", .wrongUnit,
      "mass is measured in kg, which m cannot be converted into; ask for kg, g or lb"),
    Case(["sleep"], unit: "hr", .wrongUnit, "sleep is not a quantity: it has no unit; leave the unit out"),
  ]

  @Test("a wrong question is explained", arguments: StatisticsRefusalTests.cases)
  func refusal(_ item: Case) async throws {
    let bench = try await StatisticsBench(["steps 1 2026-01-01T08:00"])
    var query = SampleQuery()
    query.types = item.types
    let unit = try item.unit.map { try UnitOfMeasure($0) }
    let error = await #expect(throws: QueryError.self) {
      try await bench.store.statisticsCollection(matching: query, Aggregation(item.options, unit: unit))
    }
    #expect(error?.reason == item.reason)
    #expect(error?.description == item.text)
    let same = await #expect(throws: QueryError.self) {
      try await bench.store.statisticsCollection(
        matching: query, Aggregation(item.options, by: CalendarInterval(.day), zone: .sample, unit: unit))
    }
    #expect(same == error)
  }

  @Test("more than a million intervals are refused, and samples that reach over very many", arguments: [false, true])
  func intervals(isLong: Bool) async throws {
    let bench = try await StatisticsBench(
      isLong ? ["steps 1 2026-01-01T08:00 +17000h"] : ["steps 1 2024-01-01T08:00", "steps 1 2026-01-01T08:00"])
    var query = SampleQuery()
    query.types = ["steps"]
    for zone in isLong ? [ReportZone.named(.utc), .sample] : [.named(.utc)] {
      let error = await #expect(throws: QueryError.self) {
        try await bench.store.statisticsCollection(
          matching: query, Aggregation(by: CalendarInterval(.minute), zone: zone))
      }
      #expect(error?.reason == .wrongInterval)
    }
  }

  @Test("a unit of the right dimension is converted into, degrees with their shift") func units() async throws {
    let bench = try await StatisticsBench([
      "temperature 36 2026-01-01T08:00", "temperature 38 2026-01-01T09:00", "energy 2 2026-01-01T09:00 +60m",
    ])
    var query = SampleQuery()
    query.types = ["temperature"]
    let fahrenheit = try UnitOfMeasure("degF")
    let warm = try await bench.store.statisticsCollection(matching: query, Aggregation(unit: fahrenheit))
    #expect(warm.statistics.map(\.unit) == [fahrenheit])
    #expect(warm.statistics.first?.average.map { ($0 * 1e6).rounded() / 1e6 } == 98.6)
    query.types = ["energy"]
    let joules = try await bench.store.statisticsCollection(matching: query, Aggregation(unit: try UnitOfMeasure("kJ")))
    #expect(joules.statistics.first?.sum == 8.368)
  }
}
