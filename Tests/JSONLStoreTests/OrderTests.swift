import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

@testable import JSONLStore

/// Answers come in order however many samples there are, from the months alone that have them.
@Suite struct OrderTests {
  let place: Place

  init() throws { place = try Place() }

  /// `SEED=7 swift test` replays one run.
  static var seeds: [UInt64] {
    if let seed = SeededGenerator.replayedSeed { return [seed] }
    return [1, 2, 3, UInt64.random(in: 0...UInt64.max)]
  }

  /// Many samples of one month, in no order, some at one time, in commits that mix them.
  @Test(arguments: OrderTests.seeds)
  func aLargeMonthComesInEveryOrder(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let workbench = try Bench.workbench()
    let store = try await place.open()
    let memory = StepwiseStore(MemoryStore(registry: workbench.registry))
    var seconds = (0..<6000).map { $0 / 2 * 300 }
    seconds.shuffle(using: &random)
    for start in stride(from: 0, to: seconds.count, by: 1500) {
      let batch = try Bench.batch(
        (start..<start + 1500).map { place in
          Bench.heartRate(
            40 + place % 160, at: seconds[place], lasting: Int.random(in: 0...3, using: &random) * 2000)
        })
      let found = try await store.append(batch)
      let expected = try await memory.append(batch)
      #expect(found == expected, "seed \(seed)")
      try await store.commit(nil)
      try await memory.commit(nil)
    }
    for sort in SampleQuery.Sort.allCases {
      for limit in [nil, 1, 100, 5000] {
        var query = SampleQuery()
        query.sort = sort
        query.limit = limit
        if limit != nil {
          query.from = Bench.microseconds(Int.random(in: 0...500_000, using: &random))
          query.to = Bench.microseconds(Int.random(in: 300_000...900_000, using: &random))
        }
        let found = try await store.lines(query)
        let expected = try await memory.lines(query)
        #expect(found == expected, "seed \(seed), \(sort), limit \(limit ?? -1)")
      }
    }
    #expect(try await store.verify().isEmpty)
    try await store.close()
  }

  /// Pages hang together in every order, and a page costs no more than itself.
  @Test(arguments: SampleQuery.Sort.allCases)
  func pagesHangTogether(sort: SampleQuery.Sort) async throws {
    let store = try await place.open()
    let registry = try Bench.workbench().registry
    try await store.keep((0..<300).map { Bench.heartRate(60 + $0 % 7, at: $0 / 3 * 60, lasting: $0 % 5 * 100) })
    try await store.keep((0..<30).map { Bench.steps($0 + 1, at: $0 * 90_000) })
    var query = SampleQuery()
    query.sort = sort
    let whole = try await store.lines(query)
    query.limit = 17
    var pages: [String] = []
    while true {
      let page = try await store.lines(query)
      pages += page
      guard page.count == 17 else { break }
      try await store.query(query) { batch in
        query.after = PageToken(batch.count - 1, of: batch, in: registry, sort: sort)
        return true
      }
    }
    #expect(pages == whole)
    try await store.close()
  }

  /// What ends in a month may have begun in the one before.
  @Test func aSampleIsFoundFromItsEnd() async throws {
    let store = try await place.open()
    let evening = 30 * Bench.day + 23 * 3600
    let samples = [
      Bench.heartRate(60, at: evening, lasting: 2 * 3600), Bench.heartRate(61, at: evening + 3 * 3600),
      Bench.heartRate(62, at: evening - 3600),
    ]
    try await store.keep(samples)
    let found = try await store.lines {
      $0.from = Bench.microseconds(evening + 2 * 3600)
      $0.to = Bench.microseconds(evening + 3 * 3600)
    }
    #expect(try found == normal([samples[0]]))
    try await store.close()
  }
}
