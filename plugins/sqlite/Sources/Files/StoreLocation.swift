import AssayPlatform
import HealthModel
package import HealthStorage

/// Where a store's file is: the absolute path without links, so that two names of a store mean one lock and one log.
package struct StoreLocation: Sendable {
  let path: String
  private var location: String
  /// The file that a writer locks.
  private(set) var lockPath: String
  /// Whether it is the index of another store, whose lock stays when no one writes, and from which it can be made again.
  var isIndex: Bool { lockPath != path + "-lock" }
  /// Whether the file had no content when it was looked up.
  let isEmpty: Bool

  /// Finds the file, making it when asked, readable by its owner only.
  ///
  /// - Throws: `StorageError`: `unwritable` if the file does not exist, cannot be made, or is not a regular file.
  init(_ location: String, makesFile: Bool) throws(StorageError) {
    guard !location.isEmpty, !location.utf8.contains(0) else {
      throw StorageError(.unwritable, "`sqlite:` is followed by the path of a file")
    }
    // SQLite reads `file:` and `:memory:` as something else than the file of that name.
    let name = location.hasPrefix("/") ? location : "./" + location
    if try Self.size(of: name, shown: location) == nil {
      guard makesFile else {
        throw StorageError(
          .missing, "there is no store at \(Self.shown(location))", hint: "check the path; `assay import` makes one")
      }
      try Self.makeFile(name, shown: location)
    }
    let real: RealPath
    do {
      real = try RealPath(of: name)
    } catch {
      throw Self.failure("cannot find", location, error)
    }
    guard let path = real.text else {
      throw StorageError(.unwritable, "the path of \(Self.shown(location)) is not UTF-8")
    }
    guard let size = try Self.size(of: path, shown: location) else {
      throw Self.failure("cannot find", location, .noSuchFile)
    }
    self.path = path
    self.location = location
    lockPath = path + "-lock"
    isEmpty = size == 0
  }

  /// Finds a file that is the index of another store, which errors name and whose lock writers take.
  package init(indexAt path: String, of location: String, lock: String, makesFile: Bool) throws(StorageError) {
    try self.init(path, makesFile: makesFile)
    self.location = location
    lockPath = lock
  }

  /// The size of a regular file; `nil` when there is none.
  private static func size(of name: String, shown location: String) throws(StorageError) -> Int64? {
    let status: FileStatus
    do {
      status = try FileStatus(of: name)
    } catch .noSuchFile {
      return nil
    } catch {
      throw failure("cannot open", location, error)
    }
    guard status.kind == .file else { throw StorageError(.unwritable, "\(shown(location)) is not a regular file") }
    return status.size
  }

  private static func makeFile(_ name: String, shown location: String) throws(StorageError) {
    do {
      _ = try Descriptor(writing: name, .new)
    } catch .fileExists {
      // Another process was faster, or the name is a link that leads nowhere.
      if try size(of: name, shown: location) != nil { return }
      throw StorageError(.unwritable, "\(shown(location)) is a link to a file that does not exist")
    } catch {
      throw failure("cannot make", location, error)
    }
  }

  private static func failure(_ what: String, _ location: String, _ error: SystemError) -> StorageError {
    StorageError(error.meansFull ? .full : .unwritable, "\(what) \(shown(location)): \(error)")
  }

  /// A path made safe to show.
  static func shown(_ path: String) -> String { TextEscaping.escaped(path, limit: 1000) }

  /// The path as it was given, made safe to show.
  var shown: String { Self.shown(location) }

  /// The path as a URI, by which SQLite reads the file alone: no lock, no log, nothing made beside it.
  var immutableURI: String {
    var uri = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return uri + "?immutable=1"
  }

  /// Whether a log or a journal with content is beside the file, which alone is then not the whole store.
  var hasLog: Bool { hasContent("-wal") || hasJournal }

  var hasJournal: Bool { hasContent("-journal") }

  private func hasContent(_ suffix: String) -> Bool { ((try? FileStatus(of: path + suffix))?.size ?? 0) > 0 }

  /// How many bytes the file and its log take.
  var byteCount: Int64 { ["", "-wal"].reduce(0) { $0 + ((try? FileStatus(of: path + $1))?.size ?? 0) } }

  /// Whether the making of the store was interrupted: a rollback journal says that the file was empty before.
  ///
  /// The journal begins with a magic number; at byte 16 is how many pages the file had (SQLite's file format,
  /// section 3).
  var isUnfinished: Bool {
    guard let file = try? Descriptor(reading: path + "-journal", followsLinks: false),
      let header = try? file.bytes(limit: 20), header.count == 20
    else { return false }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    return Array(header.prefix(8)) == magic && header.suffix(4).allSatisfy { $0 == 0 }
  }
}

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
