import AssayPlatform
import HealthModel
import HealthStorage

/// Where a store's folder is: the absolute path without links, and the names of what is in it.
struct StoreFolder: Sendable {
  let folder: String
  private let open: FolderHandle
  let location: String

  static let mark = "store.json"
  static let log = "commits.jsonl"
  static let deletions = "deletions.ndjson"
  static let samples = "samples"
  static let index = "index"
  static let lock = "lock"

  /// Finds the folder, making it when asked, for its owner only.
  ///
  /// - Throws: `StorageError`: `unwritable` if the folder does not exist, it cannot be made, or its name belongs to
  ///   something else.
  init(_ location: String, makesFolder: Bool) throws {
    guard !location.isEmpty, !location.utf8.contains(0) else {
      throw StorageError(.unwritable, "`jsonl:` is followed by the path of a folder")
    }
    let shown = TextEscaping.escaped(location, limit: 1000)
    var isNew = false
    switch try Self.kind(of: location, name: shown) {
    case .folder: break
    case .some: throw StorageError(.unwritable, "\(shown) is not a folder")
    case nil:
      guard makesFolder else {
        throw StorageError(.missing, "there is no store at \(shown)", hint: "check the path; `assay import` makes one")
      }
      isNew = try Self.makeFolder(location, name: shown)
    }
    let real = try FileFailure.naming("find", shown) { () throws(SystemError) in try RealPath(of: location) }
    guard let folder = real.text else { throw StorageError(.unwritable, "the path of \(shown) is not UTF-8") }
    self.folder = folder
    open = try FolderHandle(folder, name: shown)
    self.location = location
    if isNew { try Self.synchronize(folder: PathText.parent(of: folder), name: shown) }
  }

  /// The entry that a path leads to; `nil` if there is none.
  private static func kind(of path: String, name: String) throws(StorageError) -> FileStatus.Kind? {
    do {
      return try FileStatus(of: path).kind
    } catch .noSuchFile {
      return nil
    } catch {
      throw FileFailure.error("open", name, error)
    }
  }

  /// Requires that the folder still has its name.
  ///
  /// Files are opened by their paths: in a folder that took the place of this one they would be another store's.
  func check() throws(StorageError) {
    let what: String
    switch open.whereabouts {
    case .here: return
    case .missing: what = "was moved or removed"
    case .replaced: what = "was replaced by another folder"
    }
    throw StorageError(
      .failed, "\(shown) \(what) while the store was open; nothing since the last commit can be relied on",
      hint: "put the folder back, check it with `assay store verify`, and run the same command again")
  }

  /// Takes the right to change the store, which one process at a time has: a lock on the file `lock`.
  ///
  /// - Returns: the lock, free again when its last copy is gone; `nil` when another process has it.
  func attemptLock() throws -> FileLock? {
    try FileFailure.naming("make", shown(Self.lock)) { () throws(SystemError) in try FileLock.attempt(path(Self.lock)) }
  }

  /// Writes a file anew beside itself, and puts it in its place in one step.
  func replace(_ name: String, with bytes: [UInt8]) throws {
    let new = name + ".new"
    let file = try newFile(new)
    try file.put(bytes, at: 0)
    try file.synchronize()
    try synchronize()
    try FileFailure.naming("replace", shown(name)) { () throws(SystemError) in
      try FileTree.rename(path(new), to: path(name))
    }
    try synchronize()
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// The path as it was given, made safe to show.
  var shown: String { TextEscaping.escaped(location, limit: 1000) }

  func shown(_ name: String) -> String { TextEscaping.escaped(PathText.join(location, name), limit: 1000) }
}

/// What is in the folder, by its path from there.
extension StoreFolder {
  /// Opens a file; `nil` when it is not there.
  func file(_ name: String, isWritable: Bool = false) throws -> OpenFile? {
    let file: Descriptor
    do {
      file =
        try isWritable
        ? Descriptor(writing: path(name), .existing, isRead: true)
        : Descriptor(reading: path(name), followsLinks: false)
    } catch .noSuchFile {
      return nil
    } catch {
      throw FileFailure.error("open", shown(name), error)
    }
    return try OpenFile(file, name: shown(name))
  }

  /// Opens a file that is at least as long as its commits say.
  ///
  /// - Throws: `StorageError.corrupt`: it is missing or shorter.
  func committed(_ name: String, length: Int, isWritable: Bool = false) throws -> OpenFile {
    guard let file = try file(name, isWritable: isWritable) else {
      throw StorageError.corrupt(self, "\(name) is missing")
    }
    return try check(file, name, length: length)
  }

  /// Opens a file to write after what is committed of it, making it when nothing is; what is after that is cut off.
  func extended(_ name: String, from length: Int) throws -> OpenFile {
    let file = try check(OpenFile.made(path(name), name: shown(name)), name, length: length)
    if try file.size() > length { try file.cut(to: length) }
    return file
  }

  private func check(_ file: OpenFile, _ name: String, length: Int) throws -> OpenFile {
    guard try file.size() >= length else {
      throw StorageError.corrupt(self, "\(name) is shorter than its commits say")
    }
    return file
  }

  /// Makes a file anew.
  func newFile(_ name: String) throws -> OpenFile {
    try remove(name)
    return try OpenFile.made(path(name), name: shown(name), isNew: true)
  }

  /// Removes a file's name; it need not be there.
  func remove(_ name: String) throws {
    do {
      try FileTree.removeFile(path(name))
    } catch .noSuchFile {
    } catch {
      throw FileFailure.error("remove", shown(name), error)
    }
  }

  /// Cuts a file to a length, if it is there and longer.
  func cut(_ name: String, to length: Int) throws {
    guard let file = try file(name, isWritable: true), try file.size() > length else { return }
    try file.cut(to: length)
    try file.synchronize()
  }

  /// The names in a folder, in no order; none if the folder does not exist.
  func names(in name: String? = nil) throws -> [String] {
    do {
      return try FolderItem.all(in: name.map(path) ?? folder).map(\.name)
    } catch .noSuchFile {
      return []
    } catch {
      throw FileFailure.error("read", name.map(shown) ?? shown, error)
    }
  }

  /// Makes a folder for its owner only, unless it is there.
  func makeFolder(_ name: String) throws { _ = try Self.makeFolder(path(name), name: shown(name)) }

  private static func makeFolder(_ path: String, name: String) throws -> Bool {
    do {
      try FileTree.makeFolder(path, mode: 0o700)
      return true
    } catch .fileExists {
      guard (try? FileStatus(of: path, followsLinks: false))?.kind == .folder else {
        throw StorageError(.unwritable, "\(name) is not a folder")
      }
      return false
    } catch {
      throw FileFailure.error("make", name, error)
    }
  }

  /// Returns when a folder's entries are on the disk.
  ///
  /// - Throws: `StorageError` with `unsynced`, or `StorageError` when it cannot be opened.
  func synchronize(_ name: String? = nil) throws {
    try Self.synchronize(folder: name.map(path) ?? folder, name: name.map(shown) ?? shown)
  }

  private static func synchronize(folder path: String, name: String) throws {
    let folder = try FileFailure.naming("open", name) { () throws(SystemError) in
      try SharedDescriptor(.init(folder: path))
    }
    do {
      try folder.file.synchronize()
    } catch {
      throw StorageError.unsynced(FileFailure.error("sync", name, error))
    }
  }

  /// The kind of an entry, without following links; `nil` if there is none.
  func kind(_ name: String) -> FileStatus.Kind? { (try? FileStatus(of: path(name), followsLinks: false))?.kind }

  /// How long a file is; `nil` when there is none.
  func size(_ name: String) -> Int? {
    guard let status = try? FileStatus(of: path(name), followsLinks: false), status.kind == .file else { return nil }
    return Int(status.size)
  }

  /// The bytes of all files.
  func byteCount() throws -> Int64 {
    let samples = Self.samples
    let folders = try names(in: samples).map { "\(samples)/\($0)" }.filter { kind($0) == .folder }
    var sum = try names().reduce(0) { $0 + (size($1) ?? 0) }
    for folder in folders + [Self.index] {
      sum += try names(in: folder).reduce(0) { $0 + (size("\(folder)/\($1)") ?? 0) }
    }
    return Int64(sum)
  }
}

/// A folder that is kept open, so that no other one can be taken for it.
final class FolderHandle: Sendable {
  private let folder: Descriptor
  private let path: String

  init(_ path: String, name: String) throws {
    do {
      folder = try Descriptor(folder: path)
    } catch {
      throw FileFailure.error("open", name, error)
    }
    self.path = path
  }

  /// Whether the name still leads to this folder.
  enum Whereabouts { case here, missing, replaced }

  var whereabouts: Whereabouts {
    guard let opened = try? folder.status().identity, let named = FileIdentity(of: path) else { return .missing }
    return opened == named ? .here : .replaced
  }
}
