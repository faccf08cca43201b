import HealthModel
import HealthStorage

/// A chunk whose samples are on their way into the store.
struct PendingAppend {
  private let result: ChunkResult
  private let queued: QueuedAppend?

  /// Begins to append a chunk's samples, if it has any, after those of the chunks before it.
  init(_ result: ChunkResult, to transaction: borrowing WriteTransaction) {
    self.result = result
    queued = result.batch.count > 0 ? transaction.enqueue(result.batch) : nil
  }

  /// Waits until the samples are appended.
  ///
  /// - Throws: what the store threw, of this chunk's samples or of earlier ones.
  func finish() async throws -> StoredChunk { StoredChunk(result: result, receipt: try await queued?.receipt()) }
}

/// A chunk and what the store said of its samples.
struct StoredChunk {
  let result: ChunkResult
  /// `nil` when the chunk has no samples for the store.
  let receipt: AppendReceipt?
}
