import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The few system calls that reading a catalog takes.
enum FileSystem {
  enum Kind {
    case file, folder, link, other
  }

  /// The path without links, `.` and `..`.
  static func resolved(_ path: String) throws(CatalogReadError) -> String {
    guard let result = realpath(path, nil) else { throw failure(path) }
    defer { free(result) }
    guard let text = String(validatingCString: result) else {
      throw CatalogReadError(path: path, code: 0, message: "the path is not UTF-8")
    }
    return text
  }

  /// What stands at a path; links are not followed.
  static func kind(of path: String) throws(CatalogReadError) -> Kind {
    var info = stat()
    guard lstat(path, &info) == 0 else { throw failure(path) }
    return kind(info)
  }

  private static func kind(_ info: stat) -> Kind {
    switch info.st_mode & 0o170000 {
    case 0o100000: .file
    case 0o040000: .folder
    case 0o120000: .link
    default: .other
    }
  }

  /// A name that is not UTF-8, so that no path leads to it.
  struct DamagedName {
    /// The name with U+FFFD for what is not UTF-8.
    var shown: String
    /// Whether it can be that of a folder.
    var isFolder: Bool
  }

  /// The names in a folder, as bytes in order, and apart those that are not UTF-8.
  static func names(in folder: String) throws(CatalogReadError) -> (names: [String], damaged: [DamagedName]) {
    guard let stream = opendir(folder) else { throw failure(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    var damaged: [DamagedName] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard let name = String(validatingCString: start) else {
        let kind = Int32(entry.pointee.d_type)
        damaged.append(
          DamagedName(shown: String(cString: start), isFolder: kind == Int32(DT_DIR) || kind == Int32(DT_UNKNOWN)))
        continue
      }
      if name != ".", name != ".." { names.append(name) }
    }
    if errno != 0 { throw failure(folder) }
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
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw failure(path) }
    guard case .file = kind(info) else {
      throw CatalogReadError(path: path, code: 0, message: "not a regular file")
    }
    if let boundary {
      let real = try resolved(path)
      var place = stat()
      guard boundary.admits(real), lstat(real, &place) == 0, place.st_ino == info.st_ino, place.st_dev == info.st_dev
      else { throw CatalogReadError(path: path, code: 0, message: boundary.refusal) }
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, max(4096, Int(clamping: info.st_size))))
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      let count = read(descriptor, &buffer, wanted)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path)
      }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  private static func failure(_ path: String) -> CatalogReadError {
    let code = errno
    return CatalogReadError(path: path, code: code, message: String(cString: strerror(code)))
  }
}
