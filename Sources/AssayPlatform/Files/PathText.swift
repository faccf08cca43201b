import CLibrary

/// Paths as texts: bytes between slashes.
package enum PathText {
  /// The absolute path without links, `.` and `..`; what does not exist keeps its words.
  package static func resolved(_ path: String) -> String { RealPath.text(of: path) ?? path }

  /// The folder of a path, `.` for a bare name.
  package static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }

  package static func join(_ folder: String, _ name: String) -> String {
    if folder.isEmpty { return name }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The part of a path below a folder; `nil` if the path is not in the folder.
  ///
  /// Links are not followed.
  package static func relative(_ path: String, to folder: String) -> String? {
    let start = join(folder, "").utf8
    guard path.utf8.starts(with: start), path.utf8.count > start.count else { return nil }
    return String(Substring(path.utf8.dropFirst(start.count)))
  }

  /// The way from a folder to a path, with `..` for each folder that is left; both are absolute and normalized.
  package static func climbing(_ path: String, from folder: String) -> String {
    let names = path.split(separator: "/")
    let start = folder.split(separator: "/")
    let shared = zip(names, start).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return (start.dropFirst(shared).map { _ in ".." } + names.dropFirst(shared)).joined(separator: "/")
  }

  /// A path without `.` and `..`, by its words alone; relative ones begin at a folder.
  package static func normalized(_ path: String, from folder: String) -> String {
    var parts: [Substring.UTF8View.SubSequence] = []
    let full = path.hasPrefix("/") ? path : join(folder, path)
    for part in Substring(full).utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.map { String(Substring($0)) }.joined(separator: "/")
  }
}

/// An absolute path without links, `.` and `..`.
package struct RealPath: Sendable, Hashable {
  /// The path; `nil` when it is not UTF-8.
  package let text: String?
  /// The path, with U+FFFD for what is not UTF-8.
  package let shown: String

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
