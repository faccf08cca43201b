import HealthReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An empty folder for the time of a command, in `TMPDIR` or `/tmp`, for its owner only.
struct ScratchFolder: Sendable {
  /// The path.
  let path: String

  /// The folder for what is there for a while: `TMPDIR`, else `/tmp`.
  static var parent: String {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  /// Makes the folder.
  init() throws {
    let parent = Self.parent
    var template = Array((parent + "/assay-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw CommandFailure(OutputError(name: parent, code: errno)) }
    path = String(cString: made)
  }

  /// Removes the folder and all in it; links are removed and not followed.
  func remove() { Self.remove(path) }

  private static func remove(_ folder: String) {
    if let stream = opendir(folder) {
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { name in Array(name.prefix { $0 != 0 }) }
        let name = String(decoding: bytes, as: UTF8.self)
        if name == "." || name == ".." { continue }
        let path = "\(folder)/\(name)"
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & 0o170000 == 0o040000 { remove(path) } else { unlink(path) }
      }
    }
    rmdir(folder)
  }
}
