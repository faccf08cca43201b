import Foundation
import Synchronization

/// A folder of a test's own, gone when the test is over.
struct TemporaryFolder {
  /// The absolute path, without links.
  let path: String

  /// Makes a folder for the time of a function.
  static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = TemporaryFolder(path: try make())
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    return try body(folder)
  }

  /// Makes a folder that the caller removes.
  static func make() throws -> String {
    let place = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath()
    let url = place.appendingPathComponent("assay-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    return url.path
  }

  /// The path of something in the folder.
  func path(of name: String) -> String { path + "/" + name }

  /// Writes a file.
  ///
  /// - Returns: its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

  /// Writes a file of bytes.
  ///
  /// - Returns: its path.
  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try ChildProcess.starting.withLock { _ in try Data(bytes).write(to: url) }
    return url.path
  }
}

/// Files as bytes and lines.
enum TestFile {
  /// The bytes of a file; a relative path is one of the project.
  static func bytes(_ path: String) throws -> [UInt8] {
    let absolute = path.hasPrefix("/") ? path : AssayBinary.root + "/" + path
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: absolute)))
  }

  /// The lines of a file, without line feeds, as bytes; a last empty one is left out.
  static func lines(_ path: String) throws -> [[UInt8]] {
    var lines = try bytes(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The names in a folder, sorted; none when there is no such folder.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
