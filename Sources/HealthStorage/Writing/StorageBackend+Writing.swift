/// Writing, one writer at a time.
extension StorageBackend {
  /// Waits for the turn to write and begins a transaction, for callers that commit more than once.
  ///
  /// Other writers to this backend wait until the transaction is finished, rolled back or out of scope. They get the
  /// turn in the order they came.
  ///
  /// - Throws: `CancellationError` when the task is canceled while it waits.
  public func begin() async throws -> WriteTransaction {
    WriteTransaction(TransactionSteps(self, turnNumber: try await line.enter()))
  }

  /// Writes in one transaction: commits when the function returns, and rolls back when it throws or the task is
  /// canceled.
  ///
  /// ```swift
  /// try await store.write { transaction in
  ///   let receipt = try await transaction.append(batch)
  ///   print(receipt.count(of: .accepted))
  /// }
  /// ```
  ///
  /// Inside the function, the store's own `write`, `begin`, `delete`, `forget` and `compact` throw: they would wait for
  /// the function that calls them.
  ///
  /// - Parameters:
  ///   - isolation: the actor that the function runs on: the caller's.
  ///   - body: appends samples.
  /// - Returns: what the function returns, after the bytes are synced.
  /// - Throws: `CancellationError`; `StorageError`; what the function throws. Nothing is stored in that case.
  public func write<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing WriteTransaction) async throws -> Result
  ) async throws -> Result {
    let transaction = try await begin()
    let held = WriterQueue.held + [line.held(transaction.steps.turnNumber)]
    let result: Result
    do {
      result = try await WriterQueue.$held.withValue(
        held, operation: { try await body(transaction) }, isolation: isolation)
      try Task.checkCancellation()
    } catch {
      await transaction.rollback()
      throw error
    }
    try await transaction.finish()
    return result
  }

  /// Runs a function that has the turn to write, for callers that delete and forget as one step.
  ///
  /// Other writers wait until it returns. It opens no transaction that it does not commit or roll back.
  ///
  /// - Throws: `CancellationError` when the task is canceled while it waits; what the function throws.
  package func withTurn<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (borrowing WriteTurn) async throws -> Result
  ) async throws -> Result {
    _ = try await line.enter()
    defer { line.leave() }
    let turn = WriteTurn()
    return try await body(turn)
  }

  /// Deletes the samples that match, in a separate transaction, leaving their ids as tombstones.
  ///
  /// Returns after the bytes are synced and the content is overwritten.
  ///
  /// Waits for the turn to write. A group is deleted as a whole: deleting a correlation, or a member of it, deletes the
  /// correlation and those of its members that belong to no other one. A store that was opened for an owner
  /// (`StorageOptions.owner`) deletes that source's samples only, and answers for a foreign sample as for one that is
  /// not there; a group with a foreign sample stays.
  ///
  /// - Parameter query: which samples; order, limit and page do not matter.
  /// - Returns: how many are gone.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func delete(_ query: SampleQuery) async throws -> DeletionReceipt {
    _ = try await line.enter()
    defer { line.leave() }
    return try await delete(query, in: WriteTurn())
  }

  /// Forgets imports: their names, counts and how far they came.
  ///
  /// Their samples stay. Returns after the bytes are synced and the names are in no file of the store.
  ///
  /// Waits for the turn to write. A later import of the same input starts over, and finds its samples as duplicates.
  ///
  /// - Parameter inputs: the inputs' keys, see `ImportProgress.input`; unknown ones are passed over.
  /// - Returns: how many imports are gone.
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func forget(imports inputs: Set<String>) async throws -> Int {
    _ = try await line.enter()
    defer { line.leave() }
    return try await forget(imports: inputs, in: WriteTurn())
  }

  /// Returns the space of deleted content to the file system.
  ///
  /// Queries return the same as before.
  ///
  /// Waits for the turn to write.
  ///
  /// - Throws: `StorageError`; `CancellationError` when the task is canceled while it waits.
  public func compact() async throws -> CompactionReceipt {
    _ = try await line.enter()
    defer { line.leave() }
    return try await compact(in: WriteTurn())
  }
}
