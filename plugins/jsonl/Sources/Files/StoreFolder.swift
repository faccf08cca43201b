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
  static let spool = "spool"

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
      isNew = try Folder.make(location, name: shown)
    }
    let real = try FileFailure.naming("find", shown) { () throws(SystemError) in try RealPath(of: location) }
    guard let folder = real.text else { throw StorageError(.unwritable, "the path of \(shown) is not UTF-8") }
    self.folder = folder
    open = try FolderHandle(folder, name: shown)
    self.location = location
    if isNew { try Folder.synchronize(PathText.parent(of: folder), name: shown) }
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
    try Folder.removeFile(path(new), name: shown(new))
    let file = try OpenFile.made(path(new), name: shown(new), isNew: true)
    try file.put(bytes, at: 0)
    try file.synchronize()
    try Folder.synchronize(folder, name: shown)
    try Folder.replace(path(name), with: path(new), name: shown(name))
    try Folder.synchronize(folder, name: shown)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// The path as it was given, made safe to show.
  var shown: String { TextEscaping.escaped(location, limit: 1000) }

  func shown(_ name: String) -> String { TextEscaping.escaped(PathText.join(location, name), limit: 1000) }

  func path(_ file: SampleFile) -> String { path(Self.samples + "/" + file.name) }

  func shown(_ file: SampleFile) -> String { shown(Self.samples + "/" + file.name) }
}
