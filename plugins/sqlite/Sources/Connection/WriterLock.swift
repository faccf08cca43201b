import AssayPlatform
import HealthStorage
import Synchronization

/// Lets one process at a time write to a store and move its log into the file: a lock on `PATH-lock`.
///
/// SQLite's own lock orders writers, but up to 3.51.2 a log that is reset by one connection in the instant another one
/// checkpoints can lose pages. The lock spans transaction and checkpoint, so the two never meet.
final class WriterLock: Sendable {
  private let place: StorePlace
  private let waitMilliseconds: Int
  private let held = Mutex<FileLock?>(nil)

  init(_ place: StorePlace, waitMilliseconds: Int) {
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

  /// Frees the lock for others.
  func release() { held.withLock { $0 = nil } }

  /// Removes the lock's file if no one holds the lock.
  func remove() {
    guard (try? attempt()) == true else { return }
    try? FileTree.removeFile(path)
    release()
  }

  private var path: String { place.path + "-lock" }

  private func attempt() throws(StorageError) -> Bool {
    if held.withLock({ $0 != nil }) { return true }
    do {
      guard let lock = try FileLock.attempt(path) else { return false }
      held.withLock { $0 = lock }
      return true
    } catch {
      throw StorageError(
        error.meansFull ? .full : .unwritable, "cannot make \(place.shown)-lock: \(error)")
    }
  }
}
