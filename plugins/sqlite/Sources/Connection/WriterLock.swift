import HealthStorage
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lets one process at a time write to a store and move its log into the file: a lock on `PATH-lock`.
///
/// SQLite's own lock orders writers, but up to 3.51.2 a log that is reset by one connection in the instant another one
/// checkpoints can lose pages. The lock spans transaction and checkpoint, so the two never meet.
final class WriterLock: Sendable {
  private let place: StorePlace
  private let waitMilliseconds: Int
  /// The descriptor that holds the lock; -1 when it is free.
  private let held = Mutex<Int32>(-1)

  init(_ place: StorePlace, waitMilliseconds: Int) {
    self.place = place
    self.waitMilliseconds = waitMilliseconds
  }

  deinit { release() }

  /// Waits for the lock; does nothing when this object has it already.
  ///
  /// - Throws: `StorageError`: `locked` after the wait, `unwritable` when the lock's file cannot be made.
  func acquire() throws(StorageError) {
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(waitMilliseconds))
    while try !attempt() {
      guard ContinuousClock.now < deadline else { throw StoreFailure.locked(place) }
      usleep(5_000)
    }
  }

  /// Frees the lock for others.
  func release() {
    held.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Removes the lock's file when nobody holds the lock.
  func remove() {
    guard (try? attempt()) == true else { return }
    unlink(path)
    release()
  }

  private var path: String { place.path + "-lock" }

  private func attempt() throws(StorageError) -> Bool {
    if held.withLock({ $0 >= 0 }) { return true }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      throw StorageError(
        code == ENOSPC || code == EDQUOT ? .full : .unwritable,
        "cannot make \(place.shown)-lock: \(String(cString: strerror(code)))")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isCurrent(descriptor) else {
      close(descriptor)
      return false
    }
    held.withLock { $0 = descriptor }
    return true
  }

  /// Whether the locked file still stands under its name: its last holder may have removed it in between.
  private func isCurrent(_ descriptor: Int32) -> Bool {
    var locked = stat()
    var named = stat()
    return fstat(descriptor, &locked) == 0 && stat(path, &named) == 0 && locked.st_ino == named.st_ino
      && locked.st_dev == named.st_dev
  }
}
