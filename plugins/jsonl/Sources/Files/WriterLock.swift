import AssayPlatform
import HealthStorage

/// The right to change a store, held by one process at a time: a lock on the file `lock`, free again when the last copy
/// of the value is gone, or the process.
struct WriterLock: Sendable {
  private let lock: FileLock

  /// Takes the lock; `nil` when another one has it.
  static func attempt(_ place: StoreFolder) throws -> WriterLock? {
    let lock = try FileFailure.naming("make", place.shown(StoreFolder.lock)) { () throws(SystemError) in
      try FileLock.attempt(place.path(StoreFolder.lock))
    }
    return lock.map { WriterLock(lock: $0) }
  }
}
