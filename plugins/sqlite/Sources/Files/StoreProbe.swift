import CSQLite
import HealthStorage

/// Looks at a file before any connection that could change it: whether it is a store, and of a version known here.
///
/// The file is opened as immutable, which takes no lock and makes no file beside it: what is refused stays as it was,
/// to the byte. SQLite itself does the reading, since closing a file of our own would drop the locks of other
/// connections of this process.
enum StoreProbe {
  static func check(_ place: StoreLocation, _ ladder: SchemaMigrations) throws(StorageError) {
    guard !place.isEmpty, !place.isUnfinished else { return }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      place.immutableURI, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    let connection = opened
    defer { sqlite3_close(connection) }
    guard code == SQLITE_OK else { throw refusal(code, place) }
    let application = number("PRAGMA application_id", connection)
    let version = number("PRAGMA user_version", connection)
    let objects = number("SELECT count(*) FROM sqlite_master", connection)
    for answer in [application, version, objects] {
      guard answer.code != SQLITE_OK else { continue }
      // A log may hold the pages that the file lacks: the connection that reads it decides.
      if answer.code & 0xFF == SQLITE_CORRUPT, place.hasLog { return }
      throw refusal(answer.code, place)
    }
    if application.value == 0, version.value == 0, objects.value == 0 { return }
    guard application.value == Schema.applicationID else { throw StorageError.foreign(place) }
    guard version.value <= ladder.newest.number else {
      throw StorageError.future(place, version: version.value, ladder)
    }
  }

  private static func number(_ sql: String, _ connection: OpaquePointer?) -> (code: Int32, value: Int64) {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    guard code == SQLITE_OK else { return (code, 0) }
    let step = sqlite3_step(statement)
    let value = step == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0
    sqlite3_finalize(statement)
    return (step == SQLITE_ROW || step == SQLITE_DONE ? SQLITE_OK : step, value)
  }

  private static func refusal(_ code: Int32, _ place: StoreLocation) -> StorageError {
    switch code & 0xFF {
    case SQLITE_NOTADB: StorageError.foreign(place)
    case SQLITE_CORRUPT: StorageError.corrupt(place, "SQLite finds it malformed")
    default: StorageError(.unwritable, "cannot read \(place.shown): \(String(cString: sqlite3_errstr(code)))")
    }
  }
}

/// The errors of a file that cannot be opened as a store.
extension StorageError {
  static func empty(_ place: StoreLocation) -> StorageError {
    StorageError(.missing, "there is no store at \(place.shown): the file is empty", hint: "`assay import` makes one")
  }

  static func foreign(_ place: StoreLocation) -> StorageError {
    StorageError(.foreign, "\(place.shown) is not a store of samples", hint: "it was left as it is; name another file")
  }

  static func future(_ place: StoreLocation, version: Int64, _ ladder: SchemaMigrations) -> StorageError {
    StorageError(
      .future, "\(place.shown) has version \(version) of the schema, this program knows up to \(ladder.newest.number)",
      hint: "use a newer version of the program")
  }

  /// A store that has to be migrated before it can be read.
  static func past(_ place: StoreLocation, version: Int64, _ ladder: SchemaMigrations) -> StorageError {
    StorageError(
      .unwritable,
      "\(place.shown) has version \(version) of the schema, and this program reads version \(ladder.newest.number)",
      hint: "run `assay store compact` on it once, as a user who may write the file: opening a store for writing "
        + "migrates it")
  }

  static func corrupt(_ place: StoreLocation, _ detail: String) -> StorageError {
    StorageError(
      .corrupt, "\(place.isIndex ? "the index of " : "")\(place.shown) is damaged: \(detail)",
      hint: place.isIndex
        ? "remove the store's folder `index`: it is made anew"
        : "restore it from a copy, or import its sources into a new store")
  }
}
