import HealthModel
import HealthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a store's file is: the absolute path without links, so that two names of a store mean one lock and one log.
struct StorePlace: Sendable {
  let path: String
  /// The path as it was given, for people.
  private let location: String
  /// Whether the file had no content when it was looked up.
  let isEmpty: Bool

  /// Finds the file, making it when asked, readable by its owner only.
  ///
  /// - Throws: `StorageError`: `unwritable` when there is no file, it cannot be made, or it is no regular file.
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
    guard let resolved = realpath(name, nil) else { throw Self.failure("cannot find", location, errno) }
    defer { free(resolved) }
    guard let path = String(validatingCString: resolved) else {
      throw StorageError(.unwritable, "the path of \(Self.shown(location)) is not UTF-8")
    }
    guard let size = try Self.size(of: path, shown: location) else {
      throw Self.failure("cannot find", location, ENOENT)
    }
    self.path = path
    self.location = location
    isEmpty = size == 0
  }

  /// The size of a regular file; `nil` when there is none.
  private static func size(of name: String, shown location: String) throws(StorageError) -> Int64? {
    var info = stat()
    guard stat(name, &info) == 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot open", location, errno)
    }
    guard info.st_mode & 0o170000 == 0o100000 else {
      throw StorageError(.unwritable, "\(shown(location)) is not a regular file")
    }
    return Int64(info.st_size)
  }

  private static func makeFile(_ name: String, shown location: String) throws(StorageError) {
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      if code == EEXIST {
        // Another process was faster, or the name is a link that leads nowhere.
        if try size(of: name, shown: location) != nil { return }
        throw StorageError(.unwritable, "\(shown(location)) is a link to a file that does not exist")
      }
      throw failure("cannot make", location, code)
    }
    close(descriptor)
  }

  private static func failure(_ what: String, _ location: String, _ code: Int32) -> StorageError {
    StorageError(
      code == ENOSPC || code == EDQUOT ? .full : .unwritable,
      "\(what) \(shown(location)): \(String(cString: strerror(code)))")
  }

  /// A path made safe to show.
  static func shown(_ path: String) -> String { TextEscaping.escaped(path, limit: 1000) }

  /// The path as it was given, made safe to show.
  var shown: String { Self.shown(location) }
}

extension StorePlace {
  /// The path as a URI, by which SQLite reads the file alone: no lock, no log, nothing made beside it.
  var immutableURI: String {
    var uri = "file://"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return uri + "?immutable=1"
  }

  /// Whether a log or a journal with content lies beside the file, which alone is then not the whole store.
  var hasLog: Bool { hasContent("-wal") || hasJournal }

  /// Whether a rollback journal with content is beside the file.
  var hasJournal: Bool { hasContent("-journal") }

  private func hasContent(_ suffix: String) -> Bool {
    var info = stat()
    return stat(path + suffix, &info) == 0 && info.st_size > 0
  }

  /// How many bytes the file and its log take.
  var byteCount: Int64 {
    var count: Int64 = 0
    for suffix in ["", "-wal"] {
      var info = stat()
      if stat(path + suffix, &info) == 0 { count += Int64(info.st_size) }
    }
    return count
  }

  /// Whether the making of the store was interrupted: a rollback journal says that the file was empty before.
  ///
  /// The journal begins with a magic number; at byte 16 stands how many pages the file had (SQLite's file format,
  /// section 3).
  var isUnfinished: Bool {
    let descriptor = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0xFF, count: 20)
    guard read(descriptor, &header, 20) == 20 else { return false }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    return Array(header.prefix(8)) == magic && header.suffix(4).allSatisfy { $0 == 0 }
  }
}
