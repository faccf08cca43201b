import AssayPlatform

/// A file that fills a file system except for a rest.
struct DiskFiller {
  private let path: String

  /// Fills the file system of a folder.
  ///
  /// - Throws: `CaseSkip` if there is more free space than that.
  init(beside folder: String, leaving rest: UInt64, most: UInt64) throws {
    path = folder + ".filler"
    guard let free = try? FileTree.freeBytes(at: folder) else {
      throw CaseFailure("the free space of \(folder) is not known")
    }
    guard free <= most else { throw CaseSkip(reason: "the small file system has \(free >> 20) MiB") }
    guard let file = try? Descriptor(writing: path, .new) else { throw CaseFailure("\(path) cannot be made") }
    let block = [UInt8](repeating: 0x55, count: 1 << 14)
    while let free = try? FileTree.freeBytes(at: folder), free > rest + UInt64(block.count) {
      guard (try? block.withUnsafeBytes { try file.write($0) }) != nil else { break }
    }
    try? file.synchronize()
  }

  /// Frees the space.
  func remove() { try? FileTree.removeFile(path) }
}
