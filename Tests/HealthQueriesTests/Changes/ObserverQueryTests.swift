import HealthModel
import HealthQueries
import HealthStorage
import Testing

/// Changes as they are committed, by this process and by others.
@Suite(.timeLimit(.minutes(10))) struct ObserverQueryTests {
  /// Long enough that a test which waits for it fails by its time limit.
  private static let never = Duration.seconds(100_000)

  /// The values of the samples in pages, until so many have come.
  private static func values(_ updates: ChangePages, count: Int) async throws -> [Double] {
    var values: [Double] = []
    for try await page in updates {
      values += page.added.value
      if values.count >= count { break }
    }
    return values
  }

  /// Why there is no next page.
  private static func failure(of updates: inout ChangePages.AsyncIterator) async -> (any Error)? {
    do {
      _ = try await updates.next()
      return nil
    } catch {
      return error
    }
  }

  @Test func commitsOfAnotherConnectionAreSeen() async throws {
    try await ChangeBench.with(.sqlite) { bench in
      try await bench.commit(ChangeBench.heart(59))
      let reader = try await bench.reader()
      let query = ChangePages(in: reader, since: try await reader.currentAnchor(), poll: .milliseconds(5))
      let watching = Task { try await Self.values(query, count: 3) }
      try await bench.commit(ChangeBench.heart(60))
      try await bench.commit(ChangeBench.heart(61), ChangeBench.heart(62))
      #expect(try await watching.value == [60, 61, 62])
      try await reader.backend.close()
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func aSignalWakesEveryObserverWithoutWaiting(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      let signal = ChangeSignal()
      let query = ChangePages(
        of: ["heartRate"], in: bench.store, since: .beginning, poll: Self.never, signal: signal)
      let watching = (0..<4).map { _ in Task { try await Self.values(query, count: 20) } }
      for number in 40..<60 {
        try await bench.commit(ChangeBench.heart(number), ChangeBench.steps(number + 100))
        signal.raise()
        await Task.yield()
      }
      let expected = (40..<60).map { Double($0) }
      for task in watching { #expect(try await task.value == expected) }
    }
  }

  @Test(arguments: [nil, ChangeSignal()] as [ChangeSignal?])
  func cancellationEndsTheWait(_ signal: ChangeSignal?) async throws {
    try await ChangeBench.with(.memory) { bench in
      let query = ChangePages(in: bench.store, poll: Self.never, signal: signal)
      for delay in [0, 1, 20] {
        let watching = Task { try await Self.values(query, count: 1) }
        try await Task.sleep(for: .milliseconds(delay))
        watching.cancel()
        #expect(try await watching.value == [])
      }
    }
  }

  @Test func theStoreIsAskedOnlyWhenMoreIsWanted() async throws {
    try await ChangeBench.with(.memory) { bench in
      for number in 60..<63 { try await bench.commit(ChangeBench.heart(number)) }
      let counting = ScriptedStore(bench.backend)
      let query = ChangePages(in: bench.store(of: counting), since: .beginning, poll: .milliseconds(1))
      var updates = query.makeAsyncIterator()
      #expect(counting.questions == 0)
      for number in 60..<63 {
        let page = try await updates.next()
        #expect(page?.added.value == [Double(number)])
        #expect(counting.questions == 1)
      }
      #expect(updates.anchor == ChangeAnchor(commit: 3))
      try await bench.commit(ChangeBench.heart(63))
      let page = try await updates.next()
      #expect(page?.added.value == [63])
      #expect(counting.questions == 2)
    }
  }

  @Test func aLockedStoreIsTriedAgainAndOtherErrorsEndIt() async throws {
    try await ChangeBench.with(.memory) { bench in
      try await bench.commit(ChangeBench.heart(60))
      let store = bench.store(
        of: ScriptedStore(bench.backend) { number in
          number < 4 ? StorageError(.locked, "busy") : number == 5 ? StorageError(.corrupt, "torn") : nil
        })
      var updates = ChangePages(in: store, since: .beginning, poll: .milliseconds(1)).makeAsyncIterator()
      let page = try await updates.next()
      #expect(page?.added.value == [60])
      let error = await Self.failure(of: &updates)
      #expect((error as? StorageError) == StorageError(.corrupt, "torn"))
      let end = try await updates.next()
      #expect(end?.commit == nil)
    }
  }

  @Test func aQueryThatDoesNotFollowIsToldOfALock() async throws {
    try await ChangeBench.with(.memory) { bench in
      let busy = StorageError(.locked, "busy")
      let store = bench.store(of: ScriptedStore(bench.backend) { _ in busy })
      var updates = ChangePages(in: store, since: .beginning, follows: false).makeAsyncIterator()
      let error = await Self.failure(of: &updates)
      #expect((error as? StorageError) == busy)
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases, [false, true])
  func changesThatEndWhereTheyBeganAreDamage(_ kind: ChangeBench.Kind, follows: Bool) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.heart(60))
      let store = bench.store(of: ScriptedStore(bench.backend, isStuck: true))
      var updates = ChangePages(in: store, since: .beginning, follows: follows).makeAsyncIterator()
      let error = await Self.failure(of: &updates)
      #expect((error as? StorageError)?.code == .corrupt)
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func aQueryThatDoesNotFollowEndsBehindTheLastCommit(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.heart(60))
      try await bench.commit(ChangeBench.pressure(10))
      try await bench.delete(ChangeBench.id(60))
      let query = ChangePages(of: ["bloodPressure"], in: bench.store, since: .beginning, follows: false)
      var updates = query.makeAsyncIterator()
      let page = try await updates.next()
      #expect(page?.commit == 2)
      #expect(page?.added.count == 3)
      #expect(page?.deleted == [])
      for _ in 0..<2 {
        let end = try await updates.next()
        #expect(end?.commit == nil)
        #expect(updates.anchor == ChangeAnchor(commit: 3))
      }
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func withoutAnAnchorOnlyWhatComesIsTold(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      try await bench.commit(ChangeBench.heart(60))
      #expect(try await bench.store.currentAnchor() == ChangeAnchor(commit: 1))
      var updates = ChangePages(in: bench.store, follows: false).makeAsyncIterator()
      let end = try await updates.next()
      #expect(end?.commit == nil)
      #expect(updates.anchor == ChangeAnchor(commit: 1))
    }
  }

  @Test(arguments: ChangeBench.Kind.allCases)
  func aLargeCommitComesInPagesWithoutGaps(_ kind: ChangeBench.Kind) async throws {
    try await ChangeBench.with(kind) { bench in
      let lines = (0..<5000).map { ChangeBench.heart($0 % 150 + 40, id: 10_000 + $0) }
      try await bench.commit(lines.joined(separator: "\n"))
      try await bench.commit(ChangeBench.heart(60))
      var ids: [SampleID] = []
      var ends: [Int64] = []
      for try await page in ChangePages(in: bench.store, since: .beginning, follows: false) {
        ids += page.added.id
        if page.isEndOfCommit { ends.append(page.commit) }
      }
      #expect(ids.count == 5001 && Set(ids).count == 5001)
      #expect(ends == [1, 2])
    }
  }

  @Test func anUnknownTypeIsAnError() async throws {
    try await ChangeBench.with(.memory) { bench in
      var updates = ChangePages(of: ["hartRate"], in: bench.store).makeAsyncIterator()
      let error = await Self.failure(of: &updates)
      #expect((error as? QueryError)?.reason == .unknownType)
    }
  }
}
