import CLibrary

/// An absolute path without links, `.` and `..`.
package struct RealPath: Sendable, Hashable {
  /// The path; `nil` when it is not UTF-8.
  package let text: String?
  /// The path, with U+FFFD for what is not UTF-8.
  package let shown: String

  /// Follows a path.
  package init(of path: String) throws(SystemError) {
    guard let result = realpath(path, nil) else { throw .last }
    self.init(result)
  }

  /// The text of the path that a path leads to; `nil` when there is nothing, or it is not UTF-8.
  package static func text(of path: String) -> String? { (try? RealPath(of: path))?.text }

  /// The folder that relative paths begin at.
  package static func currentFolder() throws(SystemError) -> RealPath {
    guard let result = getcwd(nil, 0) else { throw .last }
    return RealPath(result)
  }

  /// Makes a folder the one that relative paths begin at.
  package static func enter(_ folder: String) throws(SystemError) { try SystemError.check(chdir(folder)) }

  /// The path of the running program; `nil` if the system does not report it.
  package static func program() -> String? {
    var buffer = [CChar](repeating: 0, count: 4097)
    let count = readlink("/proc/self/exe", &buffer, 4096)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private init(_ owned: UnsafeMutablePointer<CChar>) {
    defer { free(owned) }
    text = String(validatingCString: owned)
    shown = text ?? String(cString: owned)
  }
}
