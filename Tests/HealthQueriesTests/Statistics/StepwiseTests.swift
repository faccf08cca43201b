import HealthModel
import HealthStorage
import SeededRandom
import Testing

@testable import HealthQueries

/// Long answers are read in steps, and long samples are spread over as many intervals as they reach over.
struct StepwiseTests {
  @Test("an answer that is read in steps is the one that is read at once", arguments: [1, 2, 3, 7, 50])
  func steps(_ length: Int) async throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let samples = RandomStatistics(using: &random)
      let bench = try await StatisticsBench(samples.drafts)
      let query = StatisticsCollectionQuery(
        samples.query, interval: CalendarInterval(.hour), options: samples.isSeparated ? .separateBySource : [],
        hold: samples.hold, explains: true)
      let whole = try await query.result(for: bench.store)
      var rows: [Statistics] = []
      let explanations = try await query.run(for: bench.store, .steps(length)) { rows.append($0) }
      #expect(rows == whole.statistics, "SEED=\(seed), round \(round), \(samples.type)")
      guard let found = explanations.first, let wanted = whole.explanation else {
        #expect(explanations.isEmpty == whole.explanations.isEmpty, "SEED=\(seed), round \(round)")
        continue
      }
      #expect(found.losses.map(\.start) == wanted.losses.map(\.start), "SEED=\(seed), round \(round)")
      #expect(found.pairs.map(\.count) == wanted.pairs.map(\.count), "SEED=\(seed), round \(round)")
      #expect(found.lossCount == wanted.lossCount, "SEED=\(seed), round \(round)")
      #expect(found.naive == wanted.naive && found.merged == wanted.merged, "SEED=\(seed), round \(round)")
    }
  }

  @Test("a sample that is longer than 20,000 intervals is spread over them", arguments: ["UTC", "sample"])
  func long(_ clock: String) async throws {
    let store = try await StatisticsBench(["steps 48000 2024-01-01T00:00 +24000h phone"]).store
    var query = SampleQuery()
    query.types = ["steps"]
    let hours = try await StatisticsCollectionQuery(
      query, interval: CalendarInterval(.hour), zone: clock == "sample" ? .sample : .named(.utc)
    ).result(for: store).statistics
    #expect(hours.count == 24_000)
    #expect(hours.allSatisfy { $0.sum == 2 && $0.duration == 3_600_000_000 })
    #expect(hours.map(\.count).reduce(0, +) == 1)
  }

  @Test("an interval with few samples takes little room") func room() {
    // A long sample of each of many sources has so many of them open at once.
    #expect(MemoryLayout<OpenTally>.size <= 256)
    #expect(MemoryLayout<Tally>.size <= 128)
  }
}
