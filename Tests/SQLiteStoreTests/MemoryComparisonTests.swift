import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import SeededRandom
import Testing

/// Whatever is appended, committed, rolled back and deleted: the store tells and keeps the same as the one in memory.
@Suite struct MemoryComparisonTests {
  /// `SEED=7 swift test` replays one run.
  static var seeds: [UInt64] {
    if let seed = SeededGenerator.replayedSeed { return [seed] }
    return Array(1...20) + [UInt64.random(in: 0...UInt64.max)]
  }

  @Test(arguments: MemoryComparisonTests.seeds)
  func agreesWithTheStoreInMemory(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let place = try Place()
    let registry = try Types.registry()
    let owner: String? = Int.random(in: 0..<3, using: &random) == 0 ? "com.p" : nil
    let restores = Bool.random(using: &random)
    let memory = StepwiseStore(
      MemoryStore(
        registry: registry, options: StorageOptions(owner: owner, restoresDeleted: restores)))
    var store = try await place.open(registry, owner: owner, restoresDeleted: restores)
    var ids: [SampleID] = [uuid(99)]
    // Where time goes on, commits lie behind one another; elsewhere they lie among each other.
    let pace: Int64 = Bool.random(using: &random) ? 2 : 0
    var time: Int64 = 0
    for _ in 0..<Int.random(in: 5...30, using: &random) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        await store.rollback()
        await memory.rollback()
      case 1, 2:
        try await store.commit()
        try await memory.commit()
      case 3:
        try await store.close()
        await memory.rollback()
        store = try await place.open(registry, owner: owner, restoresDeleted: restores)
      case 4, 5:
        await store.rollback()
        await memory.rollback()
        var query = Queries.conditions(ids, using: &random)
        query.omitsMembers = Bool.random(using: &random)
        #expect(try await store.delete(query) == memory.delete(query), "seed \(seed), \(query)")
      default:
        let count = Int.random(in: 1...12, using: &random)
        time += Int64.random(in: -pace / 2...2 * pace, using: &random) * 1_000_000
        let drafts = (0..<count).map { _ in Drafts.random(using: &random).moved(by: time) }
        let batch = SampleBatch(drafts, registry)
        ids += batch.id
        let outcomes = try await store.append(batch).outcomes
        #expect(try await outcomes == memory.append(batch).outcomes, "seed \(seed)")
      }
    }
    try await store.commit()
    try await memory.commit()
    try await compare(store, memory, Set(ids).sorted(), seed, &random)
    try await store.close()
    #expect(try place.rows("PRAGMA integrity_check") == [["integrity_check": "ok"]])
  }

  private func compare(
    _ store: StepwiseStore, _ memory: StepwiseStore, _ ids: [SampleID], _ seed: UInt64,
    _ random: inout SeededGenerator
  ) async throws {
    #expect(try await store.counts() == memory.counts(), "seed \(seed)")
    #expect(try await store.imports() == memory.imports(), "seed \(seed)")
    #expect(try await store.verify() == [], "seed \(seed)")
    for _ in 0..<60 {
      let query = Queries.random(ids, using: &random)
      let found = try await store.answers(query)
      let expected = try await memory.answers(query)
      #expect(found == expected, "seed \(seed), \(query)")
      #expect(try await store.statistics(query) == memory.statistics(query), "seed \(seed), \(query)")
    }
    let last = try await store.information().lastCommit
    #expect(try await memory.information().lastCommit == last, "seed \(seed)")
    for commit in 0...last {
      var query = ChangeQuery(since: ChangeAnchor(commit: commit), omitsMembers: Bool.random(using: &random))
      if Bool.random(using: &random) { query.types = ["heartRate", "bloodPressure", "biologicalSex"] }
      if Bool.random(using: &random) { query.limit = Int.random(in: 0...20, using: &random) }
      #expect(try await store.feed(query) == memory.feed(query), "seed \(seed), \(query)")
    }
  }

  /// What becomes of a sample and what the store holds do not depend on where batches begin.
  @Test(arguments: MemoryComparisonTests.seeds)
  func leavesTheSameWhateverTheBatches(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let registry = try Types.registry()
    let deleted = (0..<10).map { _ in Drafts.random(using: &random) }
    let drafts = (0..<60).map { _ in Drafts.random(using: &random) }
    var dumps: [[[String: String]]] = []
    var fates: [[AppendReceipt.Outcome]] = []
    for size in [60, 7, 1] {
      let place = try Place()
      let store = try await place.open(registry)
      if seed % 2 == 0 {
        _ = try await store.append(deleted, registry)
        try await store.commit()
        _ = try await store.delete(SampleQuery())
      }
      var outcomes: [AppendReceipt.Outcome] = []
      for start in stride(from: 0, to: drafts.count, by: size) {
        outcomes += try await store.append(Array(drafts[start..<min(start + size, drafts.count)]), registry)
      }
      try await store.commit()
      try await store.close()
      fates.append(outcomes)
      var dump: [[String: String]] = []
      for table in [
        "types", "cases", "sources", "devices", "samples", "commit_spans", "given_ids", "members", "deletions",
        "counters",
      ] {
        dump += try place.rows("SELECT * FROM assay_\(table)")
      }
      dumps.append(dump)
    }
    #expect(fates[0] == fates[1] && fates[1] == fates[2], "seed \(seed)")
    #expect(dumps[0] == dumps[1] && dumps[1] == dumps[2], "seed \(seed)")
  }
}
