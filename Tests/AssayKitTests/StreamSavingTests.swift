import AssayKit
import Testing

/// The source of samples failed.
private struct SourceFault: Error {}

extension HealthStoreTests {
  @Test(
    "what came before a source fails stays, and what was not a whole transaction does not",
    arguments: HealthStoreTests.kinds)
  func failingSource(_ kind: String) async throws {
    try await Self.withStore(kind) { store in
      let source = AsyncThrowingStream<NewSample, any Error> { continuation in
        for number in 0..<250 { continuation.yield(Self.heartRate(number == 7 ? -1 : 61.5, number)) }
        continuation.finish(throwing: SourceFault())
      }
      var receipts: [SaveReceipt] = []
      await #expect(throws: SourceFault.self) {
        try await store.save(contentsOf: source, inTransactionsOf: 100) { receipts.append($0) }
      }
      #expect(receipts.map(\.storedCount) == [99, 100])
      #expect(receipts.first?.outcomes[7].isInStore == false)
      let kept = try await store.samples(QuantityType("heartRate"))
      #expect(kept.count == 199)
      receipts = []
      let others = AsyncStream<NewSample> { continuation in
        for number in 300..<650 { continuation.yield(Self.heartRate(61.5, number)) }
        continuation.finish()
      }
      await #expect(throws: SourceFault.self) {
        try await store.save(contentsOf: others, inTransactionsOf: 100) { receipt in
          receipts.append(receipt)
          if receipts.count == 2 { throw SourceFault() }
        }
      }
      // The third transaction was judged, and is not begun when the caller fails.
      #expect(receipts.count == 2)
      let stored = try await store.samples(QuantityType("heartRate"))
      #expect(stored.count == 399)
    }
  }
}
