import Benchmark
import HealthModel
import HealthQueries
import HealthStorage

/// *statistics*: a result for each day over 100,000 samples of about a year in memory: of a discrete type, and of a
/// cumulative one whose two sources overlap, so that moments count once.
func statistics() {
  measureWaiting(
    "statistics.discrete.100k",
    on: {
      try await DailyQuestion(of: .heartRate) { MadeSample($0, of: .heartRate, everySeconds: 300) }
    },
    { _, question in try await question.ask() })
  measureWaiting(
    "statistics.cumulative.100k",
    on: {
      // Every ten minutes one by the watch and, two minutes later, one by the phone, of eight minutes each.
      try await DailyQuestion(of: .steps) { number in
        var sample = MadeSample(number, of: .steps)
        sample.isByPhone = number % 2 == 1
        sample.start = MadeSample.beginning + Int64(number / 2 * 600 + number % 2 * 120) * Instant.second
        sample.end = sample.start + 480 * Instant.second
        return sample
      }
    },
    { _, question in try await question.ask() })
}

/// Statistics by day of all samples of one type in a store.
private struct DailyQuestion {
  private let store: HealthStore
  private let query: SampleQuery

  init(of kind: MadeKind, _ sample: (Int) -> MadeSample) async throws {
    let input = try StoredInput(MadeInput(jsonLines: 100_000, givesIDs: false, sample))
    let memory = MemoryStore(registry: input.context.registry)
    try await input.store(in: memory, nil)
    store = HealthStore(memory)
    var samples = SampleQuery()
    samples.types = [kind.type]
    query = samples
  }

  func ask() async throws {
    let days = try await store.statisticsCollection(matching: query, Aggregation(by: CalendarInterval(.day))).statistics
      .count
    guard days > 300, days < 400 else { throw NotMeasured("\(days) days instead of a year") }
  }
}
