import AssayPlatform
import HealthStorage

/// The meaning of the system's errors for a user of a store.
enum FileFailure {
  /// Does something with a file; what the system refuses is an error of the store.
  static func naming<Result>(
    _ what: String, _ name: String, _ body: () throws(SystemError) -> Result
  ) throws(StorageError) -> Result {
    do {
      return try body()
    } catch {
      throw self.error(what, name, error)
    }
  }

  /// The error of a system call that failed: what was tried, as a verb, on which file, made safe to show.
  static func error(_ what: String, _ name: String, _ cause: SystemError) -> StorageError {
    switch cause {
    case .noSpace, .quotaExceeded:
      return StorageError(
        .full, "no space is left for \(name)",
        hint: "free some space and run the same command again: it continues after the last commit")
    case .permissionDenied, .notPermitted, .readOnlyFileSystem, .noSuchFile, .notDirectory, .tooManyLinks,
      .isDirectory, .nameTooLong:
      return StorageError(.unwritable, "cannot \(what) \(name): \(cause)")
    default:
      return StorageError(
        .failed, "cannot \(what) \(name): \(cause)", hint: "look after the disk; what was committed is kept")
    }
  }

  /// The store's error for anything thrown on the way to a file.
  static func storageError(_ error: any Error) -> StorageError {
    guard var error = error as? StorageError else { return StorageError(.failed, "\(error)") }
    error.cause = nil
    return error
  }
}

extension StorageError {
  static func unsynced(_ error: StorageError) -> StorageError {
    var error = error
    error.cause = .unsynced
    return error
  }

  var isDamage: Bool { code == .corrupt }
}

extension Error {
  /// What the store does about the error by itself.
  var cause: StorageError.Cause? { (self as? StorageError)?.cause }
}
