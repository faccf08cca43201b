import HealthModel
import HealthStorage

/// A chunk whose samples are on their way into the store.
struct UnderwayAppend {
  private let result: ChunkResult
  private let receipt: Task<AppendReceipt, any Error>?

  /// Begins to append a chunk's samples, if it has any.
  init(_ result: ChunkResult, to store: any StorageBackend) {
    self.result = result
    let batch = result.batch
    receipt = batch.count > 0 ? Task { try await store.append(batch) } : nil
  }

  /// Waits until the samples are appended.
  ///
  /// - Throws: what the store threw.
  func finish() async throws -> StoredChunk { StoredChunk(result: result, receipt: try await receipt?.value) }
}

/// A chunk and what the store said of its samples.
struct StoredChunk {
  let result: ChunkResult
  /// `nil` when the chunk has no samples for the store.
  let receipt: AppendReceipt?
}
