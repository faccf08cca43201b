import GRDB
import HealthStorage

/// Opens connections to a store: the one that writes, and others that read beside it.
enum Connections {
  /// Opens the connection that writes.
  ///
  /// Foreign keys are not enforced: numbers and the rows that use them are made in one transaction.
  static func writer(at place: StorePlace, waitMilliseconds: Int) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "assay.sqlite.writer"
    configuration.foreignKeysEnabled = false
    // A transaction spans the batches between two commits.
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(Double(waitMilliseconds) / 1000)
    configuration.prepareDatabase { db in
      // The cache is a part of the process's 64 MB. The log is moved into the file every 32 MB, since each commit of
      // a bulk load would otherwise write its pages twice at once.
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA secure_delete = ON;
          PRAGMA synchronous = FULL;
          PRAGMA cache_size = -16384;
          PRAGMA wal_autocheckpoint = 8192;
          PRAGMA journal_size_limit = 33554432;
          """)
    }
    return try DatabaseQueue(path: place.path, configuration: configuration)
  }

  /// Opens a connection that only reads, with its own view of what is committed.
  static func reader(at place: StorePlace, waitMilliseconds: Int) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "assay.sqlite.reader"
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(Double(waitMilliseconds) / 1000)
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA cache_size = -8192;
          """)
    }
    do {
      return try DatabaseQueue(path: place.path, configuration: configuration)
    } catch let error as DatabaseError
      where !place.hasLog && (error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY)
    {
      // On a medium that cannot be written SQLite cannot make the log's index; nobody else can write there either.
      return try DatabaseQueue(path: place.immutableURI, configuration: configuration)
    }
  }
}
