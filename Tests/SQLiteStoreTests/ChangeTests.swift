import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@Suite struct ChangeTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  /// A store with three commits: values name the samples, and a correlation has none.
  private func stocked() async throws -> StepwiseStore {
    let store = try await place.open(registry)
    for drafts in [
      [Draft("stepCount", at: 0, value: 1), Draft("heartRate", at: 9, value: 2), Draft("heartRate", at: 5, value: 3)],
      [Draft.pressure(120, 80, at: 7)],
      [Draft("heartRate", at: 1, value: 4)],
    ] {
      _ = try await store.append(drafts, registry)
      try await store.commit()
    }
    return store
  }

  @Test func aLimitOfNoneGoesNowhere() async throws {
    let store = try await stocked()
    #expect(try await store.feed(ChangeQuery(limit: 0)) == Feed(anchor: .beginning))
    try await store.close()
  }

  @Test func whatWasDeletedComesAsItsId() async throws {
    let store = try await stocked()
    var query = SampleQuery()
    query.values = [ValueCondition(.equal, .number(2))]
    #expect(try await store.delete(query) == DeletionReceipt(deleted: 1, anchor: ChangeAnchor(commit: 4)))
    let id = Draft("heartRate", at: 9, value: 2).id
    var feed = try await store.feed()
    #expect(feed.text == "1: 3 1; 2: 0 120 80 80 120; 3: 4; 4:  -1")
    #expect(feed.commits.last?.deleted == [DeletedSample(id: id, type: "heartRate")])
    query.values = [ValueCondition(.less, .number(99))]
    query.types = ["stepCount", "heartRate", "bloodPressureDiastolic"]
    #expect(try await store.delete(query).deleted == 6)
    feed = try await store.feed()
    #expect(feed.text == "4:  -1; 5:  -6")
    #expect(
      feed.commits.last?.deleted.map(\.type) == [
        "bloodPressure", "bloodPressureDiastolic", "bloodPressureSystolic", "heartRate", "heartRate", "stepCount",
      ])
    #expect(try await store.feed(ChangeQuery(since: ChangeAnchor(commit: 4), types: ["stepCount"])).text == "5:  -1")
    try await store.close()
  }

  @Test func aLargeCommitComesInPages() async throws {
    let store = try await place.open(registry)
    _ = try await store.append((0..<10_000).map { Draft("stepCount", at: Int64($0), value: 1) }, registry)
    try await store.commit()
    _ = try await store.append([Draft("stepCount", at: -1, value: 2)], registry)
    try await store.commit()
    #expect(try await store.delete(SampleQuery()).deleted == 10_001)
    _ = try await store.append((0..<5000).map { Draft("heartRate", at: Int64($0), value: 1) }, registry)
    try await store.commit()
    var pages: [String] = []
    let anchor = try await store.changes(ChangeQuery()) { page in
      pages.append("\(page.commit) \(page.added.count) \(page.deleted.count) \(page.isEndOfCommit)")
      return true
    }
    #expect(anchor == ChangeAnchor(commit: 4))
    #expect(pages == ["3 0 4096 false", "3 0 4096 false", "3 0 1809 true", "4 4096 0 false", "4 904 0 true"])
    #expect(try await store.feed(pages: 1).anchor == ChangeAnchor(commit: 2))
    #expect(try await store.feed(pages: 3).anchor == ChangeAnchor(commit: 3))
    #expect(try await store.feed(pages: 4).anchor == ChangeAnchor(commit: 3))
    #expect(try await store.feed(pages: 5).anchor == ChangeAnchor(commit: 4))
    try await store.close()
  }
}
