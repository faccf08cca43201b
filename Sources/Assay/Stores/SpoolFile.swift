import HealthReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lines of samples on a disk, for what is too much for memory: a file without a name that its process alone can read
/// and that is gone with it, however it ends.
final class SpoolFile {
  private let descriptor: Int32
  private let name: String
  private let output: ByteOutput
  private var position: Int64 = 0

  /// A run of lines, as it was added.
  struct Page {
    /// The lines, each with its line feed.
    var lines: [UInt8]
    /// How many lines each group takes.
    var groups: [Int]
  }

  /// Makes a file on the disk of a folder.
  init(in folder: String) throws(OutputError) {
    name = "a temporary file in \(folder)"
    var template = Array((folder + "/.assay-XXXXXX").utf8CString)
    descriptor = template.withUnsafeMutableBufferPointer { text in
      guard let path = text.baseAddress else { return -1 }
      let number = mkstemp(path)
      if number >= 0 { unlink(path) }
      return number
    }
    guard descriptor >= 0 else { throw OutputError(name: name, code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    output = ByteOutput(descriptor: descriptor, name: name)
  }

  deinit { close(descriptor) }

  /// Adds a page behind the others; all are added before the first is read.
  func append(_ page: Page) throws(OutputError) {
    try output.append(Self.bytes(of: page.lines.count) + Self.bytes(of: page.groups.count))
    for count in page.groups { try output.append(Self.bytes(of: count)) }
    try output.append(page.lines)
  }

  /// The next page; `nil` behind the last.
  func next() throws(OutputError) -> Page? {
    try output.flush()
    guard position < output.length else { return nil }
    let length = try readNumber()
    let count = try readNumber()
    var groups: [Int] = []
    groups.reserveCapacity(count)
    for _ in 0..<count { groups.append(try readNumber()) }
    return Page(lines: try read(length), groups: groups)
  }

  private func readNumber() throws(OutputError) -> Int {
    try read(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func read(_ count: Int) throws(OutputError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(position) + off_t(filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          code = got < 0 ? errno : EIO
          return
        }
        filled += got
      }
    }
    if code != 0 { throw OutputError(name: name, code: code) }
    position += Int64(count)
    return bytes
  }

  private static func bytes(of number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
