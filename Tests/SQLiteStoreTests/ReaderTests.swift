import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Synchronization
import Testing

@testable import SQLiteStore

/// Connections that read are kept for the next question, are few, and end with a cancelled task.
@Suite struct ReaderTests {
  private let place: Place
  private let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  private func stocked(_ count: Int) async throws -> StepwiseStore {
    let store = try await place.open(registry)
    _ = try await store.append((0..<count).map { Draft("stepCount", at: Int64($0), value: 1) }, registry)
    try await store.commit()
    return store
  }

  private func pool(of store: StepwiseStore) throws -> ReaderPool {
    try #require(store.base as? SQLiteBackend).readers
  }

  /// A question of every kind.
  private static func ask(_ store: StepwiseStore) async throws {
    var query = SampleQuery()
    query.types = ["stepCount"]
    let scan = SampleScan(query, cuts: [0, 5, 10, 15])
    #expect(try await store.answers().count == 10)
    #expect(try await store.counts().map(\.count) == [10])
    #expect(try await store.feed().commits.count == 1)
    #expect(try await store.statistics(query).count == 10)
    #expect(try await store.imports().count == 1)
    #expect(try await store.progress(of: "/in.ndjson") != nil)
    #expect(try await store.information().lastCommit == 1)
    #expect(try await store.verify().isEmpty)
    let parts = try await store.scan(scan, into: { _ in 0 }) { $0 += $1.count }
    #expect(parts == [5, 5, 0])
  }

  @Test(arguments: [false, true])
  func questionsOneAfterTheOtherShareConnections(isReadOnly: Bool) async throws {
    var store = try await stocked(10)
    if isReadOnly {
      try await store.close()
      store = try await place.open(registry, isReadOnly: true)
    }
    for _ in 0..<20 { try await Self.ask(store) }
    let pool = try pool(of: store)
    #expect(pool.openedCount <= pool.threads.count, "one for each question, and those of a scan")
    try await store.close()
  }

  @Test func questionsAtTheSameTimeShareConnections() async throws {
    let store = try await stocked(10)
    let pool = try pool(of: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 { group.addTask { try await Self.ask(store) } }
      try await group.waitForAll()
    }
    // The second half is closed and opened again when scans meet other questions.
    #expect(pool.openCount <= pool.threads.count)
    try await store.close()
    #expect(pool.openCount == 0)
  }

  @Test func whatIsCommittedAndDefinedMeanwhileIsSeen() async throws {
    let store = try await stocked(1)
    #expect(try await store.answers().count == 1)
    // A type that the store did not have, and a sample longer than any before it.
    _ = try await store.append([Draft("heartRate", at: 5, lasting: 1_000_000, value: 60)], registry)
    try await store.commit()
    #expect(try await store.answers().count == 2)
    var query = SampleQuery()
    query.from = 900_000
    #expect(try await store.answers(query).map(\.value) == [60])
    try await store.close()
  }

  @Test func aConnectionThatFailedIsClosed() async throws {
    let store = try await stocked(10)
    #expect(try await store.answers().count == 10)
    try place.run("ALTER TABLE assay_samples RENAME TO gone")
    await #expect(throws: StorageError.self) { _ = try await store.answers() }
    #expect(try pool(of: store).openCount == 0)
    // The next question's connection is new, and is checked like the first.
    let error = await #expect(throws: StorageError.self) { _ = try await store.answers() }
    #expect(error?.code == .corrupt)
    try await store.close()
  }

  @Test func aStoreThatWasReplacedIsReadAnew() async throws {
    try await stocked(3).close()
    let other = try Place()
    let made = try await other.open(registry)
    _ = try await made.append([Draft("heartRate", at: 0, value: 60)], registry)
    try await made.commit()
    try await made.close()
    let store = try await place.open(registry, isReadOnly: true)
    #expect(try await store.answers().count == 3)
    for name in try place.names() { try FileManager.default.removeItem(atPath: place.folder + "/" + name) }
    await #expect(throws: StorageError.self) { _ = try await store.answers() }
    try FileManager.default.copyItem(atPath: other.path, toPath: place.path)
    #expect(try await store.answers().map(\.value) == [60])
    try await store.close()
  }

  /// Ways to read that take more than one batch.
  enum Reading: String, CaseIterable, Sendable { case query, changes, scan }

  @Test(arguments: Reading.allCases)
  func cancellingEndsAStatementThatRuns(_ reading: Reading) async throws {
    let store = try await stocked(10_000)
    let batches = BatchCount()
    let task = Task {
      switch reading {
      case .query:
        try await store.query(SampleQuery()) { _ in
          batches.take()
          return true
        }
      case .changes:
        _ = try await store.changes(ChangeQuery()) { _ in
          batches.take()
          return true
        }
      case .scan:
        var query = SampleQuery()
        query.types = ["stepCount"]
        _ = try await store.scan(SampleScan(query), into: { _ in 0 }) { _, _ in batches.take() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(batches.count == 1)
    #expect(try await store.answers().count == 10_000)
    try await store.close()
  }
}

/// Counts batches, and cancels the task that takes one, which goes on as if it did not notice.
private final class BatchCount: Sendable {
  private let taken = Atomic<Int>(0)

  var count: Int { taken.load(ordering: .relaxed) }

  func take() {
    taken.add(1, ordering: .relaxed)
    withUnsafeCurrentTask { $0?.cancel() }
  }
}
