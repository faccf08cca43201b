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

  /// The content of an open transaction's file cannot be read back.
  static func spoolLost(_ place: StoreFolder) -> StorageError {
    StorageError(.failed, "the open transaction of \(place.shown) cannot be read back", hint: "look after the disk")
  }

  /// An error as those outside of the store know it; those that are not the store's stay as they are.
  static func shown(_ error: any Error) -> any Error {
    switch error {
    case is SyncFailure, is IndexDamage, is SnapshotMoved: storageError(error)
    default: error
    }
  }

  /// The store's error for anything thrown on the way to a file.
  static func storageError(_ error: any Error) -> StorageError {
    switch error {
    case let error as StorageError: error
    case let error as SyncFailure: error.error
    case let error as IndexDamage: error.storageError
    case let error as SnapshotMoved: StorageError(.corrupt, error.message, hint: StorageError.repair)
    default: StorageError(.failed, "\(error)")
    }
  }
}

/// A file could not be synced: it is unknown which part of it is on the disk, and a second attempt would not show it.
struct SyncFailure: Error {
  let error: StorageError
}

/// A file of the index is not what was written; the index is made anew from the samples.
struct IndexDamage: Error {
  /// The file, made safe to show.
  let name: String

  var storageError: StorageError {
    StorageError(.corrupt, "\(name) is damaged", hint: "remove the store's folder `index`: it is made anew")
  }
}

/// A line is not where a snapshot says: it was deleted or moved since, or the store is damaged.
struct SnapshotMoved: Error {
  /// The problem, if the store was not changed.
  let message: String
}
