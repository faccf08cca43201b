import AssayPlatform

/// A folder that goes with its value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let made = try TemporaryPath.makeFolder(in: TemporaryPath.folder, prefix: "assay-platform-")
    path = try RealPath(of: made).shown
  }

  deinit { FileTree.removeAll(path) }

  /// The path of something in the folder.
  func path(_ name: String) -> String { path + "/" + name }

  /// Makes a file.
  @discardableResult func file(_ name: String, _ text: String = "", mode: UInt32 = 0o600) throws -> String {
    let bytes = Array(text.utf8)
    try bytes.withUnsafeBytes { try Descriptor(writing: path(name), .new, mode: mode).write($0) }
    return path(name)
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Descriptor(reading: path(name)).bytes(limit: 1 << 20), as: UTF8.self)
  }
}

/// The descriptors of this process that lead to a path.
func descriptors(to path: String) throws -> Int {
  try FolderItem.all(in: "/proc/self/fd").count { (try? RealPath(of: "/proc/self/fd/" + $0.name))?.text == path }
}
