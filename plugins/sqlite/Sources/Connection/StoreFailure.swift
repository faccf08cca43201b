import AssayPlatform
import CSQLite
import HealthModel
import HealthStorage

/// The meaning of SQLite's errors for a user who runs an import.
enum StoreFailure {
  /// The store's error for anything thrown on the way to the database, with the system's error number after an I/O
  /// error, when known.
  static func storageError(
    _ error: any Error, at place: StorePlace, systemError: SystemError? = nil
  ) -> StorageError {
    if let error = error as? StorageError { return error }
    guard let error = error as? DatabaseError else { return StorageError(.failed, "\(place.shown): \(error)") }
    let reason = TextEscaping.escaped(error.message)
    switch error.resultCode {
    case SQLITE_FULL: return full(place)
    case SQLITE_IOERR where systemError?.meansFull ?? false: return full(place)
    case SQLITE_BUSY, SQLITE_LOCKED: return locked(place)
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      return StorageError(.unwritable, "\(place.shown): \(reason)")
    case SQLITE_CORRUPT: return StorageError.corrupt(place, reason)
    case SQLITE_NOTADB: return StorageError.foreign(place)
    case SQLITE_IOERR:
      let cause = systemError.map { "\(reason): \($0)" } ?? reason
      return StorageError(.failed, "\(place.shown): \(cause)", hint: "look after the disk; what was committed is kept")
    default: return StorageError(.failed, "\(place.shown): \(reason)")
    }
  }

  /// The store's error, with the system's error number of the connection it happened on.
  static func storageError(_ error: any Error, at place: StorePlace, in db: Database) -> StorageError {
    storageError(error, at: place, systemError: db.systemError == 0 ? nil : SystemError(code: db.systemError))
  }

  static func locked(_ place: StorePlace) -> StorageError {
    StorageError(
      .locked, "another process is writing to \(place.shown)", remedy: .waitLonger)
  }

  private static func full(_ place: StorePlace) -> StorageError {
    StorageError(
      .full, "no space is left for \(place.shown)",
      hint: "free some space and run the same command again: it continues after the last commit")
  }
}
