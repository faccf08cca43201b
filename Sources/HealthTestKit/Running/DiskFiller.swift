#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that takes the room of a file system but for a rest.
struct DiskFiller {
  private let path: String

  /// Fills the file system of a folder.
  ///
  /// - Parameters:
  ///   - folder: a folder on the file system; the file stands beside it.
  ///   - rest: how many bytes stay free.
  ///   - most: more room than this is not filled.
  /// - Throws: `CaseSkip` when there is more room than that.
  init(beside folder: String, leaving rest: UInt64, most: UInt64) throws {
    path = folder + ".filler"
    guard let free = Self.free(folder) else { throw CaseFailure("the room of \(folder) is not known") }
    guard free <= most else { throw CaseSkip(reason: "the folder with little room has \(free >> 20) MiB") }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CaseFailure("\(path) cannot be made") }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0x55, count: 1 << 14)
    while let free = Self.free(folder), free > rest + UInt64(block.count) {
      guard write(descriptor, block, block.count) == block.count else { break }
    }
    fsync(descriptor)
  }

  /// Gives the room back.
  func remove() { unlink(path) }

  /// How many bytes are free.
  private static func free(_ folder: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) &* UInt64(status.f_frsize)
  }
}
