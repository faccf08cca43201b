import AssayPlatform

extension ByteOutput {
  /// Writes a file beside its place, brings it to the disk and puts it in place in one step.
  ///
  /// A link is followed, the mode of a file that is there already is kept, and no other file is touched. Whoever reads
  /// the path sees the old content or the new one, whole.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(OutputError) {
    let file = try PendingFile(path)
    try file.output.append(bytes)
    try file.finish()
  }

  /// Brings the folder's entry to the disk; where a system cannot, the file itself is there already.
  static func synchronizeFolder(of path: String) {
    try? Descriptor(folder: PathText.parent(of: path)).synchronize()
  }
}
