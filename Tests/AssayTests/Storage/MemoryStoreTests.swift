import HealthModel
import HealthStorage
import HealthTestKit
import Testing

private typealias Bench = MemoryBench

/// What the store in memory does beyond the laws of stores.
struct MemoryStoreTests {
  @Test(
    "samples without a time come first, and ids ascend, whatever the direction", arguments: SampleQuery.Sort.allCases)
  func orderOfKeys(_ sort: SampleQuery.Sort) {
    let none = SampleBatch.noTime
    func key(_ type: Int32, _ start: Int64, _ end: Int64, _ id: UInt64) -> SampleSortKey {
      SampleSortKey(type: type, start: start, end: end, id: SampleID(high: 0, low: id))
    }
    let early = key(1, -5, 9, 1)
    let late = key(1, 3, 8, 2)
    let isEarlyFirst = sort == .ascending || sort == .endDescending
    let wanted =
      [key(0, 7, 7, 1), key(1, none, none, 5), key(1, none, none, 6)] + (isEarlyFirst ? [early, late] : [late, early])
      + [key(2, none, none, 1), key(2, 4, 4, 3), key(2, 4, 4, 4)]
    let order = SampleOrder(sort)
    #expect(wanted.reversed().sorted { order.precedes($0, $1) } == wanted)
    #expect(!wanted.contains { order.precedes($0, $0) })
  }

  @Test("answers come in batches and can be ended") func batches() async throws {
    let bench = try Bench()
    for start in stride(from: 1, to: 9000, by: 3000) {
      _ = try await bench.append((start..<start + 3000).map { Bench.pulse($0, second: $0) })
      try await bench.store.commit(nil)
    }
    var sizes: [Int] = []
    try await bench.store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return true
    }
    #expect(sizes == [4096, 4096, 808])
    sizes = []
    try await bench.store.query(SampleQuery()) { batch in
      sizes.append(batch.count)
      return false
    }
    #expect(sizes == [4096])
    let statistics = try await bench.store.statistics(SampleQuery())
    #expect(statistics.count == 9000)
    #expect(statistics.sum == 540_000)
  }

  @Test("a store for reading takes nothing") func readOnly() async throws {
    let bench = try Bench(StorageOptions(isReadOnly: true))
    let progress = ImportProgress(input: "/a", path: "a", catalogHash: "c", version: "1")
    await #expect(throws: StorageError.self) { _ = try await bench.append([Bench.pulse(1)]) }
    await #expect(throws: StorageError.self) { try await bench.store.commit(progress) }
    await #expect(throws: StorageError.self) { _ = try await bench.delete(1) }
    #expect(try await bench.ask() == "")
  }
}
