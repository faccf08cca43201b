import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

@Suite struct StatisticsTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  /// Statistics that are computed from what a query passes on.
  private func computed(_ query: SampleQuery, _ store: StepwiseStore) async throws -> SampleStatistics {
    var statistics = SampleStatistics()
    try await store.query(query) { batch in
      statistics.add(batch)
      return true
    }
    return statistics
  }

  @Test(arguments: [7, 8, 9] as [UInt64])
  func areThoseOfTheAnswer(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let store = try await place.open(registry)
    let drafts = (0..<200).map { _ in Drafts.random(using: &random) }
    _ = try await store.append(drafts, registry)
    try await store.commit()
    for _ in 0..<200 {
      let query = Queries.random(drafts.map(\.id), using: &random)
      #expect(try await store.statistics(query) == computed(query, store), "seed \(seed), \(query)")
    }
    try await store.close()
  }

  @Test func manySamplesAreAddedExactly() async throws {
    let store = try await place.open(registry)
    let drafts = (0..<10_000).map { Draft("stepCount", at: Int64($0), lasting: 3, value: 0.1 * Double($0 % 7)) }
    _ = try await store.append(drafts.reversed(), registry)
    try await store.commit()
    var query = SampleQuery()
    query.types = ["stepCount"]
    query.sort = .descending
    let statistics = try await store.statistics(query)
    var sum = ExactSum()
    for draft in drafts { sum.add(draft.value) }
    #expect(statistics.sum == sum.value)
    #expect(statistics.count == 10_000)
    #expect(statistics.mostRecent == drafts.last?.value)
    #expect(statistics.duration == 30_000)
    try await store.close()
  }

  @Test func aStoreSaysWhatItIs() async throws {
    let store = try await place.open(registry)
    _ = try await store.append([Draft("heartRate", value: 1).with { $0.given = uuid(1) }], registry)
    try await store.commit()
    let information = try await store.information()
    #expect(information.format.hasPrefix("SQLite 3."))
    #expect(information.format.hasSuffix(", schema 1"))
    #expect(information.lastCommit == 1)
    #expect(information.deletions == 0)
    #expect((information.byteCount ?? 0) > 4096)
    #expect(information.details.contains(StoreInformation.Detail("given ids", "1")))
    #expect(store.capabilities == [.query, .changes, .delete, .statistics, .resume, .durable, .compact])
    try await store.close()
  }
}
