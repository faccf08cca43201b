#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An output that cannot be written in full.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The output's name for people: a path, `standard output`.
  public var name: String
  /// The system's number for the cause.
  public var code: Int32

  /// Creates the error for an output and the system's number.
  public init(name: String, code: Int32) {
    self.name = name
    self.code = code
  }

  /// Whether the reader of a pipe went away, which ends a listing quietly.
  public var isClosedPipe: Bool { code == EPIPE }
  /// The output's name and the system's words for the cause.
  public var description: String { "cannot write \(name): \(String(cString: strerror(code)))" }
}

/// A buffered output over `write(2)`: every byte is written or an error is thrown, which `print` does not promise.
public final class ByteOutput {
  private let descriptor: Int32
  private let isOwned: Bool
  private let name: String
  private var buffer: [UInt8] = []
  private static let capacity = 64 * 1024
  /// How many bytes have been written, from where the output began.
  private var written: Int64
  /// How many bytes have been given to `append`, from where the output began.
  public var length: Int64 { written + Int64(buffer.count) }

  /// Takes an open descriptor.
  public init(descriptor: Int32, name: String, isOwned: Bool = false, length: Int64 = 0) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
    written = length
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Standard output.
  public static func standardOutput() -> ByteOutput { ByteOutput(descriptor: 1, name: "standard output") }
  /// Standard error.
  public static func standardError() -> ByteOutput { ByteOutput(descriptor: 2, name: "standard error") }

  /// Makes or replaces a file; follows no link.
  public static func file(_ path: String, mode: UInt32 = 0o644) throws(OutputError) -> ByteOutput {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    if number < 0 { throw OutputError(name: path, code: errno) }
    return ByteOutput(descriptor: number, name: path, isOwned: true)
  }

  /// Makes a file; what is there already is not written over.
  public static func newFile(_ path: String, mode: UInt32 = 0o644) throws(OutputError) -> ByteOutput {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    if number < 0 { throw OutputError(name: path, code: errno) }
    return ByteOutput(descriptor: number, name: path, isOwned: true)
  }

  /// Opens a device or a pipe that a path under `/dev/` names, such as `/dev/fd/3`.
  public static func device(_ path: String) throws(OutputError) -> ByteOutput {
    let number = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    if number < 0 { throw OutputError(name: path, code: errno) }
    return ByteOutput(descriptor: number, name: path, isOwned: true)
  }

  /// Opens a file to go on at a length, cutting off what is behind it.
  public static func file(_ path: String, resumingAt length: Int64, mode: UInt32) throws(OutputError) -> ByteOutput {
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    if number < 0 { throw OutputError(name: path, code: errno) }
    guard ftruncate(number, off_t(length)) == 0, lseek(number, off_t(length), SEEK_SET) == off_t(length) else {
      let code = errno
      close(number)
      throw OutputError(name: path, code: code)
    }
    return ByteOutput(descriptor: number, name: path, isOwned: true, length: length)
  }

  /// Adds bytes, writing when the buffer is full.
  public func append(_ bytes: some Collection<UInt8>) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds text.
  public func append(_ text: String) throws(OutputError) { try append(text.utf8) }

  /// Adds the bytes that are appended to the buffer, which is handed out so that nothing is copied.
  package func append(writing body: (inout [UInt8]) -> Void) throws(OutputError) {
    body(&buffer)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes what is buffered.
  public func flush() throws(OutputError) {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        return write(descriptor, base + start, bytes.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        let code = errno
        written += Int64(buffer.count)
        buffer.removeAll()
        throw OutputError(name: name, code: code)
      }
      start += count
    }
    written += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is buffered and has the system bring it to the disk.
  public func synchronize() throws(OutputError) {
    try flush()
    if fsync(descriptor) != 0 {
      let code = errno
      if code != EINVAL, code != ENOTSUP, code != EROFS { throw OutputError(name: name, code: code) }
    }
  }
}
