import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@Suite struct QueryTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  @Test func theEndsOfTimeAreNoBounds() async throws {
    let store = try await place.open(registry)
    _ = try await store.append([Draft("heartRate", at: 0, value: 1), Draft("heartRate", at: 9, value: 2)], registry)
    try await store.commit()
    var query = SampleQuery()
    query.from = Int64.min
    query.to = Int64.max
    #expect(try await store.answers(query).map(\.value) == [1, 2])
    try await store.close()
  }

  @Test func answersComeInBatchesAndCanBeEnded() async throws {
    let store = try await place.open(registry)
    _ = try await store.append((0..<10_000).map { Draft("stepCount", at: Int64($0), value: 1) }, registry)
    try await store.commit()
    var sizes: [Int] = []
    try await store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return true
    }
    #expect(sizes.reduce(0, +) == 10_000)
    #expect(sizes.allSatisfy { $0 <= 4096 })
    sizes = []
    try await store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return false
    }
    #expect(sizes.count == 1)
    try await store.close()
  }
}
