import HealthFormats
import HealthReports

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What stands at a path, and the few system calls that tell.
enum FolderEntry: Hashable {
  case file
  case folder
  /// A link to a file.
  case linkedFile
  /// A link to a folder.
  case linkedFolder
  /// A device, a socket, a pipe, or a link to nowhere or to one of these.
  case other
  /// Nothing.
  case missing
  /// The system does not tell; its error number.
  case unknown(Int32)

  /// Looks at a path.
  static func kind(of path: String) -> FolderEntry {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      return code == ENOENT || code == ENOTDIR ? .missing : .unknown(code)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: break
    default: return .other
    }
    guard stat(path, &status) == 0 else { return .other }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .linkedFile
    case S_IFDIR: return .linkedFolder
    default: return .other
    }
  }

  /// Whether anything has this name, be it a link to nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    switch kind(of: path) {
    case .folder, .linkedFolder: true
    default: false
    }
  }

  /// The absolute path without links, `.` and `..`; `nil` when there is nothing, or it is not UTF-8.
  static func resolved(_ path: String) -> String? {
    guard let result = realpath(path, nil) else { return nil }
    defer { free(result) }
    return String(validatingCString: result)
  }

  /// The names in a folder, hidden ones as well, and apart those that are not UTF-8, made readable.
  static func names(in folder: String) throws(InputError) -> (names: [String], damaged: [String]) {
    guard let stream = opendir(folder) else {
      throw .unreadable(path: folder, reason: message(of: errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    var damaged: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { name in Array(name.prefix { $0 != 0 }) }
      if let name = String(validating: bytes, as: UTF8.self) {
        if name != ".", name != ".." { names.append(name) }
      } else {
        damaged.append(String(decoding: bytes, as: UTF8.self))
      }
    }
    let code = errno
    if code != 0 { throw .unreadable(path: folder, reason: message(of: code)) }
    return (names: names, damaged: damaged)
  }

  /// Removes a file's name, for good; it need not be there.
  static func remove(_ path: String) throws(OutputError) {
    guard unlink(path) == 0 else {
      if errno == ENOENT { return }
      throw OutputError(name: path, code: errno)
    }
    try synchronize(ProjectPath.parent(of: path))
  }

  /// Brings the names in a folder to the disk.
  static func synchronize(_ folder: String) throws(OutputError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OutputError(name: folder, code: errno) }
    defer { close(descriptor) }
    // Some file systems do not know how to sync a folder.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw OutputError(name: folder, code: errno) }
  }

  /// The system's words for an error number.
  static func message(of code: Int32) -> String { String(cString: strerror(code)) }

  /// A path and a name in it.
  static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty { return name }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }
}
