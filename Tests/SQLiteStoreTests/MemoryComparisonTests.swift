import Foundation
import HealthModel
import HealthStorage
import Testing

/// Whatever is appended, committed and rolled back: the store tells and keeps the same as the one in memory.
@Suite struct MemoryComparisonTests {
  /// `SEED=7 swift test` replays one run.
  static var seeds: [UInt64] {
    if let seed = ProcessInfo.processInfo.environment["SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...20) + [UInt64.random(in: 0...UInt64.max)]
  }

  @Test(arguments: MemoryComparisonTests.seeds)
  func agreesWithTheStoreInMemory(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let place = try Place()
    let registry = try Types.registry()
    let memory = MemoryStore(registry: registry)
    var store = try await place.open(registry)
    for _ in 0..<Int.random(in: 5...25, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        await store.rollback()
        memory.rollback()
      case 1, 2:
        try await store.commit()
        try await memory.commit()
      case 3:
        try await store.close()
        memory.close()
        store = try await place.open(registry)
      default:
        let count = Int.random(in: 1...12, using: &random)
        let drafts = (0..<count).map { _ in Drafts.random(using: &random) }
        let batch = SampleBatch(drafts, registry)
        let outcomes = try await store.append(batch).outcomes
        #expect(outcomes == memory.append(batch).outcomes, "seed \(seed)")
      }
    }
    try await store.commit()
    try await memory.commit()
    #expect(try await store.counts() == memory.counts())
    for _ in 0..<20 {
      let query = Drafts.query(using: &random)
      let found = try await store.answers(query)
      let expected = try await memory.answers(query)
      #expect(found == expected, "seed \(seed), \(query)")
    }
    try await store.close()
    #expect(try place.rows("PRAGMA integrity_check") == [["integrity_check": "ok"]])
  }

  /// What becomes of a sample and what the store holds do not depend on where batches begin.
  @Test(arguments: MemoryComparisonTests.seeds)
  func leavesTheSameWhateverTheBatches(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let registry = try Types.registry()
    let drafts = (0..<60).map { _ in Drafts.random(using: &random) }
    var dumps: [[[String: String]]] = []
    var fates: [[AppendReceipt.Outcome]] = []
    for size in [60, 7, 1] {
      let place = try Place()
      let store = try await place.open(registry)
      var outcomes: [AppendReceipt.Outcome] = []
      for start in stride(from: 0, to: drafts.count, by: size) {
        outcomes += try await store.append(Array(drafts[start..<min(start + size, drafts.count)]), registry)
      }
      try await store.commit()
      try await store.close()
      fates.append(outcomes)
      var dump: [[String: String]] = []
      for table in ["types", "cases", "sources", "samples", "given_ids", "members", "counters"] {
        dump += try place.rows("SELECT * FROM assay_\(table)")
      }
      dumps.append(dump)
    }
    #expect(fates[0] == fates[1] && fates[1] == fates[2], "seed \(seed)")
    #expect(dumps[0] == dumps[1] && dumps[1] == dumps[2], "seed \(seed)")
  }
}

/// Random samples and queries from pools so small that ids meet often.
enum Drafts {
  static func random(using random: inout SplitMix) -> Draft {
    if Int.random(in: 0..<3, using: &random) == 0 { return group(using: &random) }
    var draft = single(using: &random)
    draft.role = -1
    return draft
  }

  private static func single(using random: inout SplitMix) -> Draft {
    let types = ["heartRate", "stepCount", "bloodPressureSystolic", "bloodPressureDiastolic", "sleepAnalysis"]
    let type = types.randomElement(using: &random) ?? "heartRate"
    var draft = Draft(
      type, at: Int64.random(in: -2...2, using: &random) * 1_000_000,
      lasting: [0, 3_000_000].randomElement(using: &random) ?? 0,
      value: Double(Int.random(in: 0...2, using: &random)))
    if type == "sleepAnalysis" {
      draft.value = 0
      draft.caseName = ["inBed", "asleep", "dozing"].randomElement(using: &random)
    }
    draft.source = [nil, #"{"name":"Watch"}"#, #"{"name":"P","bundle":"com.p"}"#].randomElement(using: &random) ?? nil
    draft.subject = [nil, "p-1"].randomElement(using: &random) ?? nil
    draft.metadata = [nil, #"{"a":1}"#].randomElement(using: &random) ?? nil
    if Bool.random(using: &random) { draft.given = uuid(UInt64.random(in: 1...12, using: &random)) }
    return draft
  }

  private static func group(using random: inout SplitMix) -> Draft {
    let start = Int64.random(in: 0...1, using: &random) * 1_000_000
    var head = Draft.pressure(
      Double(Int.random(in: 0...1, using: &random)), Double(Int.random(in: 0...1, using: &random)), at: start)
    // Each id once in a group: what a store makes of the same id twice in one is its own affair.
    let first = UInt64.random(in: 1...6, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 { head.members[0].given = uuid(first) }
    if Int.random(in: 0..<3, using: &random) == 0 { head.members[1].given = uuid(first + 6) }
    if Int.random(in: 0..<3, using: &random) == 0 { head.given = uuid(UInt64.random(in: 20...23, using: &random)) }
    return head
  }

  static func query(using random: inout SplitMix) -> SampleQuery {
    var query = SampleQuery()
    if Bool.random(using: &random) { query.types = ["heartRate", "bloodPressure", "sleepAnalysis"] }
    if Bool.random(using: &random) { query.from = Int64.random(in: -3...3, using: &random) * 1_000_000 }
    if Bool.random(using: &random) { query.to = Int64.random(in: -3...3, using: &random) * 1_000_000 }
    query.isStrictStart = Bool.random(using: &random)
    query.isStrictEnd = Bool.random(using: &random)
    query.omitsMembers = Bool.random(using: &random)
    query.sort = Bool.random(using: &random) ? .ascending : .descending
    if Int.random(in: 0..<4, using: &random) == 0 { query.limit = Int.random(in: 0...5, using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 { query.source = "Watch" }
    if Int.random(in: 0..<4, using: &random) == 0 { query.subject = "p-1" }
    return query
  }
}

/// A small generator whose numbers follow from its seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
