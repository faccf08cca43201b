import CSQLite
import HealthStorage

/// Opens connections to a store: the one that writes, and others that read beside it.
enum Connections {
  /// Opens the connection that writes.
  ///
  /// Foreign keys are not enforced: numbers and the rows that use them are made in one transaction.
  static func writer(at place: StorePlace, waitMilliseconds: Int) throws -> ConnectionQueue {
    let db = try Database(path: place.path, waitMilliseconds: waitMilliseconds)
    // The log is moved into the file every 32 MB, since each commit of a
    // bulk load would otherwise write its pages twice at once.
    try db.execute(
      sql: """
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        PRAGMA secure_delete = ON;
        PRAGMA synchronous = FULL;
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
  static func reader(
    at place: StorePlace, waitMilliseconds: Int
  ) throws -> (db: Database, isImmutable: Bool) {
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
