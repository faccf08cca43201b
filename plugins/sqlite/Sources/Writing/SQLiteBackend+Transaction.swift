import HealthStorage
import Synchronization

/// The transaction, on the writer's queue.
extension SQLiteBackend {
  /// Runs a part of a transaction on the writer's queue.
  func write<Value: Sendable>(
    _ work: @escaping @Sendable (Database, inout WriteState) throws -> Value
  ) async throws(StorageError) -> Value {
    guard let writer else { throw StorageError(.unwritable, "\(place.shown) is opened for reading only") }
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      writer.async { db in
        continuation.resume(returning: self.attempt(db, work))
      }
    }
    return try result.get()
  }

  private func attempt<Value: Sendable>(
    _ db: Database, _ work: @Sendable (Database, inout WriteState) throws -> Value
  ) -> Result<Value, StorageError> {
    state.withLock { state -> Result<Value, StorageError> in
      if case .failed(let failure, _) = state { return .failure(failure) }
      if let closedError { return .failure(closedError) }
      do {
        return .success(try work(db, &state))
      } catch {
        return .failure(StoreFailure.storageError(error, at: place, in: db))
      }
    }
  }

  /// Requires that the store was not moved, removed or replaced since it was opened.
  func checkFiles() throws(StorageError) { try files?.check() }

  /// Works in the open transaction, or in a new one, which stays open; the first error rolls all of it back.
  func inTransaction<Value>(
    _ db: Database, _ state: inout WriteState, _ work: (inout OpenTransaction) throws -> Value
  ) throws -> Value {
    var transaction = try begin(db, &state)
    do {
      let value = try work(&transaction)
      state = .open(transaction)
      return value
    } catch {
      let failure = StoreFailure.storageError(error, at: place, in: db)
      rollBack(db)
      state = .failed(failure, transaction.settled)
      throw failure
    }
  }

  /// Takes the open transaction out of the state, or begins one; looks again at what others may have changed.
  ///
  /// The state is idle then, and the transaction the only holder of its caches: a name added to a table does not copy
  /// the table.
  func begin(_ db: Database, _ state: inout WriteState) throws -> OpenTransaction {
    if case .open(let transaction) = state {
      state = .idle(nil)
      return transaction
    }
    try checkFiles()
    try lock.acquire()
    do {
      try db.execute(sql: "BEGIN IMMEDIATE")
      let version = try db.integer("PRAGMA data_version")
      var known = state.settled
      if known?.dataVersion != version {
        // A newer program may have migrated the store meanwhile.
        _ = try SchemaCheck.number(of: db, at: place, ladder)
        known = nil
      }
      let settled = try known ?? KnownContent(caches: StoreCaches(in: db, registry: registry), dataVersion: version)
      state = .idle(settled)
      return OpenTransaction(after: settled)
    } catch {
      rollBack(db)
      throw error
    }
  }

  /// Gives up a transaction that is open.
  func abandon(_ db: Database, _ state: inout WriteState) {
    guard case .open(let transaction) = state else { return }
    rollBack(db)
    state = .idle(transaction.settled)
  }

  /// Rolls back, unless SQLite did so itself, as it may when the disk is full, and lets others write.
  func rollBack(_ db: Database) {
    if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
    lock.release()
  }
}
