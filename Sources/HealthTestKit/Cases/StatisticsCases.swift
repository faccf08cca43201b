import HealthModel
import HealthStorage

/// Statistics that are computed where the samples are.
enum StatisticsCases {
  /// The statistics, as text; those of categories and correlations have no values.
  private struct Sum: Sendable {
    let what: String
    let query: SampleQuery
    let wanted: String
    let hasValues: Bool

    init(_ what: String, _ wanted: String, hasValues: Bool = true, _ change: (inout SampleQuery) -> Void) {
      self.what = what
      self.wanted = wanted
      self.hasValues = hasValues
      query = SampleQuery(change)
    }

    func text(_ statistics: SampleStatistics) -> String {
      var parts = ["\(statistics.count)"]
      if hasValues {
        parts.append("sum \(statistics.sum)")
        parts.append("\(shown(statistics.minimum))...\(shown(statistics.maximum))")
        parts.append("recent \(shown(statistics.mostRecent))")
      }
      // In minutes of the day.
      parts.append("from \(shown(statistics.firstStart.map(minute))) to \(shown(statistics.lastStart.map(minute)))")
      parts.append("\(statistics.duration / 60_000_000) min")
      return parts.joined(separator: ", ")
    }

    private func shown(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "none" }

    private func minute(_ time: Int64) -> Int64 { (time - 1_767_225_600_000_000) / 60_000_000 }
  }

  /// The ids of `tied` and `greatest` decide which of two that start last is the most recent.
  private static let text = #"""
    first {"type":"stepCount","value":100,"unit":"count","start":"2026-01-01T00:10:00Z","end":"2026-01-01T00:20:00Z","source":{"name":"Watch"}}
    most {"type":"stepCount","value":250.5,"unit":"count","start":"2026-01-01T00:30:00Z","end":"2026-01-01T00:35:00Z","metadata":{"k":1}}
    greatest {"uuid":"F0000000-0000-4000-8000-000000000001","type":"stepCount","value":20,"unit":"count","start":"2026-01-01T01:00:00Z","end":"2026-01-01T01:01:00Z","source":{"name":"Watch"}}
    tied {"uuid":"10000000-0000-4000-8000-000000000002","type":"stepCount","value":7,"unit":"count","start":"2026-01-01T01:00:00Z","end":"2026-01-01T01:30:00Z"}
    core {"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T00:05:00Z","end":"2026-01-01T01:05:00Z"}
    deep {"type":"sleepAnalysis","value":"asleepDeep","start":"2026-01-01T01:05:00Z","end":"2026-01-01T01:35:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T00:01:00Z","end":"2026-01-01T00:02:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    alone {"type":"bloodPressureSystolic","value":140,"unit":"mmHg","start":"2026-01-01T00:02:00Z"}
    level {"type":"Kit.level","value":-3,"unit":"kg","start":"1970-01-01T00:00:00Z"}
    """#

  private static let sums: [Sum] = [
    Sum("a type", "4, sum 377.5, 7.0...250.5, recent 20.0, from 10 to 60, 46 min") { $0.types = ["stepCount"] },
    Sum("a time", "3, sum 277.5, 7.0...250.5, recent 20.0, from 30 to 60, 36 min") {
      $0.types = ["stepCount"]
      $0.from = 1_767_225_600_000_000 + 21 * 60_000_000
    },
    Sum("a source", "2, sum 120.0, 20.0...100.0, recent 20.0, from 10 to 60, 11 min") {
      $0.types = ["stepCount"]
      $0.source = "Watch"
    },
    Sum("values", "2, sum 120.0, 20.0...100.0, recent 20.0, from 10 to 60, 11 min") {
      $0.types = ["stepCount"]
      $0.values = [ValueCondition(.greaterOrEqual, .number(20)), ValueCondition(.less, .number(250.5))]
    },
    Sum("metadata", "1, sum 250.5, 250.5...250.5, recent 250.5, from 30 to 30, 5 min") {
      $0.types = ["stepCount"]
      $0.metadata = [MetadataCondition(key: "k")]
    },
    Sum("no sample", "0, sum 0.0, none...none, recent none, from none to none, 0 min") {
      $0.types = ["stepCount"]
      $0.subject = "p-1"
    },
    Sum("an unknown type", "0, sum 0.0, none...none, recent none, from none to none, 0 min") {
      $0.types = ["kit.unknown"]
    },
    Sum("values below zero", "1, sum -3.0, -3.0...-3.0, recent -3.0, from -29453760 to -29453760, 0 min") {
      $0.types = ["Kit.level"]
    },
    Sum("members in their type", "2, sum 260.0, 120.0...140.0, recent 140.0, from 1 to 2, 1 min") {
      $0.types = ["bloodPressureSystolic"]
    },
    Sum("a type without members", "1, sum 140.0, 140.0...140.0, recent 140.0, from 2 to 2, 0 min") {
      $0.types = ["bloodPressureSystolic"]
      $0.omitsMembers = true
    },
    Sum("a category", "2, from 5 to 65, 90 min", hasValues: false) { $0.types = ["sleepAnalysis"] },
    Sum("a case", "1, from 65 to 65, 30 min", hasValues: false) {
      $0.types = ["sleepAnalysis"]
      $0.values = [ValueCondition(.equal, .text("asleepDeep"))]
    },
    Sum("a correlation", "1, from 1 to 1, 1 min", hasValues: false) { $0.types = ["bloodPressure"] },
  ]

  static let all: [ConformanceCase] = [
    ConformanceCase("statistics are those of the samples that match", .statistics) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("tied greatest level alone g deep core most first")
      try await expect(sums, store)
    },
    ConformanceCase("statistics see committed samples only", .statistics) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("first")
      try await store.append("most", gives: "+")
      let one = Sum("a type", "1, sum 100.0, 100.0...100.0, recent 100.0, from 10 to 10, 10 min") {
        $0.types = ["stepCount"]
      }
      try await expect([one], store)
      await store.rollback()
      try await expect([one], store)
      try await store.keep("most")
      try await expect(
        [
          Sum("a type", "2, sum 350.5, 100.0...250.5, recent 250.5, from 10 to 30, 15 min") {
            $0.types = ["stepCount"]
          }
        ], store)
    },
    ConformanceCase("statistics do not count deleted samples", .statistics, needs: .delete) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("first most greatest tied g")
      try await store.delete("greatest most g", count: 5)
      try await expect(
        [
          Sum("a type", "2, sum 107.0, 7.0...100.0, recent 7.0, from 10 to 60, 40 min") { $0.types = ["stepCount"] },
          Sum("a correlation", "0, from none to none, 0 min", hasValues: false) { $0.types = ["bloodPressure"] },
          Sum("members", "0, sum 0.0, none...none, recent none, from none to none, 0 min") {
            $0.types = ["bloodPressureSystolic"]
          },
        ], store)
    },
  ]

  private static func expect(_ sums: [Sum], _ store: OpenedStore) async throws {
    for sum in sums {
      let found = try await store.backend.statistics(sum.query)
      try CaseFailure.compare(sum.text(found), sum.wanted, "the statistics of \(sum.what)")
    }
  }
}
