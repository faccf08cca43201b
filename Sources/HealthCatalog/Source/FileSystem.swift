import AssayPlatform
import HealthModel

/// The few system calls that reading a catalog takes.
enum FileSystem {
  /// The path without links, `.` and `..`.
  static func resolved(_ path: String) throws(CatalogReadError) -> String {
    let real = try calling(path) { () throws(SystemError) in try RealPath(of: path) }
    guard let text = real.text else {
      throw CatalogReadError(path: path, code: 0, message: "the path is not UTF-8")
    }
    return text
  }

  /// The kind of entry at a path; links are not followed.
  static func kind(of path: String) throws(CatalogReadError) -> FileStatus.Kind {
    try calling(path) { () throws(SystemError) in try FileStatus(of: path, followsLinks: false).kind }
  }

  /// A name that is not UTF-8, so that no path leads to it.
  struct DamagedName {
    /// The name with U+FFFD for what is not UTF-8.
    var shown: String
    var isFolder: Bool
  }

  /// The names in a folder, as bytes in order, and apart those that are not UTF-8.
  static func names(in folder: String) throws(CatalogReadError) -> (names: [String], damaged: [DamagedName]) {
    var names: [String] = []
    var damaged: [DamagedName] = []
    for entry in try calling(folder, { () throws(SystemError) in try FolderItem.all(in: folder) }) {
      if entry.isUTF8 {
        names.append(entry.name)
      } else {
        damaged.append(DamagedName(shown: entry.name, isFolder: entry.kind ?? .folder == .folder))
      }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    damaged.sort { $0.shown.utf8.lexicographicallyPrecedes($1.shown.utf8) }
    return (names, damaged)
  }

  /// The first bytes of a regular file; a pipe or a device is refused without waiting for it.
  ///
  /// With a boundary, the path must lead to the open file, inside of it: a folder that is swapped for a link gains
  /// nothing.
  static func contents(
    of path: String, limit: Int, within boundary: FolderBoundary? = nil
  ) throws(CatalogReadError) -> [UInt8] {
    let (status, bytes) = try calling(path) { () throws(SystemError) in
      let file = try Descriptor(reading: path, followsLinks: false)
      let status = try file.status()
      return (status, status.kind == .file ? try file.bytes(limit: limit, expecting: Int(clamping: status.size)) : [])
    }
    guard status.kind == .file else { throw CatalogReadError(path: path, code: 0, message: "not a regular file") }
    if let boundary {
      let real = try resolved(path)
      guard boundary.admits(real), FileIdentity(of: real, followsLinks: false) == status.identity
      else { throw CatalogReadError(path: path, code: 0, message: boundary.refusal) }
    }
    return bytes
  }

  private static func calling<Result>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(CatalogReadError) -> Result {
    do {
      return try body()
    } catch {
      throw CatalogReadError(path: path, code: error.code, message: error.description)
    }
  }
}
