import HealthModel
import HealthStorage

/// Deleting, and writing the file anew.
extension SQLiteBackend {
  /// Deletes the samples that match, with their groups, and writes the file anew.
  ///
  /// Overwriting rows would not do: when SQLite moves rows between pages, copies stay where they were. While another
  /// connection reads, the log cannot be moved into the file: after the wait for it the old pages stay until `compact`,
  /// or until the last connection closes. The deletion holds either way.
  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    try await writeAlone("nothing is deleted") { db, state in
      let last = try self.begin(db, &state).batch
      let deleted = try self.delete(query, commit: last + 1, db, &state)
      guard deleted > 0 else { return DeletionReceipt(deleted: 0, anchor: ChangeAnchor(commit: last)) }
      defer { self.lock.release() }
      do {
        try self.rewrite(db)
      } catch {
        let failure = StoreFailure.storageError(error, at: self.place, in: db)
        throw StorageError(
          failure.code, "the samples are deleted, but the file is not written anew: \(failure.message)",
          hint: "`assay store compact` removes what is left of their content")
      }
      try self.checkFiles()
      return DeletionReceipt(deleted: deleted, anchor: ChangeAnchor(commit: last + 1))
    }
  }

  /// Deletes in the transaction that was begun and ends it; commits, keeping the lock, when anything was deleted.
  private func delete(
    _ query: SampleQuery, commit: Int64, _ db: Database, _ state: inout WriteState
  ) throws -> Int {
    do {
      let stored = try state.settled?.types ?? StoredTypes(in: db, registry: registry)
      let scope = ReadScope(db: db, registry: registry, plans: plans, stored: stored)
      let deleted = try Deletion(query, owner: options.owner, in: scope).run(commit: commit)
      guard deleted > 0 else {
        abandon(db, &state)
        return 0
      }
      try StoreCaches.set("batch", to: commit, in: db)
      try checkFiles()
      try db.execute(sql: "COMMIT")
      // The numbers of texts that went must not be used again.
      state.caches = nil
      state.isOpen = false
      return deleted
    } catch {
      // Nothing that was appended is lost: no rollback need be asked for.
      let failure = StoreFailure.storageError(error, at: place, in: db)
      abandon(db, &state)
      throw failure
    }
  }

  /// Forgets imports, and writes the file anew, so that their names are in none of its pages.
  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    try await writeAlone("no import is forgotten") { db, state in
      _ = try self.begin(db, &state)
      let count: Int
      do {
        count = try ImportLog.remove(inputs, in: db)
        guard count > 0 else {
          self.abandon(db, &state)
          return 0
        }
        try self.checkFiles()
        try db.execute(sql: "COMMIT")
      } catch {
        let failure = StoreFailure.storageError(error, at: self.place, in: db)
        self.abandon(db, &state)
        throw failure
      }
      state.isOpen = false
      defer { self.lock.release() }
      do {
        try self.rewrite(db)
      } catch {
        let failure = StoreFailure.storageError(error, at: self.place, in: db)
        throw StorageError(
          failure.code, "the imports are forgotten, but the file is not written anew: \(failure.message)",
          hint: "`assay store compact` removes what is left of their names")
      }
      return count
    }
  }

  /// Gives back the room of what is free, by writing the file anew.
  func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    try await writeAlone("nothing is compacted") { db, _ in
      try self.checkFiles()
      try self.lock.acquire()
      defer { self.lock.release() }
      let before = self.place.byteCount
      try self.rewrite(db)
      try self.checkFiles()
      return CompactionReceipt(bytesBefore: before, bytesAfter: self.place.byteCount)
    }
  }

  /// Runs what needs a transaction of its own; while appended samples wait for their commit it is refused, and they go
  /// on waiting.
  private func writeAlone<Value: Sendable>(
    _ consequence: String, _ work: @escaping @Sendable (Database, inout WriteState) throws -> Value
  ) async throws(StorageError) -> Value {
    let result = try await write { db, state -> Result<Value, StorageError> in
      if state.isOpen, state.hasAccepted {
        return .failure(StorageError(.failed, "appended samples wait for their commit, so \(consequence)"))
      }
      // A transaction that holds no sample loses nothing.
      self.abandon(db, &state)
      return .success(try work(db, &state))
    }
    return try result.get()
  }

  /// Writes the file anew through the log, and moves the log into the file; both are synced, and the log is empty then
  /// unless a reader holds on to it.
  private func rewrite(_ db: Database) throws {
    try db.execute(sql: "VACUUM")
    _ = try db.integer("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
