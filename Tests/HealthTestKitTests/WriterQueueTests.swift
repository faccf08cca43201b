import HealthModel
import HealthStorage
import HealthTestKit
import Synchronization
import Testing

/// One transaction at a time, and those who wait get their turn in order.
@Suite struct WriterQueueTests {
  private static func sample(_ number: Int) throws -> SampleBatch {
    try SampleWorkbench(registry: TestPlace.registry()).batch(
      #"{"type":"stepCount","value":\#(number),"unit":"count","start":"2026-01-01T08:00:00Z"}"#)
  }

  private static func count(_ store: MemoryStore) async throws -> Int {
    try await store.counts().map(\.count).reduce(0, +)
  }

  private final class Order: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  /// Waits until so many others wait.
  private static func wait(for count: Int, _ store: MemoryStore) async {
    while store.line.waiterCount < count { await Task.yield() }
  }

  @Test func turnsComeInTheOrderInWhichTheyWereAskedFor() async throws {
    let store = MemoryStore(registry: try TestPlace.registry())
    let order = Order()
    let first = try await store.begin()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<20 {
      tasks.append(Task { try await store.write { _ in order.numbers.withLock { $0.append(number) } } })
      await Self.wait(for: number + 1, store)
    }
    #expect(order.numbers.withLock { $0 }.isEmpty)
    await first.rollback()
    for task in tasks { try await task.value }
    #expect(order.numbers.withLock { $0 } == Array(0..<20))
  }

  @Test func whoIsCanceledLeavesTheLine() async throws {
    let store = MemoryStore(registry: try TestPlace.registry())
    let first = try await store.begin()
    let tasks = (0..<3).map { number in
      Task {
        let batch = try Self.sample(number)
        _ = try await store.write { transaction in try await transaction.append(batch) }
      }
    }
    await Self.wait(for: 3, store)
    tasks[1].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    #expect(store.line.waiterCount == 2)
    await first.rollback()
    try await tasks[0].value
    try await tasks[2].value
    #expect(try await Self.count(store) == 2)
    // Canceled before it asks, and while nobody writes.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await store.begin()
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    try await store.begin().finish()
  }

  @Test func aTransactionThatGoesOutOfScopeIsRolledBack() async throws {
    let store = MemoryStore(registry: try TestPlace.registry())
    let batch = try Self.sample(1)
    do {
      let transaction = try await store.begin()
      _ = try await transaction.append(batch)
      try await transaction.commit()
      _ = try await transaction.append(try Self.sample(2))
    }
    // Gets the turn once the rollback is done.
    let next = try await store.begin()
    #expect(try await next.append(batch).outcomes == [.duplicate])
    #expect(try await next.append(try Self.sample(2)).outcomes == [.accepted])
    await next.rollback()
    #expect(try await Self.count(store) == 1)
  }

  @Test func aClosedStoreLosesNothingSilently() async throws {
    let store = MemoryStore(registry: try TestPlace.registry())
    let transaction = try await store.begin()
    _ = try await transaction.append(try Self.sample(1))
    try await store.close()
    let error = await #expect(throws: StorageError.self) { try await transaction.commit() }
    #expect(error?.code == .failed)
    await #expect(throws: StorageError.self) { _ = try await transaction.append(try Self.sample(2)) }
    await transaction.rollback()
    await #expect(throws: StorageError.self) { _ = try await store.delete(SampleQuery()) }
    #expect(try await Self.count(store) == 0)
  }

  /// What a function of an actor writes, it may write with the actor's own state.
  @Test func anActorWritesWithItsOwnState() async throws {
    actor Server {
      let store: MemoryStore
      var accepted = 0

      init(_ store: MemoryStore) { self.store = store }

      func save(_ batch: SampleBatch) async throws {
        try await store.write { transaction in
          accepted += try await transaction.append(batch).count(of: .accepted)
        }
      }
    }
    let store = MemoryStore(registry: try TestPlace.registry())
    let server = Server(store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<64 { group.addTask { try await server.save(try Self.sample(number)) } }
      try await group.waitForAll()
    }
    #expect(await server.accepted == 64)
    #expect(try await Self.count(store) == 64)
  }
}
