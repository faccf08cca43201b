import CSQLite
package import HealthModel
package import HealthStorage
import Synchronization

/// A store in an SQLite file: one connection writes, and others read what is committed, each for one query at a time.
///
/// Writing runs on the writer's queue, so that a task that waits for the disk holds no thread of others. What the
/// writer knows of the content is a value beside it, and rolling back restores the copy of the last commit.
package final class SQLiteBackend: ScanningBackend {
  let place: StoreLocation
  let ladder: SchemaMigrations
  package let registry: Registry
  let plans: [TypeCoding]
  let options: StorageOptions
  let lock: WriterLock
  let readers: ReaderPool
  package let line = WriterQueue()
  /// `nil` in a store that is opened for reading.
  let writer: ConnectionQueue?
  /// The files that the writer has open; `nil` in a store that is opened for reading.
  let files: StoreFiles?
  /// What keeps the samples in files of its own, with this store as their index.
  let companion: (any CommitCompanion)?
  let state = Mutex(WriteState.idle(nil))
  private let cacheSize = Atomic<Int>(PageCache.usual)
  /// Apart from the state, so that queries do not wait for the writer.
  private let isClosed = Atomic<Bool>(false)

  /// Opens the store at a path, making it when it is absent and may be written.
  convenience init(
    at location: String, _ context: StorageContext, _ ladder: SchemaMigrations = .released
  ) throws(StorageError) {
    let place = try StoreLocation(location, makesFile: !context.options.isReadOnly)
    try self.init(at: place, context, ladder, companion: nil)
  }

  /// Opens the store at a place as the index of a companion's files.
  package convenience init(
    at place: StoreLocation, _ context: StorageContext, companion: (any CommitCompanion)?
  ) throws(StorageError) {
    try self.init(at: place, context, .released, companion: companion)
  }

  private init(
    at place: StoreLocation, _ context: StorageContext, _ ladder: SchemaMigrations, companion: (any CommitCompanion)?
  ) throws(StorageError) {
    let options = context.options
    let registry = context.registry
    let lock = WriterLock(place, waitMilliseconds: options.waitMilliseconds)
    if options.isReadOnly, place.isEmpty { throw StorageError.empty(place) }
    try StoreProbe.check(place, ladder)
    self.place = place
    self.ladder = ladder
    self.registry = registry
    self.options = options
    self.lock = lock
    self.companion = companion
    plans = registry.types.map { TypeCoding($0) }
    readers = ReaderPool(place, ladder, waitMilliseconds: options.waitMilliseconds)
    do {
      if options.isReadOnly {
        let reader = try readers.take()
        try reader.begin()
        _ = try reader.scope(registry, plans)
        readers.giveBack(reader)
        writer = nil
        files = nil
      } else {
        let queue = try Self.openWriter(at: place, ladder, context, lock: lock)
        files = try queue.sync { db in try StoreFiles(of: db, at: place) }
        writer = queue
      }
    } catch {
      throw StoreFailure.storageError(error, at: place)
    }
  }

  private static func openWriter(
    at place: StoreLocation, _ ladder: SchemaMigrations, _ context: StorageContext, lock: WriterLock
  ) throws -> ConnectionQueue {
    let queue = try Connections.writer(at: place, waitMilliseconds: context.options.waitMilliseconds)
    try queue.sync { db in
      let isEmpty = try SchemaCheck.isEmpty(db)
      if try isEmpty || db.text("PRAGMA journal_mode") != "wal" {
        try lock.acquire()
        defer { lock.release() }
        if isEmpty { try Schema.create(ladder.newest, in: db) }
        _ = try SchemaCheck.version(of: db, at: place, ladder)
        guard try db.text("PRAGMA journal_mode = WAL") == "wal" else {
          throw StorageError(.unwritable, "\(place.shown) is on a file system without write-ahead logs")
        }
      }
      if try SchemaCheck.version(of: db, at: place, ladder) < ladder.newest.number {
        try lock.acquire()
        defer { lock.release() }
        let found = try SchemaMigration.run(in: db, at: place, ladder) { db in
          _ = try TypeMapping(in: db, registry: context.registry)
        }
        if let found {
          context.note("migrated \(place.shown) from version \(found) of its schema to version \(ladder.newest.number)")
        }
      }
      _ = try TypeMapping(in: db, registry: context.registry)
    }
    return queue
  }

  package var capabilities: StorageCapabilities {
    [.query, .changes, .delete, .statistics, .resume, .durable, .compact]
  }

  // MARK: - Writing

  package func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try await write { db, state in
      try self.inTransaction(db, &state) { transaction in
        let size = PageCache.size(for: batch, isIndex: self.place.isIndex)
        if self.cacheSize.exchange(size, ordering: .relaxed) != size {
          try db.execute(sql: "PRAGMA cache_size = -\(size)")
        }
        let receipt = try RowAppend.append(
          batch, plans: self.plans, registry: self.registry, restoresDeleted: self.options.restoresDeleted,
          caches: &transaction.caches, db: db)
        if receipt.outcomes.contains(.accepted) {
          transaction.hasAccepted = true
          try self.companion?.append(batch, receipt.outcomes, commit: transaction.caches.batch + 1)
        }
        return receipt
      }
    }
  }

  package func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
    try await write { db, state in
      if case .idle = state, progress == nil {
        throw StorageError(.failed, "the transaction in \(self.place.shown) is gone, and nothing of it is stored")
      }
      try self.inTransaction(db, &state) { transaction in
        if transaction.hasAccepted {
          transaction.caches.batch += 1
          try StoreCaches.set("batch", to: transaction.caches.batch, in: db)
          try transaction.caches.spans.write(
            transaction.caches.batch, numbers: transaction.caches.types.numbers, in: db)
        }
        if let progress { try ImportLog.write(progress, in: db) }
        try self.checkFiles()
        try self.companion?.commit(.samples(transaction.hasAccepted ? transaction.caches.batch : nil, progress), in: db)
        try db.execute(sql: "COMMIT")
      }
      if case .open(let transaction) = state { state = .idle(transaction.committed) }
      try self.companion?.settle()
      self.lock.release()
      // It is in the file that was opened; whether that is still the store is what counts.
      try self.checkFiles()
    }
  }

  package func rollback(in turn: borrowing WriteTurn) async { await abandon() }

  private func abandon() async {
    guard let writer else { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      writer.async { db in
        self.state.withLock { state in
          self.abandon(db, &state)
          state = .idle(state.settled)
        }
        continuation.resume()
      }
    }
  }

  package func close() async throws(StorageError) {
    await abandon()
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // Before the writer: the last connection moves the log into the file.
    readers.close()
    guard let writer else { return }
    do {
      try writer.close()
    } catch {
      throw StoreFailure.storageError(error, at: place)
    }
    lock.remove()
  }

  package var closedError: StorageError? {
    isClosed.load(ordering: .acquiring) ? StorageError(.failed, "\(place.shown) was closed") : nil
  }
}

/// Deleting, and writing the file anew.
extension SQLiteBackend {
  /// Deletes the samples that match, with their groups, and writes the file anew.
  ///
  /// While another connection reads, the log cannot be moved into the file: after the wait for it the old pages stay
  /// until `compact`, or until the last connection closes. The deletion holds either way.
  package func delete(_ query: SampleQuery, in turn: borrowing WriteTurn) async throws(StorageError) -> DeletionReceipt
  {
    try await writeAlone("nothing is deleted") { db, state in
      let transaction = try self.begin(db, &state)
      let last = transaction.caches.batch
      let deleted = try self.committing(db) {
        let scope = ReadScope(
          db: db, registry: self.registry, plans: self.plans, stored: transaction.settled.caches.types)
        let outcome = try Deletion(query, owner: self.options.owner, in: scope).run(commit: last + 1) {
          try self.companion?.delete(in: $0)
        }
        if outcome.samples > 0 {
          try StoreCaches.set("batch", to: last + 1, in: db)
          try self.companion?.commit(.deletion(last + 1), in: db)
        }
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
  package func forget(imports inputs: Set<String>, in turn: borrowing WriteTurn) async throws(StorageError) -> Int {
    try await writeAlone("no import is forgotten") { db, state in
      _ = try self.begin(db, &state)
      let count = try self.committing(db) {
        let count = try ImportLog.remove(inputs, in: db)
        if count > 0 { try self.companion?.commit(.forgetting(inputs), in: db) }
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
    try companion?.settle()
    do {
      try PendingRewrite.run(in: db)
    } catch {
      let failure = StoreFailure.storageError(error, at: place, in: db)
      throw StorageError(failure.code, "\(what), but the file is not written anew: \(failure.message)", hint: hint)
    }
  }

  /// Frees unused space by rewriting the file.
  package func compact(in turn: borrowing WriteTurn) async throws(StorageError) -> CompactionReceipt {
    try await exclusively("nothing is compacted") { db in
      let before = self.place.byteCount
      try PendingRewrite.run(in: db)
      try self.checkFiles()
      return CompactionReceipt(bytesBefore: before, bytesAfter: self.place.byteCount)
    }
  }

  /// Runs work between transactions, with the lock.
  package func exclusively<Value: Sendable>(
    _ consequence: String, _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws(StorageError) -> Value {
    try await writeAlone(consequence) { db, state in
      try self.checkFiles()
      try self.lock.acquire()
      defer { self.lock.release() }
      if try self.companion?.prepare(db) == true { state = .idle(nil) }
      return try work(db)
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

/// Each answer is read on a connection that no other one uses meanwhile: what is committed, all of it as of one moment.
extension SQLiteBackend {
  package func progress(of input: String) async throws(StorageError) -> ImportProgress? {
    try await answer { db in try ImportLog.progress(of: input, in: db) }
  }

  package func imports() async throws(StorageError) -> [ImportProgress] {
    try await answer { db in try ImportLog.all(in: db) }
  }

  package func definitions() async throws(StorageError) -> [StoredDefinition] {
    try await answer { db in try Self.definitions(in: db) }
  }

  package func counts() async throws(StorageError) -> [StoredTypeCount] {
    try await answer { db in try SampleReader.counts(in: db, registry: registry) }
  }

  package func subjects(limit: Int) async throws(StorageError) -> [String]? {
    try await answer { db in
      let statement = try PreparedStatement("SELECT name FROM assay_subjects ORDER BY name LIMIT ?1", in: db)
      statement.bind(1, Int64(limit))
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
  }

  package func query(_ query: SampleQuery, _ body: (SampleBatch) throws -> Bool) async throws {
    try await ask { scope in try SampleReader(scope: scope).run(query, body) }
  }

  package func changes(_ query: ChangeQuery, _ body: (ChangePage) throws -> Bool) async throws -> ChangeAnchor {
    try await ask { scope in try ChangeReader(query, in: scope).run(body) }
  }

  package func statistics(_ query: SampleQuery) async throws -> SampleStatistics {
    try await ask { scope in try StatisticsReader(scope: scope).run(query) }
  }

  package func information() async throws(StorageError) -> StoreInformation {
    try await answer { db in try StoreFacts.information(in: db, at: place) }
  }

  package func verify() async throws(StorageError) -> [StoreFault] {
    try await answer { db in try StoreCheck.faults(in: db) }
  }

  package func answer<Value>(_ work: (Database) throws -> Value) async throws(StorageError) -> Value {
    do {
      if let error = closedError { throw error }
      return try await readers.read { reader in try work(reader.db) }
    } catch is CancellationError {
      throw StorageError(.failed, "reading \(place.shown) was cancelled")
    } catch {
      throw StoreFailure.storageError(error, at: place)
    }
  }

  /// Reads samples with SQLite's errors as the store's own; what the function throws that takes them passes through.
  private func ask<Value>(_ work: (ReadScope) throws -> Value) async throws -> Value {
    if let error = closedError { throw error }
    do {
      return try await readers.read { reader in try work(reader.scope(registry, plans)) }
    } catch let error as DatabaseError {
      throw StoreFailure.storageError(error, at: place)
    }
  }
}

/// The definitions of types that are not built in, in a table that only stores with such types have.
///
/// It is not part of a version of the schema: earlier programs pass over it, and read and write the store as before.
extension SQLiteBackend {
  private static let table = """
    CREATE TABLE IF NOT EXISTS assay_definitions (
      name TEXT NOT NULL PRIMARY KEY,
      text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  package func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    guard !definitions.isEmpty else { return }
    try await write { db, state in
      if case .open(let transaction) = state, transaction.hasAccepted {
        throw StorageError(.failed, "appended samples wait for their commit, so no definition is remembered")
      }
      do {
        try self.inTransaction(db, &state) { _ in
          try db.execute(sql: Self.table)
          let statement = try PreparedStatement(
            """
            INSERT INTO assay_definitions (name, text) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET text = excluded.text
            """, in: db)
          for definition in definitions {
            statement.bind(1, copying: definition.name)
            statement.bind(2, copying: definition.text)
            try statement.run()
          }
          try self.checkFiles()
          try db.execute(sql: "COMMIT")
        }
      } catch {
        // No appended sample is lost with it, so it does not have to be acknowledged by `rollback`.
        state = .idle(state.settled)
        throw error
      }
      if case .open(let transaction) = state { state = .idle(transaction.committed) }
      self.lock.release()
    }
  }

  /// The definitions in a store, by name; none if it has no table for them.
  static func definitions(in db: Database) throws -> [StoredDefinition] {
    guard try db.integer("SELECT count(*) FROM sqlite_master WHERE name = 'assay_definitions'") > 0 else { return [] }
    let statement = try PreparedStatement("SELECT name, text FROM assay_definitions ORDER BY name", in: db)
    var definitions: [StoredDefinition] = []
    while try statement.step() {
      definitions.append(StoredDefinition(name: statement.text(0), text: statement.text(1)))
    }
    return definitions
  }
}

/// The transaction, on the writer's queue.
extension SQLiteBackend {
  /// Runs a part of a transaction on the writer's queue.
  func write<Value: Sendable>(
    _ work: @escaping @Sendable (Database, inout WriteState) throws -> Value
  ) async throws(StorageError) -> Value {
    guard let writer else { throw StorageError(.unwritable, "\(place.shown) is opened for reading only") }
    let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
      writer.async { db in continuation.resume(returning: self.attempt(db, work)) }
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
  func checkFiles() throws(StorageError) {
    try companion?.check()
    try files?.check()
  }

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
      let isChanged = try companion?.prepare(db) ?? false
      try db.execute(sql: "BEGIN IMMEDIATE")
      let version = try db.integer("PRAGMA data_version")
      var known = isChanged ? nil : state.settled
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
    companion?.rollBack()
    lock.release()
  }
}

/// The C library that stores are written with.
public enum SQLiteLibrary {
  /// Its version, such as `3.40.1`.
  public static var version: String { sqlite3_libversion().map { String(cString: $0) } ?? "unknown" }
}

/// Writes the file anew after a deletion, so that no page has what was deleted.
///
/// Overwriting rows would not do: when SQLite moves rows between pages, copies stay where they were. The deletion's
/// transaction notes that the file has to be written anew, and the note goes when that is done: a deletion that was
/// interrupted in between is finished by the next one.
package enum PendingRewrite {
  /// Notes that the file has to be written anew, in the open transaction.
  package static func note(in db: Database) throws {
    try db.execute(sql: "INSERT OR IGNORE INTO assay_counters (name, value) VALUES ('rewrite', 1)")
  }

  package static func isDue(in db: Database) throws -> Bool {
    try db.integer("SELECT count(*) FROM assay_counters WHERE name = 'rewrite'") != 0
  }

  /// Writes the file anew through the log, and moves the log into the file; both are synced, and the log is empty then
  /// unless a reader holds on to it.
  package static func run(in db: Database) throws {
    try db.execute(sql: "VACUUM; DELETE FROM assay_counters WHERE name = 'rewrite'")
    _ = try db.integer("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}

/// A store's information about itself.
enum StoreFacts {
  static func information(in db: Database, at place: StoreLocation) throws -> StoreInformation {
    var details: [StoreInformation.Detail] = []
    for (name, sql) in facts {
      let number = try db.integer(sql)
      details.append(StoreInformation.Detail(name, String(number)))
    }
    let lastCommit = try StoreCaches.lastCommit(in: db)
    let deletions = try db.integer("SELECT count(*) FROM assay_deletions")
    let version = try db.integer("PRAGMA user_version")
    return StoreInformation(
      format: "SQLite \(SQLiteLibrary.version), schema \(version)", byteCount: place.byteCount,
      lastCommit: lastCommit, deletions: Int(deletions), details: details)
  }

  private static let facts = [
    ("page size", "PRAGMA page_size"),
    ("pages", "PRAGMA page_count"),
    ("free pages", "PRAGMA freelist_count"),
    ("types", "SELECT count(*) FROM assay_types"),
    ("sources", "SELECT count(*) FROM assay_sources"),
    ("devices", "SELECT count(*) FROM assay_devices"),
    ("subjects", "SELECT count(*) FROM assay_subjects"),
    ("given ids", "SELECT count(*) FROM assay_given_ids"),
    ("members of correlations", "SELECT count(*) FROM assay_members"),
  ]
}

/// Brings a store of an earlier version to the newest one, in one transaction: an interrupted migration has not happened.
enum SchemaMigration {
  /// Migrates a store if it needs to be; the lock must be held.
  ///
  /// - Returns: the version that the store had; `nil` when another process was faster.
  /// - Throws: `StorageError`, `DatabaseError`; the store is as it was then.
  static func run(
    in db: Database, at place: StoreLocation, _ ladder: SchemaMigrations, check: (Database) throws -> Void
  ) throws -> Int64? {
    try db.execute(sql: "BEGIN IMMEDIATE")
    do {
      let found = try SchemaCheck.version(of: db, at: place, ladder)
      guard found < ladder.newest.number else {
        try db.execute(sql: "ROLLBACK")
        return nil
      }
      for step in ladder.steps(after: found) {
        for statement in step.statements { try db.execute(sql: statement) }
        try step.transform(db)
      }
      try db.execute(sql: "PRAGMA user_version = \(ladder.newest.number)")
      // A state that the next opening would refuse is not committed.
      _ = try SchemaCheck.version(of: db, at: place, ladder)
      try check(db)
      try db.execute(sql: "COMMIT")
      return found
    } catch {
      if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
      throw error
    }
  }
}
