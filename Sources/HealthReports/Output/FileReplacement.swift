#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ByteOutput {
  /// Writes a file beside its place, brings it to the disk and puts it in place in one step.
  ///
  /// A link is followed, the mode of a file that is there already is kept, and no other file is touched. Whoever reads
  /// the path sees the old content or the new one, whole.
  ///
  /// - Parameters:
  ///   - path: the file to make or replace.
  ///   - bytes: its content.
  /// - Throws: `OutputError`; the old content is untouched then.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(OutputError) {
    let target = followed(path)
    var status = stat()
    let mode: UInt32 = stat(target, &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0o644
    let beside = "\(target).\(String(UInt32.random(in: .min ... .max), radix: 16)).new"
    let output = try newFile(beside, mode: mode)
    do throws(OutputError) {
      try output.append(bytes)
      try output.synchronize()
      guard rename(beside, target) == 0 else { throw OutputError(name: path, code: errno) }
    } catch {
      unlink(beside)
      throw error
    }
    synchronizeFolder(of: target)
  }

  private static func followed(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Brings the folder's entry to the disk; where a system cannot, the file itself is there already.
  private static func synchronizeFolder(of path: String) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    let number = open(folder ?? ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard number >= 0 else { return }
    _ = fsync(number)
    close(number)
  }
}
