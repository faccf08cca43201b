import HealthModel
import HealthStorage

/// Deleting, and writing the file anew.
extension SQLiteBackend {
  /// Deletes the samples that match, with their groups, and writes the file anew.
  ///
  /// While another connection reads, the log cannot be moved into the file: after the wait for it the old pages stay
  /// until `compact`, or until the last connection closes. The deletion holds either way.
  func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt {
    try await writeAlone("nothing is deleted") { db, state in
      let transaction = try self.begin(db, &state)
      let last = transaction.caches.batch
      let deleted = try self.committing(db) {
        let scope = ReadScope(
          db: db, registry: self.registry, plans: self.plans, stored: transaction.settled.caches.types)
        let outcome = try Deletion(query, owner: self.options.owner, in: scope).run(commit: last + 1)
        if outcome.samples > 0 { try StoreCaches.set("batch", to: last + 1, in: db) }
        return outcome.samples > 0 || outcome.texts > 0 ? outcome.samples : nil
      }
      guard let deleted else { return DeletionReceipt(deleted: 0, anchor: ChangeAnchor(commit: last)) }
      // The numbers of texts that went must not be used again.
      state = .idle(nil)
      try self.rewriteCommitted(
        db, failing: "the samples are deleted", hint: "`assay store compact` removes what is left of their content")
      try self.checkFiles()
      return DeletionReceipt(deleted: deleted, anchor: ChangeAnchor(commit: deleted > 0 ? last + 1 : last))
    }
  }

  /// Forgets imports, and writes the file anew, so that their names are in none of its pages.
  func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    try await writeAlone("no import is forgotten") { db, state in
      _ = try self.begin(db, &state)
      let count = try self.committing(db) {
        let count = try ImportLog.remove(inputs, in: db)
        return count > 0 ? count : nil
      }
      guard let count else { return 0 }
      try self.rewriteCommitted(
        db, failing: "the imports are forgotten", hint: "`assay store compact` removes what is left of their names")
      return count
    }
  }

  /// Does work in the transaction that was begun, and commits it, keeping the lock.
  ///
  /// Without a result it is rolled back, and the file is written anew if an earlier deletion was interrupted before that.
  ///
  /// An error rolls back, too. It does not have to be acknowledged by `rollback`: no appended sample is lost with it.
  private func committing<Value>(_ db: Database, _ work: () throws -> Value?) throws -> Value? {
    do {
      guard let value = try work() else {
        let isDue = try PendingRewrite.isDue(in: db)
        try db.execute(sql: "ROLLBACK")
        if isDue { try PendingRewrite.run(in: db) }
        lock.release()
        return nil
      }
      try PendingRewrite.note(in: db)
      try checkFiles()
      try db.execute(sql: "COMMIT")
      return value
    } catch {
      let failure = StoreFailure.storageError(error, at: place, in: db)
      rollBack(db)
      throw failure
    }
  }

  /// Writes the file anew after a commit, and frees the lock.
  private func rewriteCommitted(_ db: Database, failing what: String, hint: String) throws {
    defer { lock.release() }
    do {
      try PendingRewrite.run(in: db)
    } catch {
      let failure = StoreFailure.storageError(error, at: place, in: db)
      throw StorageError(
        failure.code, "\(what), but the file is not written anew: \(failure.message)", hint: hint)
    }
  }

  /// Frees unused space by rewriting the file.
  func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    try await writeAlone("nothing is compacted") { db, _ in
      try self.checkFiles()
      try self.lock.acquire()
      defer { self.lock.release() }
      let before = self.place.byteCount
      try PendingRewrite.run(in: db)
      try self.checkFiles()
      return CompactionReceipt(bytesBefore: before, bytesAfter: self.place.byteCount)
    }
  }

  /// Runs work that needs a separate transaction; it is refused while appended samples wait for their commit, and they
  /// keep waiting.
  private func writeAlone<Value: Sendable>(
    _ consequence: String, _ work: @escaping @Sendable (Database, inout WriteState) throws -> Value
  ) async throws(StorageError) -> Value {
    let result = try await write { db, state -> Result<Value, StorageError> in
      if case .open(let transaction) = state, transaction.hasAccepted {
        return .failure(StorageError(.failed, "appended samples wait for their commit, so \(consequence)"))
      }
      // A transaction that holds no sample loses nothing.
      self.abandon(db, &state)
      return .success(try work(db, &state))
    }
    return try result.get()
  }
}
