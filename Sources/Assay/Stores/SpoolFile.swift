import AssayPlatform
import HealthReports

/// Lines of samples on a disk, for what is too much for memory: a file without a name that its process alone can read
/// and that is gone with it, however it ends.
final class SpoolFile {
  private let file: Descriptor
  private let name: String
  private let output: ByteOutput
  private var position: Int64 = 0

  /// A run of lines, as it was added.
  struct Page {
    var lines: [UInt8]
    /// How many lines each group takes.
    var groups: [Int]
  }

  init(in folder: String) throws(OutputError) {
    name = "a temporary file in \(folder)"
    do {
      file = try TemporaryPlace.makeFile(in: folder, prefix: ".assay-")
    } catch {
      throw OutputError(name: name, code: error.code)
    }
    output = ByteOutput(descriptor: file.number, name: name)
  }

  /// Adds a page after the others; all are added before the first is read.
  func append(_ page: Page) throws(OutputError) {
    try output.append(Self.bytes(of: page.lines.count) + Self.bytes(of: page.groups.count))
    for count in page.groups { try output.append(Self.bytes(of: count)) }
    try output.append(page.lines)
  }

  /// The next page; `nil` after the last.
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
    var outcome = SystemError?.none
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer).prefix(count)),
          at: position)
        if filled < count { outcome = .failedDevice }
      } catch {
        outcome = error
      }
    }
    if let outcome { throw OutputError(name: name, code: outcome.code) }
    position += Int64(count)
    return bytes
  }

  private static func bytes(of number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
