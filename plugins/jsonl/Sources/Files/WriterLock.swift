import HealthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The right to change a store, held by one process at a time: a lock on the file `lock`, free again when the last copy
/// of the value is gone, or the process.
struct WriterLock: Sendable {
  private let file: OpenFile

  /// Takes the lock; `nil` when another one has it.
  static func attempt(_ place: StorePlace) throws -> WriterLock? {
    let path = place.path(StorePlace.lock)
    let file = try OpenFile.made(path, name: place.shown(StorePlace.lock))
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else { throw FileFailure.error("lock", file.name, code) }
      return nil
    }
    return isCurrent(file, path) ? WriterLock(file: file) : nil
  }

  /// Whether the locked file still stands under its name: somebody may have removed it.
  private static func isCurrent(_ file: OpenFile, _ path: String) -> Bool {
    var locked = stat()
    var named = stat()
    return fstat(file.descriptor, &locked) == 0 && lstat(path, &named) == 0 && locked.st_ino == named.st_ino
      && locked.st_dev == named.st_dev
  }
}
