import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// New and deleted samples since an anchor, which is never a time.
@Suite(.timeLimit(.minutes(10))) struct AnchoredObjectQueryTests {
  @Test(arguments: ChangeBench.Kind.allCases)
  func aSampleThatComesLateWithAnOldDateIsInTheNextAnswer(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.heart(60))
      let first = try await bench.store.changes(of: ["heartRate"])
      #expect(first.added.map(\.id) == [ChangeBench.id(60)])
      try await bench.commit(ChangeBench.heart(61, at: "2019-05-01T08:00:00Z"))
      let second = try await bench.store.changes(of: ["heartRate"], since: first.anchor)
      #expect(second.added.map { $0.quantity?.value } == [61])
      #expect(second.anchor > first.anchor)
      let third = try await bench.store.changes(of: ["heartRate"], since: second.anchor)
      #expect(third.added.isEmpty && third.deleted.isEmpty && third.anchor == second.anchor)
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func aDeletedSampleIsToldOnce(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.heart(60), ChangeBench.heart(61))
      let anchor = try await bench.store.changes().anchor
      try await bench.delete(ChangeBench.id(60))
      let result = try await bench.store.changes(since: anchor)
      #expect(result.added.isEmpty)
      #expect(result.deleted == [DeletedSample(id: ChangeBench.id(60), type: "heartRate")])
      #expect(try await bench.store.changes(since: result.anchor).deleted.isEmpty)
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func whatWasAddedAndDeletedInBetweenIsOnlyDeleted(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.heart(60))
      let anchor = try await bench.store.changes().anchor
      try await bench.commit(ChangeBench.heart(61), ChangeBench.heart(62))
      try await bench.delete(ChangeBench.id(61))
      let result = try await bench.store.changes(since: anchor)
      #expect(result.added.map(\.id) == [ChangeBench.id(62)])
      #expect(result.deleted.map(\.id) == [ChangeBench.id(61)])
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func aCorrelationComesWithItsMembersInside(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.pressure(10), ChangeBench.heart(60))
      let all = try await bench.store.changes()
      #expect(all.added.map(\.type) == ["bloodPressure", "heartRate"])
      let roles = Set(all.added.first?.members.map(\.role) ?? [])
      #expect(roles == ["bloodPressureSystolic", "bloodPressureDiastolic"])
      let members = try await bench.store.changes(of: ["bloodPressureSystolic"])
      #expect(members.added.map(\.type) == ["bloodPressureSystolic"])
      #expect(members.anchor == all.anchor)
      try await bench.delete(ChangeBench.id(11))
      let later = try await bench.store.changes(since: all.anchor)
      #expect(later.added.isEmpty)
      #expect(later.deleted.map(\.id).sorted() == [10, 11, 12].map(ChangeBench.id))
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases, [1, 2, 3, 100])
  func aLimitEndsBehindACommitAndTheNextQueryGoesOn(_ kind: ChangeBench.Kind, _ limit: Int) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.heart(60), ChangeBench.heart(61))
      try await bench.commit(ChangeBench.heart(62), ChangeBench.steps(63), ChangeBench.pressure(64))
      try await bench.commit(ChangeBench.heart(70))
      try await bench.delete(ChangeBench.id(60))
      var anchor = ChangeAnchor.beginning
      var sizes: [Int] = []
      var seen: [SampleID] = []
      while sizes.count < 10 {
        let result = try await bench.store.changes(since: anchor, limit: limit)
        anchor = result.anchor
        guard !result.added.isEmpty || !result.deleted.isEmpty else { break }
        sizes.append(result.added.count + result.deleted.count)
        seen += result.added.map(\.id) + result.deleted.map(\.id)
      }
      // What is left of the four commits: one sample, three, one, and one that is gone.
      let expected = [1: [1, 3, 1, 1], 2: [4, 2], 3: [4, 2], 100: [6]]
      #expect(sizes == expected[limit])
      #expect(seen.sorted() == [60, 61, 62, 63, 64, 70].map(ChangeBench.id))
      #expect(anchor == ChangeAnchor(commit: 4))
    }
  }

  @Test(arguments: ["heartRate", "HKQuantityTypeIdentifierHeartRate"])
  func typesGoByAnyOfTheirNames(_ name: String) async throws {
    try await ChangeBench.with(.memory) { bench in
      try await bench.commit(ChangeBench.heart(60), ChangeBench.steps(61))
      let result = try await bench.store.changes(of: [name])
      #expect(result.added.map(\.type) == ["heartRate"])
    }
  }

  @Test func anUnknownTypeIsAnErrorThatNamesTheNearestOne() async throws {
    try await ChangeBench.with(.memory) { bench in
      let error = await #expect(throws: QueryError.self) {
        _ = try await bench.store.changes(of: ["hartRate"])
      }
      #expect(error?.reason == .unknownType)
      #expect(error?.instead?.contains("heartRate") == true)
    }
  }

  @Test func anExpiredAnchorIsToldAsTheStoreSaysIt() async throws {
    try await ChangeBench.with(.memory) { bench in
      let expired = StorageError(.expired, "deletions are known since the anchor 7 only", hint: "begin again")
      let store = bench.store(of: ScriptedStore(bench.backend) { _ in expired })
      await #expect(throws: expired) { _ = try await store.changes() }
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func membersAreToldInTheirTypeWhenNoCorrelationIsAskedFor(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(
        """
        {"type":"bloodPressure","start":"2026-01-05T07:00:00Z","members":[\
        {"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},\
        {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
        """)
      let members = try await bench.store.changes(of: ["bloodPressureSystolic"])
      #expect(members.added.map(\.type) == ["bloodPressureSystolic"])
      let groups = try await bench.store.changes(of: ["bloodPressure", "bloodPressureSystolic"])
      #expect(groups.added.map(\.type) == ["bloodPressure"])
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func anAnchorOfAnotherStoreIsRefused(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      let error = await #expect(throws: StorageError.self) {
        _ = try await bench.store.changes(since: ChangeAnchor(commit: 9))
      }
      #expect(error?.code == .failed)
    }
  }
}
