import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import SQLiteStore

/// How the samples of a commit are found again.
@Suite struct CommitSpansTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  /// A store with a commit for each list of starts, of heart rates, in batches of a size.
  private func stocked(_ commits: [[Int64]], batchSize: Int = 100) async throws -> StepwiseStore {
    let store = try await place.open(registry)
    for (number, starts) in commits.enumerated() {
      for first in stride(from: 0, to: starts.count, by: batchSize) {
        let part = starts[first..<min(first + batchSize, starts.count)]
        _ = try await store.append(part.map { Draft("heartRate", at: $0, value: Double(number)) }, registry)
      }
      try await store.commit()
    }
    return store
  }

  /// The starts of the samples that each commit added.
  private func added(_ store: StepwiseStore) async throws -> [Int64: [Int64?]] {
    let commits = try await store.feed().commits.filter { !$0.added.isEmpty }
    return Dictionary(uniqueKeysWithValues: commits.map { ($0.number, $0.added.map(\.times.first)) })
  }

  /// The spans as `commit: first..last`.
  private func spans() throws -> [String] {
    try place.rows("SELECT batch || ': ' || first_us || '..' || last_us AS span FROM assay_commit_spans ORDER BY batch")
      .compactMap { $0["span"] }
  }

  /// The starts of the samples that the index by commit has.
  private func scattered() throws -> [String] {
    try place.rows("SELECT start_us FROM assay_samples WHERE scattered IS NOT NULL ORDER BY batch, start_us")
      .compactMap { $0["start_us"] }
  }

  @Test("what starts behind all earlier commits is in a span, the rest is scattered", arguments: [100, 1, 2])
  func behindAndAmong(batchSize: Int) async throws {
    let store = try await stocked([[5, 3, 9], [4, 12, 9, 30], [31, 40], [1, 2]], batchSize: batchSize)
    #expect(try await added(store) == [1: [3, 5, 9], 2: [4, 9, 12, 30], 3: [31, 40], 4: [1, 2]])
    try await store.close()
    #expect(try spans() == ["1: 3..9", "2: 12..30", "3: 31..40"])
    #expect(try scattered() == ["4", "9", "1", "2"])
  }

  @Test("times before 1970, and none at all") func extremes() async throws {
    let store = try await stocked([[-9, -2], [-2, 0]])
    var sex = Draft("biologicalSex", at: nil)
    sex.caseName = "female"
    for id in [UInt64(1), 2] {
      _ = try await store.append([sex.with { $0.given = uuid(id) }], registry)
      try await store.commit()
    }
    #expect(try await store.feed().commits.map(\.number) == [1, 2, 3, 4])
    try await store.close()
    #expect(try spans() == ["1: -9..-2", "2: 0..0", "3: 0..0"])
    #expect(try scattered() == ["-2", "0"])
    #expect(try await place.open(registry, isReadOnly: true).verify() == [])
  }

  @Test("another process's commits, and a deletion's, are noticed") func anew() async throws {
    let store = try await stocked([[1, 2]])
    let other = try await place.open(registry)
    _ = try await other.append([Draft("heartRate", at: 10, value: 10)], registry)
    try await other.commit()
    _ = try await store.append([Draft("heartRate", at: 5, value: 5)], registry)
    try await store.commit()
    var query = SampleQuery()
    query.from = 6
    #expect(try await other.delete(query).deleted == 1)
    _ = try await store.append([Draft("heartRate", at: 7, value: 7)], registry)
    try await store.commit()
    #expect(try await added(store) == [1: [1, 2], 3: [5], 5: [7]])
    #expect(try await store.verify() == [])
    try await store.close()
    try await other.close()
    #expect(try spans() == ["1: 1..2", "5: 7..7"])
  }

  @Test("an import that is forgotten does not hide what another process committed before") func forgotten() async throws
  {
    let store = try await stocked([[1]])
    let other = try await place.open(registry)
    _ = try await other.append([Draft("heartRate", at: 10, value: 10)], registry)
    try await other.commit()
    #expect(try await store.forget(imports: ["/in.ndjson"]) == 1)
    _ = try await store.append([Draft("heartRate", at: 5, value: 5)], registry)
    try await store.commit()
    #expect(try await added(store) == [1: [1], 2: [10], 3: [5]])
    try await store.close()
    try await other.close()
  }

  @Test("what is rolled back leaves no span, and nothing lies behind it") func rolledBack() async throws {
    let store = try await stocked([[1]])
    _ = try await store.append([Draft("heartRate", at: 9, value: 9)], registry)
    await store.rollback()
    _ = try await store.append([Draft("heartRate", at: 5, value: 5)], registry)
    try await store.commit()
    try await store.close()
    #expect(try spans() == ["1: 1..1", "2: 5..5"])
    #expect(try scattered() == [])
  }

  @Test("what was deleted is not told by the spans, and spans with nothing in them go") func deleted() async throws {
    let store = try await stocked([[1, 5, 9], [20], [3, 30, 31]])
    for (from, to) in [(1, 2), (9, 10), (20, 21), (31, 32)] {
      var query = SampleQuery()
      query.from = Int64(from)
      query.to = Int64(to)
      #expect(try await store.delete(query).deleted == 1)
    }
    #expect(try await added(store) == [1: [5], 3: [3, 30]])
    #expect(try await store.verify() == [])
    try await store.close()
    #expect(try spans() == ["1: 5..5", "3: 30..30"])
  }

  @Test("a commit is read by the index and the key, in the order of the feed", arguments: [false, true])
  func plan(omitsMembers: Bool) async throws {
    try await stocked([[1, 2], [1, 3]]).close()
    let plan = try place.rows("EXPLAIN QUERY PLAN " + ChangeReader.heads(omitsMembers: omitsMembers))
      .compactMap { $0["detail"] }
    #expect(plan.contains { $0.contains("assay_samples_by_batch (batch=? AND type=?)") }, "\(plan)")
    #expect(plan.contains { $0.contains("PRIMARY KEY (type=? AND start_us>? AND start_us<?)") }, "\(plan)")
    #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
  }
}
