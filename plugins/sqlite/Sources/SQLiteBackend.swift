import HealthModel
import HealthStorage
import Synchronization

/// A store in an SQLite file: one connection writes, and others read what is committed, each for one query at a time.
///
/// Writing runs on the writer's queue, so that a task that waits for the disk holds no thread of others. What the
/// writer knows of the content is a value beside it, and rolling back restores the copy of the last commit.
final class SQLiteBackend: StorageBackend {
  let place: StorePlace
  let ladder: SchemaLadder
  let registry: Registry
  let plans: [TypeCoding]
  let options: StorageOptions
  let lock: WriterLock
  let readers: ReaderPool
  let line = WriterQueue()
  /// `nil` in a store that is opened for reading.
  let writer: ConnectionQueue?
  /// The files that the writer has open; `nil` in a store that is opened for reading.
  let files: StoreFiles?
  let state = Mutex(WriteState.idle(nil))
  /// The size of the writer's page cache in KiB.
  private let cacheSize = Atomic<Int>(PageCache.usual)
  /// Apart from the state, so that queries do not wait for the writer.
  private let isClosed = Atomic<Bool>(false)

  /// Opens the store at a path, making it when it is absent and may be written.
  init(at location: String, _ context: StorageContext, _ ladder: SchemaLadder = .released) throws(StorageError) {
    let options = context.options
    let registry = context.registry
    let place = try StorePlace(location, makesFile: !options.isReadOnly)
    let lock = WriterLock(place, waitMilliseconds: options.waitMilliseconds)
    if options.isReadOnly, place.isEmpty { throw StorageError.empty(place) }
    try StoreProbe.check(place, ladder)
    self.place = place
    self.ladder = ladder
    self.registry = registry
    self.options = options
    self.lock = lock
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
    at place: StorePlace, _ ladder: SchemaLadder, _ context: StorageContext, lock: WriterLock
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

  var capabilities: StorageCapabilities { [.query, .changes, .delete, .statistics, .resume, .durable, .compact] }

  // MARK: - Writing

  func append(_ batch: SampleBatch, in turn: borrowing WriteTurn) async throws(StorageError) -> AppendReceipt {
    try await write { db, state in
      try self.inTransaction(db, &state) { transaction in
        let size = PageCache.size(for: batch)
        if self.cacheSize.exchange(size, ordering: .relaxed) != size {
          try db.execute(sql: "PRAGMA cache_size = -\(size)")
        }
        let receipt = try RowAppend.append(
          batch, plans: self.plans, registry: self.registry, restoresDeleted: self.options.restoresDeleted,
          caches: &transaction.caches, db: db)
        if receipt.outcomes.contains(.accepted) { transaction.hasAccepted = true }
        return receipt
      }
    }
  }

  func commit(_ progress: ImportProgress?, in turn: borrowing WriteTurn) async throws(StorageError) {
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
        try db.execute(sql: "COMMIT")
      }
      if case .open(let transaction) = state { state = .idle(transaction.committed) }
      self.lock.release()
      // It is in the file that was opened; whether that is still the store is what counts.
      try self.checkFiles()
    }
  }

  func rollback(in turn: borrowing WriteTurn) async { await abandon() }

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

  func close() async throws(StorageError) {
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

  var closedError: StorageError? {
    isClosed.load(ordering: .acquiring) ? StorageError(.failed, "\(place.shown) was closed") : nil
  }
}
