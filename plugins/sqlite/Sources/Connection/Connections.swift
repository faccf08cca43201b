import CSQLite
import Dispatch
import HealthModel
import HealthStorage

/// Opens connections to a store: the one that writes, and others that read beside it.
enum Connections {
  /// Opens the connection that writes.
  ///
  /// Foreign keys are not enforced: numbers and the rows that use them are made in one transaction.
  static func writer(at place: StoreLocation, waitMilliseconds: Int) throws -> ConnectionQueue {
    let db = try Database(path: place.path, waitMilliseconds: waitMilliseconds)
    // The log is moved into the file every 32 MB, since each commit of a
    // bulk load would otherwise write its pages twice at once.
    try db.execute(
      sql: """
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        PRAGMA secure_delete = ON;
        PRAGMA synchronous = \(place.isIndex ? "NORMAL" : "FULL");
        PRAGMA cache_size = -\(PageCache.usual);
        PRAGMA wal_autocheckpoint = 8192;
        PRAGMA journal_size_limit = 33554432;
        SELECT 1 FROM sqlite_master LIMIT 1;
        """)
    return ConnectionQueue(db)
  }

  /// Opens a connection that only reads, with its own view of what is committed.
  ///
  /// - Returns: the connection, and whether it reads the file as immutable.
  static func reader(at place: StoreLocation, waitMilliseconds: Int) throws -> (db: Database, isImmutable: Bool) {
    do {
      return (try reader(place.path, waitMilliseconds), false)
    } catch let error as DatabaseError where error.resultCode == SQLITE_READONLY && place.hasJournal {
      try JournalRecovery.run(at: place, waitMilliseconds: waitMilliseconds)
      return (try reader(place.path, waitMilliseconds), false)
    } catch let error as DatabaseError
      where !place.hasLog && (error.resultCode == SQLITE_CANTOPEN || error.resultCode == SQLITE_READONLY)
    {
      // On a read-only medium SQLite cannot make the log's index; no one else can write there either.
      return (try reader(place.immutableURI, waitMilliseconds), true)
    }
  }

  private static func reader(_ path: String, _ waitMilliseconds: Int) throws -> Database {
    let db = try Database(path: path, isReadOnly: true, waitMilliseconds: waitMilliseconds)
    // The first read of the file shows whether it can be read at all.
    try db.execute(
      sql: """
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        PRAGMA cache_size = -8192;
        SELECT 1 FROM sqlite_master LIMIT 1;
        """)
    return db
  }
}

/// Undoes what an interrupted writer had begun: a rollback journal was left beside the file, after a power cut while
/// the store was made or while its journal was switched.
///
/// A connection that only reads cannot do that. All that was committed is kept.
enum JournalRecovery {
  /// Rolls the journal back, as the only writer.
  ///
  /// - Throws: `StorageError`: `unwritable` when this process may not write there, or when no store is left, `locked`.
  static func run(at place: StoreLocation, waitMilliseconds: Int) throws {
    let lock = WriterLock(place, waitMilliseconds: waitMilliseconds)
    do {
      try lock.acquire()
      defer { lock.remove() }
      let db = try Database(path: place.path, waitMilliseconds: waitMilliseconds)
      // The first look at the file rolls back.
      _ = try db.integer("SELECT count(*) FROM sqlite_master")
      try db.close()
    } catch let error as StorageError where error.code == .unwritable {
      throw refusal(place)
    } catch let error as DatabaseError where cannotWrite.contains(error.resultCode) {
      throw refusal(place)
    }
    if place.byteCount == 0 { throw StorageError.empty(place) }
  }

  private static let cannotWrite = [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH]

  private static func refusal(_ place: StoreLocation) -> StorageError {
    StorageError(
      .unwritable,
      "\(place.shown) was left by an interrupted writer, and this process may not write the file and its folder, which "
        + "undoing that needs",
      hint: "run the command once as a user who may write there; nothing that was committed is lost")
  }
}

/// A connection with a serial queue: its work runs in order, and a task that waits for the disk blocks no thread of the
/// pool.
///
/// Unchecked: the compiler does not see that the connection is touched on the queue alone.
final class ConnectionQueue: @unchecked Sendable {
  private let db: Database
  private let queue = DispatchQueue(label: "assay.sqlite.writer")

  /// Takes over a connection, which no one else may use from now on.
  init(_ db: sending Database) { self.db = db }

  func sync<Value>(_ work: (Database) throws -> Value) rethrows -> Value { try queue.sync { try work(db) } }

  /// Runs work later, after what waits already.
  func async(_ work: @escaping @Sendable (Database) -> Void) { queue.async { work(self.db) } }

  func close() throws { try queue.sync { try db.close() } }
}

/// How much of the file the connection that writes keeps in memory.
enum PageCache {
  /// The usual size in KiB: the cache is a part of the process's 64 MB.
  static let usual = 16_384
  /// The size in KiB in a store that is an index: the lines that it is the index of take the rest.
  static let index = 14_336
  /// The size in KiB for samples with long texts.
  static let small = 4_096
  /// From how many bytes of text a sample on, on average, the pages of a batch are mostly those of texts.
  private static let longText = 16_384

  /// The size for a batch, in KiB.
  ///
  /// The pages of a long text, as a route has, are written once and not looked at again, and such a sample takes many
  /// times its size in memory before.
  static func size(for batch: SampleBatch, isIndex: Bool) -> Int {
    batch.arena.count / max(1, batch.count) >= longText ? small : isIndex ? index : usual
  }
}
