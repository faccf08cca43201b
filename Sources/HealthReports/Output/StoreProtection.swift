import AssayPlatform

/// Files that no output may replace, since samples are stored in them.
///
/// Whoever mistypes the name of an output must not lose a store: a file that begins like an SQLite database is refused,
/// and one within a folder of text that is a store. A store that is replaced has no second copy.
enum StoreProtection {
  /// What an SQLite database begins with; see "The Database Header" of SQLite's file format.
  private static let header: [UInt8] = Array("SQLite format 3\0".utf8)
  /// The files by which a folder of text is a store.
  private static let marks = ["store.json", "commits.jsonl"]
  /// How many folders above a file of such a store its own folder is.
  private static let depth = 4

  /// Refuses a path that leads to a part of a store.
  static func check(_ path: String, as name: String) throws(OutputError) {
    let real = PathText.resolved(path)
    guard isDatabase(real) || isInFolder(real) else { return }
    throw OutputError(name: name, reason: "it is a store of samples, or a part of one; name another file")
  }

  private static func isDatabase(_ path: String) -> Bool {
    guard (try? FileStatus(of: path))?.kind == .file, let file = try? Descriptor(reading: path) else { return false }
    var bytes = header.map { _ in UInt8(0) }
    let count = try? bytes.withUnsafeMutableBytes { buffer throws(SystemError) in try file.read(into: buffer, at: 0) }
    return count == header.count && bytes == header
  }

  private static func isInFolder(_ path: String) -> Bool {
    var folder = PathText.parent(of: path)
    for _ in 0..<depth {
      if marks.allSatisfy({ (try? FileStatus(of: PathText.join(folder, $0)))?.kind == .file }) { return true }
      let parent = PathText.parent(of: folder)
      if parent == folder { return false }
      folder = parent
    }
    return false
  }
}
