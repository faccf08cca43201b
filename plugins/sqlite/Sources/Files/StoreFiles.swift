import AssayPlatform
import HealthStorage

/// The files that the writing connection has open: the database, its log and the log's index.
///
/// SQLite goes on writing to them when they were moved or removed, and says that it committed. So the names are looked
/// up around each commit.
struct StoreFiles: Sendable {
  private struct OpenFile: Sendable {
    let suffix: String
    /// Which file it is; its number is not given out again as long as it is open.
    let identity: FileIdentity
  }

  private let place: StoreLocation
  private let files: [OpenFile]

  /// Notes the files of a connection that has just read the database.
  init(of db: Database, at place: StoreLocation) throws(StorageError) {
    if db.hasMoved { throw Self.failure(place.shown, "was moved or removed") }
    var files: [OpenFile] = []
    for suffix in ["", "-wal", "-shm"] {
      guard let identity = FileIdentity(of: place.path + suffix) else {
        throw Self.failure(Self.subject(suffix, place), "was moved or removed")
      }
      files.append(OpenFile(suffix: suffix, identity: identity))
    }
    self.place = place
    self.files = files
  }

  /// Requires that all files still have their names.
  func check() throws(StorageError) {
    for file in files {
      let found = FileIdentity(of: place.path + file.suffix)
      guard found != file.identity else { continue }
      throw Self.failure(
        Self.subject(file.suffix, place), found == nil ? "was moved or removed" : "was replaced by another file")
    }
  }

  private static func subject(_ suffix: String, _ place: StoreLocation) -> String {
    suffix.isEmpty ? place.shown : "the file `\(suffix)` of \(place.shown)"
  }

  private static func failure(_ subject: String, _ what: String) -> StorageError {
    StorageError(
      .failed, "\(subject) \(what) while the store was open; nothing since the last commit can be relied on",
      hint: "put the store back with all its files, check it with `assay store verify`, and run the same command again")
  }
}
