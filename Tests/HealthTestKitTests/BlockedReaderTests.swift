import Dispatch
import HealthModel
import HealthStorage
import HealthTestKit
import Synchronization
import Testing

/// Readers that wait for a disk hold no thread that other tasks need.
@Suite struct BlockedReaderTests {
  @Test(.timeLimit(.minutes(10)), arguments: [ConformanceTests.Kind.sqlite, .jsonl])
  func otherTasksGoOnWhileReadersAreBlocked(_ kind: ConformanceTests.Kind) async throws {
    try await TestPlace.withFolder { folder in
      let workbench = SampleWorkbench(registry: try TestPlace.registry())
      let slot = StoreSlot(name: "blocked", folder: folder)
      let store = try await kind.store.open(slot, workbench.context())
      let batch = try workbench.batch(
        #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T00:00:00Z"}"#)
      _ = try await store.write { transaction in try await transaction.append(batch) }
      // More than any machine's cooperative pool has threads here.
      let count = 64
      let gate = Gate()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask {
            try await store.query(SampleQuery()) { _ in
              gate.wait()
              return true
            }
          }
        }
        // Runs on the pool that the readers must leave alone; a pool without a free thread never comes here.
        while gate.waiting < 2 { await Task.yield() }
        for _ in 0..<count { #expect(await Task.detached { true }.value) }
        gate.open(for: count)
        try await group.waitForAll()
      }
      try await store.close()
    }
  }
}

/// Where readers block their threads until they are let through.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let count = Atomic<Int>(0)

  /// How many came here.
  var waiting: Int { count.load(ordering: .relaxed) }

  func wait() {
    count.add(1, ordering: .relaxed)
    semaphore.wait()
  }

  func open(for count: Int) { for _ in 0..<count { semaphore.signal() } }
}
