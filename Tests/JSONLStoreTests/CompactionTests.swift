import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import JSONLStore

/// Compacting gives back room and changes no answer.
@Suite struct CompactionTests {
  let place: Place
  private static let samples = (0..<200).map { Bench.heartRate(60, at: $0 * Bench.day / 4) }

  init() throws { place = try Place() }

  /// A store with every other sample of the first fifty days deleted.
  private func makeStore() async throws -> StepwiseStore {
    let store = try await place.open()
    for start in stride(from: 0, to: 200, by: 20) { try await store.keep(Array(Self.samples[start..<start + 20])) }
    var query = SampleQuery()
    query.ids = try stride(from: 0, to: 200, by: 2).map { try Bench.batch([Self.samples[$0]]).id[0] }
    _ = try await store.delete(query)
    return store
  }

  private static func left() throws -> [String] {
    try normal(samples.enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
  }

  @Test func everyAnswerStaysAndTheFilesAreShorter() async throws {
    let store = try await makeStore()
    let history = try await store.history()
    let since = try await store.history(since: 6)
    let receipt = try await store.compact()
    #expect(receipt.bytesAfter < receipt.bytesBefore)
    #expect(try await store.lines() == Self.left())
    #expect(try await store.history() == history)
    #expect(try await store.history(since: 6) == since)
    #expect(try await store.verify().isEmpty)
    #expect(try await store.information().lastCommit == 11)
    #expect(
      try place.lasting().filter { $0.hasPrefix("samples") } == [
        "samples/heartRate/2026-01.1.ndjson", "samples/heartRate/2026-02.1.ndjson",
      ])
    #expect(try place.lines("samples/heartRate/2026-01.1.ndjson").allSatisfy { $0.hasPrefix("{") })
    try await store.close()
    let again = try await place.open()
    #expect(try await again.append(Self.samples).allSatisfy { $0 == "=" })
    await again.rollback()
    try await again.keep([Bench.heartRate(61, at: 1)])
    #expect(try await again.lines().count == 101)
    #expect(try await again.verify().isEmpty)
    try await again.close()
  }

  @Test func compactingTwiceIsNothingMore() async throws {
    let store = try await makeStore()
    _ = try await store.compact()
    let before = try place.contents()
    let receipt = try await store.compact()
    #expect(receipt.bytesBefore == receipt.bytesAfter)
    #expect(try place.contents() == before)
    try await store.close()
  }

  @Test func aFileMayBecomeEmptyAndGrowAgain() async throws {
    let store = try await makeStore()
    _ = try await store.delete(SampleQuery())
    _ = try await store.compact()
    #expect(try await store.lines().isEmpty)
    #expect(try await store.verify().isEmpty)
    try await store.keep([Bench.heartRate(61, at: 1)])
    #expect(try await store.lines() == normal([Bench.heartRate(61, at: 1)]))
    _ = try await store.delete(SampleQuery())
    _ = try await store.compact()
    #expect(try await store.append(Self.samples).allSatisfy { $0 == "=" })
    await store.rollback()
    #expect(try await store.verify().isEmpty)
    try await store.close()
  }

  /// New files that no commit knows, and old ones that were not removed, are what an interruption leaves.
  @Test func anInterruptedCompactingLeavesNothing() async throws {
    let store = try await makeStore()
    try await store.close()
    let old = try place.bytes("samples/heartRate/2026-01.ndjson")
    let before = try place.lasting()
    try place.write(Array(old[..<(old.count / 2)]), "samples/heartRate/2026-01.1.ndjson")
    let again = try await place.open()
    #expect(try place.lasting() == before)
    _ = try await again.compact()
    try await again.close()
    let after = try place.lasting()
    try place.write(old, "samples/heartRate/2026-01.ndjson")
    let last = try await place.open()
    #expect(try place.lasting() == after)
    #expect(try await last.lines() == Self.left())
    try await last.close()
  }

  /// The other way around: the file that counts is missing, and an older or newer one is not taken for garbage.
  @Test func theOnlyFileIsNeverRemoved() async throws {
    let store = try await makeStore()
    try await store.close()
    let log = try place.bytes("commits.jsonl")
    let again = try await place.open()
    _ = try await again.compact()
    try await again.close()
    try place.write(log, "commits.jsonl")
    let before = try place.contents()
    let error = await #expect(throws: StorageError.self) { _ = try await place.open() }
    #expect(error?.code == .corrupt)
    #expect(try place.contents() == before)
  }
}
