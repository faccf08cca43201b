import Foundation

@testable import HealthFormats

/// Compressed files for tests.
enum PackedFiles {
  /// A gzip file of one member that holds the bytes as they are (RFC 1951, section 3.2.4), with a name so long.
  static func gzip(_ bytes: [UInt8], name length: Int = 0, hasGoodChecksum: Bool = true) -> [UInt8] {
    var output: [UInt8] = [0x1F, 0x8B, 8, length > 0 ? 8 : 0, 0, 0, 0, 0, 0, 255]
    if length > 0 { output += [UInt8](repeating: UInt8(ascii: "n"), count: length) + [0] }
    output += deflated(bytes)
    append(hasGoodChecksum ? checksum(bytes) : ~checksum(bytes), bytes: 4, to: &output)
    append(UInt32(truncatingIfNeeded: bytes.count), bytes: 4, to: &output)
    return output
  }

  /// A deflate stream that holds the bytes as they are; with an empty block at its end, all of them come before its end.
  static func deflated(_ bytes: [UInt8], endsEmpty: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(0xFFFF)
      rest = rest.dropFirst(piece.count)
      output.append(rest.isEmpty && !endsEmpty ? 1 : 0)
      append(UInt32(piece.count), bytes: 2, to: &output)
      append(~UInt32(piece.count), bytes: 2, to: &output)
      output.append(contentsOf: piece)
    } while !rest.isEmpty
    return endsEmpty ? output + [1, 0, 0, 0xFF, 0xFF] : output
  }

  /// A Zstandard file of one frame, in blocks that each hold so many bytes as literals (RFC 8878, section 3.1.1).
  ///
  /// A decoder gives nothing of such a block before it has all of it. The window is 2^(10+E) bytes and M eighths more
  /// for a descriptor of E times 8 plus M.
  static func zstandard(_ bytes: [UInt8], block size: Int, window: UInt8 = 0x68) -> [UInt8] {
    var output: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, window]
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(size)
      rest = rest.dropFirst(piece.count)
      let block = UInt32(piece.count + 4) << 3 | 2 << 1 | (rest.isEmpty ? 1 : 0)
      append(block, bytes: 3, to: &output)
      // Raw literals with a size of 20 bits; no sequences.
      append(UInt32(piece.count) << 4 | 3 << 2, bytes: 3, to: &output)
      output.append(contentsOf: piece)
      output.append(0)
    } while !rest.isEmpty
    return output
  }

  /// Writes a file that the body reads; it is gone behind it.
  static func withFile<Result>(
    _ name: String, _ bytes: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return try body(file.path)
  }

  /// Gives bytes through a pipe, which another thread fills.
  static func withPipe(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let pipe = Pipe()
    let number = dup(pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    Thread.detachNewThread {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      close(number)
    }
    // What the body leaves is taken, so that the other thread ends.
    defer { _ = try? pipe.fileHandleForReading.readToEnd() }
    try body("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
  }

  private static func append(_ number: UInt32, bytes count: Int, to output: inout [UInt8]) {
    for index in 0..<count { output.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * index))) }
  }

  /// A CRC-32.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320 }
    }
    return ~remainder
  }
}

/// A source that gives a few bytes at a time.
struct SlowSource: ByteSource {
  private var rest: MemorySource
  private let most: Int

  init(_ bytes: [UInt8], most: Int) {
    rest = MemorySource(bytes)
    self.most = most
  }

  mutating func read(into buffer: inout [UInt8], count: Int) -> Int {
    rest.read(into: &buffer, count: min(count, most))
  }
}
