import AssayPlatform
import CSQLite
import HealthModel
import HealthStorage
import Synchronization

/// Lets one process at a time write to a store and move its log into the file: a lock on `PATH-lock`.
///
/// SQLite's own lock orders writers, but up to 3.51.2 a log that is reset by one connection in the instant another one
/// checkpoints can lose pages. The lock spans transaction and checkpoint, so the two never meet.
final class WriterLock: Sendable {
  private let place: StoreLocation
  private let waitMilliseconds: Int
  private let held = Mutex<FileLock?>(nil)

  init(_ place: StoreLocation, waitMilliseconds: Int) {
    self.place = place
    self.waitMilliseconds = waitMilliseconds
  }

  /// Waits for the lock; does nothing when this object has it already.
  ///
  /// - Throws: `StorageError`: `locked` after the wait, `unwritable` when the lock's file cannot be made.
  func acquire() throws(StorageError) {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(waitMilliseconds))
    while try !attempt() {
      guard ContinuousClock.now < deadline else { throw StoreFailure.locked(place) }
      SystemThread.sleep(milliseconds: 5)
    }
  }

  func release() { held.withLock { $0 = nil } }

  /// Removes the lock's file if no one holds the lock.
  func remove() {
    guard !place.isIndex, (try? attempt()) == true else { return }
    try? FileTree.removeFile(place.lockPath)
    release()
  }

  private func attempt() throws(StorageError) -> Bool {
    if held.withLock({ $0 != nil }) { return true }
    do {
      guard let lock = try FileLock.attempt(place.lockPath) else { return false }
      held.withLock { $0 = lock }
      return true
    } catch {
      throw StorageError(error.meansFull ? .full : .unwritable, "cannot make \(place.shown)-lock: \(error)")
    }
  }
}

/// The meaning of SQLite's errors for a user who runs an import.
enum StoreFailure {
  /// The store's error for anything thrown on the way to the database, with the system's error number after an I/O
  /// error, when known.
  static func storageError(
    _ error: any Error, at place: StoreLocation, systemError: SystemError? = nil
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
  static func storageError(_ error: any Error, at place: StoreLocation, in db: Database) -> StorageError {
    storageError(error, at: place, systemError: db.systemError == 0 ? nil : SystemError(code: db.systemError))
  }

  static func locked(_ place: StoreLocation) -> StorageError {
    StorageError(.locked, "another process is writing to \(place.shown)", remedy: .waitLonger)
  }

  private static func full(_ place: StoreLocation) -> StorageError {
    StorageError(
      .full, "no space is left for \(place.shown)",
      hint: "free some space and run the same command again: it continues after the last commit")
  }
}
