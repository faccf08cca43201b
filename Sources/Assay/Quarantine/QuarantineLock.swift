import AssayPlatform
import HealthModel
import HealthReports
import HealthStorage

/// The right to change an input's quarantine files: a lock on a file beside them, which one run holds at a time.
///
/// A run takes its turn to write to the store first, then this lock, and the store's own lock last, for each commit. All
/// runs keep to this order, so that none waits for a run that waits for it.
final class QuarantineLock {
  private let path: String
  /// The folder that is made for the lock and removed with it if it is empty; `nil` leaves folders as they are.
  private let folder: String?
  private var lock: FileLock?

  private init(_ path: String, ownsFolder: Bool) {
    self.path = path
    folder = ownsFolder ? PathText.parent(of: path) : nil
  }

  deinit { release() }

  static let ending = ".lock"

  /// The lock's file for a quarantine file: one for refused records, elements without a type, and those of earlier
  /// imports.
  static func path(for file: String) -> String {
    var stem = QuarantineFile.stem(of: file)
    for kind in [".earlier", ".unsupported"] where stem.hasSuffix(kind) { stem = String(stem.dropLast(kind.count)) }
    return stem + ending
  }

  /// Waits for the lock.
  ///
  /// Where no lock can be made, as in a folder that this user cannot write to, there is none to wait for.
  static func acquire(
    _ path: String, ownsFolder: Bool = false, waitMilliseconds: Int, interruption: () -> Int32? = { nil }
  ) async throws -> QuarantineLock {
    let lock = QuarantineLock(path, ownsFolder: ownsFolder)
    let deadline = ContinuousClock.now.advanced(by: .milliseconds(waitMilliseconds))
    while try !lock.attempt() {
      if let signal = interruption() { throw Failure.stopped(by: signal) }
      guard ContinuousClock.now < deadline else { throw locked(path) }
      try await Task.sleep(for: .milliseconds(20))
    }
    return lock
  }

  /// Waits for the right to write the quarantine files of an input.
  ///
  /// Two pipes are two inputs, which need not wait for each other: each gets a separate file.
  static func acquire(
    _ file: QuarantineFile, waitMilliseconds: Int, interruption: () -> Int32?
  ) async throws -> (lock: QuarantineLock?, file: QuarantineFile) {
    switch FolderEntry.kind(of: file.path) {
    case .file, .missing: break
    // Beside a device or a pipe no lock is made.
    default: return (nil, file)
    }
    if file.isShared, file.ownsFolder { return try acquireFree(file) }
    // A file that the user named may be a link: whoever replays it locks what it leads to.
    let path = file.ownsFolder ? file.path : PathText.resolved(file.path)
    let lock = try await acquire(
      Self.path(for: path), ownsFolder: file.ownsFolder, waitMilliseconds: waitMilliseconds,
      interruption: interruption)
    return (lock, file)
  }

  /// The lock of a file, or of the first one numbered after it, that is free.
  static func acquireFree(_ file: QuarantineFile) throws -> (lock: QuarantineLock, file: QuarantineFile) {
    for number in 1...maximumFiles {
      var place = file
      if number > 1 { place.path = "\(QuarantineFile.stem(of: file.path))-\(number).ndjson" }
      let lock = QuarantineLock(path(for: place.path), ownsFolder: place.ownsFolder)
      if try lock.attempt() { return (lock, place) }
    }
    throw locked(path(for: file.path))
  }

  private static let maximumFiles = 1000

  func release() {
    guard lock != nil else { return }
    // Before others can have the lock: one that waits sees that the file lost its name, and makes another.
    try? FileTree.removeFile(path)
    lock = nil
    if let folder { try? FileTree.removeEmptyFolder(folder) }
  }

  private func attempt() throws(OutputError) -> Bool {
    if let folder {
      do throws(OutputError) {
        try FolderEntry.make(folder, mode: 0o700)
      } catch {
        // No file can be made in it either: the first record that is refused reports it.
        return true
      }
    }
    do throws(SystemError) {
      lock = try FileLock.attempt(path)
      return lock != nil
    } catch .noSuchFile where folder != nil {
      // The holder before removed the folder in between.
      return false
    } catch .noSuchFile, .notDirectory, .permissionDenied, .notPermitted, .readOnlyFileSystem, .notSupported,
      .notImplemented, .noLocks
    {
      return true
    } catch {
      throw OutputError(name: path, code: error.code)
    }
  }

  private static func locked(_ path: String) -> StorageError {
    let name = TextEscaping.escaped(path, limit: 1000)
    return StorageError(
      .locked, "another command is writing to the same quarantine file and holds \(name)",
      hint: "wait for it to end; commands with a store have `--wait`")
  }
}
