import HealthModel
import HealthStorage

/// A chunk whose samples are on their way into the store.
struct UnderwayAppend {
  private let result: ChunkResult
  private let receipt: Task<AppendReceipt, any Error>?
  /// What the next chunk's samples wait for.
  private let last: Task<AppendReceipt, any Error>?

  /// Begins to append a chunk's samples, if it has any, once those of the chunk before it are appended.
  init(_ result: ChunkResult, to store: any StorageBackend, after earlier: UnderwayAppend? = nil) {
    self.result = result
    let batch = result.batch
    let previous = earlier?.last
    receipt =
      batch.count > 0
      ? Task {
        _ = try await previous?.value
        return try await store.append(batch)
      } : nil
    last = receipt ?? previous
  }

  /// Waits until the samples are appended.
  ///
  /// - Throws: what the store threw, of this chunk's samples or of earlier ones.
  func finish() async throws -> StoredChunk { StoredChunk(result: result, receipt: try await receipt?.value) }
}

/// A chunk and what the store said of its samples.
struct StoredChunk {
  let result: ChunkResult
  /// `nil` when the chunk has no samples for the store.
  let receipt: AppendReceipt?
}
