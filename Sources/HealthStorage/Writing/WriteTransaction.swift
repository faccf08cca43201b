public import HealthModel

/// The turn to write to a store: what is appended is stored with `commit` or `finish`, and forgotten otherwise.
///
/// The value cannot be copied, so only its owner can append to the transaction, commit it or roll it back. While it
/// lives, all others that want to write to the same backend wait. When it goes out of scope, what was not committed is
/// rolled back.
///
/// ```swift
/// let transaction = try await store.begin()
/// for batch in batches {
///   _ = try await transaction.append(batch)
///   try await transaction.commit(progress)
/// }
/// try await transaction.finish()
/// ```
///
/// `StorageBackend.write` does this for a single commit.
public struct WriteTransaction: ~Copyable, Sendable {
  package let steps: TransactionSteps

  init(_ steps: TransactionSteps) { self.steps = steps }

  /// Adds samples; they are stored with the next commit.
  ///
  /// A correlation is followed by its members, all in one batch.
  ///
  /// - Returns: what became of each sample of the batch.
  /// - Throws: `StorageError`; nothing since the last commit is stored then, and all further calls throw the same error.
  public func append(_ batch: SampleBatch) async throws(StorageError) -> AppendReceipt {
    try await steps.append(batch).receipt()
  }

  /// Adds samples after those of earlier calls, without waiting: the caller prepares the next batch meanwhile.
  ///
  /// - Returns: the append, whose receipt says what became of each sample.
  package func enqueue(_ batch: SampleBatch) -> QueuedAppend { steps.append(batch) }

  /// Commits what was appended together with an import's progress, and keeps the turn.
  ///
  /// Returns after the bytes are synced.
  ///
  /// - Parameter progress: how far the import has come; `nil` when the samples come from no input.
  /// - Throws: `StorageError`; nothing since the last commit is stored then.
  public func commit(_ progress: ImportProgress? = nil) async throws(StorageError) { try await steps.commit(progress) }

  /// Commits as `commit` does, and ends the turn.
  ///
  /// - Throws: `StorageError`; nothing since the last commit is stored then, and the turn is ended.
  public consuming func finish(_ progress: ImportProgress? = nil) async throws(StorageError) {
    do throws(StorageError) {
      try await steps.commit(progress)
    } catch {
      await steps.end()
      throw error
    }
    await steps.end()
  }

  /// Forgets what was appended since the last commit, and ends the turn.
  public consuming func rollback() async { await steps.end() }

  deinit { steps.endLater() }
}

/// An append that has not finished yet.
@usableFromInline package struct QueuedAppend: Sendable {
  let task: Task<Result<AppendReceipt, StorageError>, Never>

  /// Waits until the samples are appended.
  @usableFromInline package func receipt() async throws(StorageError) -> AppendReceipt { try await task.value.get() }
}
