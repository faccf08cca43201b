import AssayPlatform

/// A folder that takes files whose names the program makes.
///
/// The person who names a folder does not name its files, so none of them may be elsewhere: a link below the folder is
/// refused, even one to a file that may be replaced. The folder itself may be a link.
package struct OutputFolder: Sendable {
  package let path: String

  package init(_ path: String) throws(OutputError) {
    self.path = path
    do {
      try FileTree.makeFolders(path)
    } catch {
      throw OutputError(name: path, code: error.code)
    }
    // One message, not one for each file.
    if let status = try? FileStatus(of: path), status.kind != .folder {
      throw OutputError(name: path, reason: "several files are written, and it is not a folder; name a folder")
    }
  }

  package func path(of name: String) throws(OutputError) -> String {
    var place = path
    for part in name.split(separator: "/") {
      place = PathText.join(place, String(part))
      guard (try? FileStatus(of: place, followsLinks: false))?.kind == .link else { continue }
      throw OutputError(name: place, reason: "it is a link, and files below \(path) are not written through links")
    }
    return place
  }

  /// Begins a file, which appears in the folder when it is complete.
  package func begin(_ name: String) throws(OutputError) -> PendingFile {
    let path = try path(of: name)
    do {
      try FileTree.makeFolders(PathText.parent(of: path))
    } catch {
      throw OutputError(name: PathText.parent(of: path), code: error.code)
    }
    return try PendingFile(path)
  }

  /// Writes a file in one step.
  package func write(_ name: String, _ bytes: [UInt8]) throws(OutputError) {
    let file = try begin(name)
    try file.output.append(bytes)
    try file.finish()
  }
}
