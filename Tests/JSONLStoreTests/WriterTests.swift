import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// One writer at a time, several in turn, and what an error leaves.
@Suite struct WriterTests {
  let place: Place
  private let first = Bench.heartRate(60, at: 0)
  private let second = Bench.heartRate(61, at: 60)

  init() throws { place = try Place() }

  @Test func anotherWriterIsWaitedForAndThenReported() async throws {
    let one = try await place.open()
    let two = try await place.open { $0.waitMilliseconds = 30 }
    #expect(try await one.append([first]) == "+")
    let error = await #expect(throws: StorageError.self) { _ = try await two.append([self.second]) }
    #expect(error?.code == .locked)
    let deletion = await #expect(throws: StorageError.self) { _ = try await two.delete(SampleQuery()) }
    #expect(deletion?.code == .locked)
    #expect(try await two.lines().isEmpty)
    try await one.commit(nil)
    #expect(try await two.append([first, second]) == "=+")
    try await two.commit(nil)
    for store in [one, two] {
      #expect(try await store.lines() == normal([first, second]))
      try await store.close()
    }
  }

  /// Whoever writes next knows what others did meanwhile: samples, deletions, compacting, types.
  @Test func writersInTurnKnowOfEachOther() async throws {
    let one = try await place.open()
    let two = try await place.open()
    try await one.keep([first])
    try await two.keep([second, Bench.steps(5, at: 0)])
    #expect(try await one.append([first, second, Bench.steps(5, at: 0), Bench.steps(6, at: 1)]) == "===+")
    try await one.commit(nil)
    var query = SampleQuery()
    query.types = ["stepCount"]
    #expect(try await two.delete(query).deleted == 2)
    #expect(try await one.append([Bench.steps(5, at: 0), Bench.steps(7, at: 2)]) == "=+")
    try await one.commit(nil)
    _ = try await two.compact()
    #expect(try await one.append([first, Bench.steps(7, at: 2), Bench.steps(8, at: 3)]) == "==+")
    try await one.commit(nil)
    for store in [one, two] {
      #expect(try await store.lines() == normal([first, second, Bench.steps(7, at: 2), Bench.steps(8, at: 3)]))
      #expect(try await store.history() == "1: 1 added; 2: 1 added; 4: 2 deleted; 5: 1 added; 6: 1 added")
      #expect(try await store.verify().isEmpty)
      try await store.close()
    }
  }

  @Test func nothingOfATransactionIsInTheFilesBeforeItsCommit() async throws {
    let store = try await place.open()
    let before = try place.contents()
    _ = try await store.append([first, Bench.pressure(120, 80, at: 0)])
    #expect(try place.contents() == before)
    await store.rollback()
    try await store.commit(nil)
    #expect(try place.contents() == before)
    try await store.close()
  }

  @Test func aCommitThatChangesNothingWritesNothing() async throws {
    let store = try await place.open()
    try await store.keep([first])
    let before = try place.contents()
    #expect(try await store.append([first]) == "=")
    try await store.commit(nil)
    try await store.commit(nil)
    #expect(try place.contents() == before)
    try await store.close()
  }

  /// The files of a commit that fails are as they were, and nothing is taken until the transaction was given up.
  @Test func aFailedCommitLeavesNothing() async throws {
    let store = try await place.open()
    try await store.keep([first])
    // A folder in the place of a file.
    try FileManager.default.createDirectory(
      atPath: place.store + "/samples/stepCount/2026-01.ndjson", withIntermediateDirectories: true)
    let before = try place.contents()
    #expect(try await store.append([second, Bench.steps(5, at: 0)]) == "++")
    for _ in 0..<2 {
      let error = await #expect(throws: StorageError.self) { try await store.commit(nil) }
      #expect(error?.code == .unwritable)
    }
    await #expect(throws: StorageError.self) { _ = try await store.append([self.second]) }
    #expect(try place.contents() == before)
    #expect(try await store.lines() == normal([first]))
    await store.rollback()
    #expect(try await store.append([first, second]) == "=+")
    try await store.commit(nil)
    #expect(try await store.lines() == normal([first, second]))
    #expect(try await store.verify().isEmpty)
    try await store.close()
  }

  @Test func aStoreOpenedForReadingTakesNothingAndWritesNothing() async throws {
    let store = try await place.open()
    try await store.keep([first])
    try await store.close()
    let before = try place.contents()
    let reader = try await place.open { $0.isReadOnly = true }
    #expect(try await reader.lines() == normal([first]))
    let progress = ImportProgress(input: "/a", path: "a", catalogHash: "c", version: "1")
    for work in [
      { _ = try await reader.append([Bench.heartRate(1, at: 1)]) }, { try await reader.commit(progress) },
      { _ = try await reader.delete(SampleQuery()) }, { _ = try await reader.compact() },
    ] as [@Sendable () async throws -> Void] {
      let error = await #expect(throws: StorageError.self) { try await work() }
      #expect(error?.code == .unwritable)
    }
    try await reader.close()
    #expect(try place.contents() == before)
  }

  @Test func aClosedStoreAnswersNothing() async throws {
    let store = try await place.open()
    try await store.close()
    try await store.close()
    await #expect(throws: StorageError.self) { _ = try await store.append([self.first]) }
    await #expect(throws: StorageError.self) { _ = try await store.lines() }
    await #expect(throws: StorageError.self) { _ = try await store.information() }
  }

  @Test func aSampleThatNoFileCanHoldIsRefused() async throws {
    let store = try await place.open()
    var batch = try Bench.batch([first, Bench.pressure(120, 80, at: 0)])
    batch.start[2] = Instant.latest + 1
    let receipt = try await store.append(batch)
    #expect(receipt.outcomes == [.accepted, .refused, .refused, .refused])
    #expect(Set(receipt.reasons.keys) == [1, 2, 3])
    try await store.commit(nil)
    #expect(try await store.lines() == normal([first]))
    try await store.close()
  }
}
