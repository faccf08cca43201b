import CSQLite
import HealthStorage

/// Undoes what an interrupted writer had begun: a rollback journal was left beside the file, after a power cut while
/// the store was made or while its journal was switched.
///
/// A connection that only reads cannot do that. All that was committed is kept.
enum JournalRecovery {
  /// Rolls the journal back, as the only writer.
  ///
  /// - Throws: `StorageError`: `unwritable` when this process may not write there, or when no store is left, `locked`.
  static func run(at place: StorePlace, waitMilliseconds: Int) throws {
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

  private static func refusal(_ place: StorePlace) -> StorageError {
    StorageError(
      .unwritable,
      "\(place.shown) was left by an interrupted writer, and this process may not write the file and its folder, which "
        + "undoing that needs",
      hint: "run the command once as a user who may write there; nothing that was committed is lost")
  }
}
