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
    for round in 0..<60 {
      var samples = RandomStatistics(using: &random)
      let isOfSubjects = round % 3 == 0
      for index in samples.drafts.indices where isOfSubjects {
        samples.drafts[index].subject = "p\(Int.random(in: 0..<4, using: &random))"
      }
      let bench = try await StatisticsBench(samples.drafts)
      let hours = Aggregation(
        (samples.isSeparated ? StatisticsOptions.separateBySource : []).union(isOfSubjects ? .separateBySubject : []),
        by: CalendarInterval(.hour), hold: samples.hold
      ).explaining
      let whole = try await bench.store.statisticsCollection(matching: samples.query, hours)
      var rows: [Statistics] = []
      let explanations = try await StatisticsRun(samples.query, hours, in: bench.store).answer(.steps(length)) {
        rows.append($0)
      }.explanations
      #expect(rows == whole.statistics, "SEED=\(seed), round \(round), \(samples.type)")
      #expect(explanations.map(\.subject) == whole.explanations.map(\.subject), "SEED=\(seed), round \(round)")
      for (found, wanted) in zip(explanations, whole.explanations) {
        #expect(found.losses.map(\.start) == wanted.losses.map(\.start), "SEED=\(seed), round \(round)")
        #expect(found.pairs.map(\.count) == wanted.pairs.map(\.count), "SEED=\(seed), round \(round)")
        #expect(found.lossCount == wanted.lossCount, "SEED=\(seed), round \(round)")
        #expect(found.naive == wanted.naive && found.merged == wanted.merged, "SEED=\(seed), round \(round)")
      }
    }
  }

  @Test("a sample that is longer than 20,000 intervals is spread over them", arguments: ["UTC", "sample"])
  func long(_ clock: String) async throws {
    let store = try await StatisticsBench(["steps 48000 2024-01-01T00:00 +24000h phone"]).store
    var query = SampleQuery()
    query.types = ["steps"]
    let hours = try await store.statisticsCollection(
      matching: query, Aggregation(by: CalendarInterval(.hour), zone: clock == "sample" ? .sample : .named(.utc))
    ).statistics
    #expect(hours.count == 24_000)
    #expect(hours.allSatisfy { $0.sum == 2 && $0.duration == 3_600_000_000 })
    #expect(hours.map(\.count).reduce(0, +) == 1)
  }

  @Test("an interval with few samples takes little room") func room() {
    // A long sample of each of many sources has so many of them open at once.
    #expect(MemoryLayout<OpenTally>.size <= 256)
    #expect(MemoryLayout<IntervalTally>.size <= 128)
    // A part of the time has one of them for each of thousands of subjects.
    #expect(MemoryLayout<MergingAccumulator>.size <= 256)
    #expect(MemoryLayout<DiscreteAccumulator>.size <= 256)
  }

  @Test("a step has a bounded number of rows, however many an interval has", arguments: [0, 1, 3, 40, 2_000, 15_000])
  func rows(_ rowsOfInterval: Int) throws {
    let grid = IntervalGrid(CalendarInterval(.day), zone: .utc)
    let day: Int64 = 86_400_000_000
    let edges = (0...5_000).map { Int64($0) * day }
    var steps = IntervalSteps(edges: edges, window: 0..<5_000 * day, length: 2_048, isSeparated: true, grid: grid)
    var lengths: [Int] = []
    while let step = try steps.next() {
      lengths.append(step.edges.count - 1)
      steps.learn(rows: lengths[lengths.count - 1] * rowsOfInterval)
    }
    #expect(lengths.reduce(0, +) == 5_000)
    #expect(lengths.allSatisfy { $0 * rowsOfInterval <= max(20_000, 4 * rowsOfInterval) }, "\(lengths.prefix(20))")
    // Each step costs a look at what reaches into it: there are few of them when they have few rows.
    #expect(lengths.count <= 20 + 5_000 * max(rowsOfInterval, 1) / 5_000, "\(lengths.count) steps")
  }

  @Test("of the sources of a part a subject takes room for its own only") func sources() {
    var tables = PartTables(IntervalFinder(FixedIntervals(edges: [0, 1], grid: nil, window: 0..<1)))
    let origins = (0..<100).map { SampleOrigin(name: "Watch \($0 % 50)") }
    tables.learn(origins, SourcePriority())
    var subject = SubjectSources()
    // Few are looked through, many are looked up; origins that mean one source are one.
    let met: [Int32] = [70, 20, 21, 3, 53, 70, 4, 5, 6, 7, 8, 9, 10, 3, 71, 99]
    let numbers = met.map { subject.number(of: tables.number(ofOrigin: $0)) }
    #expect(numbers == [0, 0, 1, 2, 2, 0, 3, 4, 5, 6, 7, 8, 9, 2, 1, 10])
    #expect(subject.count == 11)
    #expect(subject.all(tables).map(\.name) == [20, 21, 3, 4, 5, 6, 7, 8, 9, 10, 49].map { "Watch \($0)" })
    #expect(subject.source(2, tables)?.name == "Watch 3" && subject.source(11, tables) == nil)
  }
}
