import Foundation
import HealthModel
import HealthQueries
import HealthStorage
import SeededRandom
import Testing

/// Laws of statistics, tried on random samples.
///
/// Replay a failure with `SEED=…`.
struct StatisticsPropertyTests {
  private static let rounds = 150

  @Test("statistics and brute force agree", arguments: ["whole", "UTC", "Europe/Berlin", "America/St_Johns", "sample"])
  func oracle(clock: String) async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<Self.rounds {
      let samples = RandomStatistics(using: &random)
      let intervals = ["30min", "hour", "2h", "day", "week", "month"]
      let interval = try #require(CalendarInterval(intervals[Int.random(in: 0..<6, using: &random)]))
      let answer = try await Self.answer(samples, interval, clock)
      let wanted = samples.answers(try Self.starts(samples, interval, clock))
      let differences = Self.differences(answer, wanted, isWhole: clock == "whole")
      #expect(differences == [], "SEED=\(seed), round \(round), \(samples.type) by \(interval)")
    }
  }

  @Test("what a day comes to does not depend on the time that is asked for with it") func cuts() async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<Self.rounds / 3 {
      let samples = RandomStatistics(using: &random)
      let bench = try await StatisticsBench(samples.drafts)
      let options: StatisticsOptions = samples.isSeparated ? .separateBySource : []
      let days = try await bench.store.statisticsCollection(
        matching: samples.query, Aggregation(options, by: CalendarInterval(.day), hold: samples.hold))
      for start in Set(days.statistics.map(\.start)) {
        let day = days.statistics.filter { $0.start == start }
        var query = samples.query
        (query.from, query.to) = (start, day.first?.end)
        let alone = try await bench.store.statisticsCollection(
          matching: query, Aggregation(options, hold: samples.hold))
        #expect(alone.statistics == day, "SEED=\(seed), round \(round), \(samples.type)")
      }
    }
  }

  @Test("the days' sums are the sum of the whole, and what is lost makes up the naive sum")
  func wholeness() async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<Self.rounds / 3 {
      var samples = RandomStatistics(using: &random)
      for index in samples.drafts.indices {
        (samples.drafts[index].type, samples.drafts[index].enumCase) = ("steps", -1)
        // Tenths, which numbers cannot hold.
        samples.drafts[index].value = Double(Int.random(in: 0...999, using: &random)) / 10
      }
      samples.type = "steps"
      let bench = try await StatisticsBench(samples.drafts)
      let whole = try await bench.store.statisticsCollection(matching: samples.query, Aggregation().explaining)
      let days = try await bench.store.statisticsCollection(
        matching: samples.query, Aggregation(by: CalendarInterval(.day)).explaining)
      func close(_ left: Double?, _ right: Double?) -> Bool { abs((left ?? 0) - (right ?? 0)) < 1e-9 }
      #expect(
        close(days.statistics.reduce(0) { $0 + ($1.sum ?? 0) }, whole.statistics.first?.sum),
        "SEED=\(seed), round \(round)")
      let explanation = try #require(days.explanation)
      #expect(close(explanation.merged, whole.statistics.first?.sum), "SEED=\(seed), round \(round)")
      let lost = explanation.losses.reduce(0) { $0 + ($1.amount ?? 0) }
      #expect(close(explanation.naive, lost + (explanation.merged ?? 0)), "SEED=\(seed), round \(round)")
      #expect(explanation.lossCount == whole.explanation?.lossCount, "SEED=\(seed), round \(round)")
    }
  }

  private static func answer(
    _ samples: RandomStatistics, _ interval: CalendarInterval, _ clock: String
  ) async throws -> StatisticsCollection {
    let bench = try await StatisticsBench(samples.drafts)
    let options: StatisticsOptions = samples.isSeparated ? .separateBySource : []
    if clock == "whole" {
      return try await bench.store.statisticsCollection(
        matching: samples.query, Aggregation(options, hold: samples.hold))
    }
    let zone = clock == "sample" ? ReportZone.sample : .named(try TimeZoneRules(clock))
    return try await bench.store.statisticsCollection(
      matching: samples.query, Aggregation(options, by: interval, zone: zone, hold: samples.hold))
  }

  /// The start of the interval of a moment, by the clock that is asked for.
  private static func starts(
    _ samples: RandomStatistics, _ interval: CalendarInterval, _ clock: String
  ) throws -> (Int64, StatisticsBench.Draft) -> Int64 {
    if clock == "whole" { return { _, _ in 0 } }
    let from = samples.from ?? Int64.min
    guard clock == "sample" else {
      let grid = IntervalGrid(interval, zone: try TimeZoneRules(clock))
      return { time, _ in max(grid.start(containing: time), from) }
    }
    let grid = IntervalGrid(interval, zone: .utc)
    var zones: [String: TimeZoneRules] = [:]
    for name in RandomStatistics.zones { zones[name] = try? TimeZoneRules(name) }
    return { [zones] time, draft in
      let zone = draft.zone.flatMap { zones[$0] } ?? TimeZoneRules(offsetMinutes: Int(draft.offset))
      return grid.start(containing: zone.local(time))
    }
  }

  private static func differences(
    _ answer: StatisticsCollection, _ wanted: [RandomStatistics.Cell: RandomStatistics.Answer], isWhole: Bool
  ) -> [String] {
    var differences: [String] = []
    var wanted = wanted
    func close(_ left: Double?, _ right: Double) -> Bool {
      left.map { abs($0 - right) <= 1e-9 * max(1, abs(right)) } ?? false
    }
    for found in answer.statistics {
      let cell = RandomStatistics.Cell(
        start: isWhole ? 0 : found.start,
        source: found.source.map { ["Watch": 0, "Phone": 1, "App": 2][$0] ?? 3 } ?? -1,
        enumCase: found.value.map { ["deep": 0, "inBed": 1, "core": 2][$0] ?? 3 } ?? -1)
      guard let expected = wanted.removeValue(forKey: cell) else {
        differences.append("not wanted: \(found)")
        continue
      }
      var isEqual = found.count == expected.count && found.duration == expected.duration
      if found.type == "steps" { isEqual = isEqual && close(found.sum, expected.sum) }
      if found.count > 0, ["mass", "pulse"].contains(found.type) {
        isEqual = isEqual && close(found.average, expected.average) && found.minimum == expected.values.min()
        isEqual = isEqual && found.maximum == expected.values.max()
      }
      if found.count > 0, found.type != "sleep" {
        isEqual = isEqual && found.mostRecent == expected.last?.value && found.mostRecentStart == expected.last?.start
      }
      if !isEqual { differences.append("\(found) instead of \(expected)") }
    }
    return differences + wanted.filter { $0.value.count > 0 || $0.value.duration > 0 }.map { "missing: \($0)" }
  }
}
