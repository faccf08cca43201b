import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// Samples, a question and the answer as it comes out by hand.
struct StatisticsCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var samples: [String]
  var answer: [String]
  /// `nil`: the whole time in one.
  var interval: String?
  /// `nil`: each sample's own.
  var zone: String? = "UTC"
  var options: StatisticsOptions = []
  var from: String?
  var to: String?
  var isStrict = false
  var hold: Int64 = 10

  init(
    _ testDescription: String, by interval: String? = nil, _ samples: String..., gives answer: [String],
    _ change: (inout StatisticsCase) -> Void = { _ in }
  ) {
    self.testDescription = testDescription
    self.interval = interval
    self.samples = samples
    self.answer = answer
    change(&self)
  }

  /// Asks a store with the samples.
  func result() async throws -> StatisticsCollection {
    let bench = try await StatisticsBench(samples)
    var query = SampleQuery()
    query.types = [samples.first.map { String($0.prefix { $0 != " " }) } ?? "steps"]
    query.from = try from.map { try StatisticsBench.moment($0).microseconds }
    query.to = try to.map { try StatisticsBench.moment($0).microseconds }
    (query.isStrictStart, query.isStrictEnd) = (isStrict, isStrict)
    var aggregation = Aggregation(options, hold: hold * 60_000_000)
    if let interval {
      let length = try #require(CalendarInterval(interval))
      aggregation.interval = length
      aggregation.zone = try zone.map { .named(try TimeZoneRules($0)) } ?? .sample
    }
    return try await bench.store.statisticsCollection(matching: query, aggregation)
  }
}
