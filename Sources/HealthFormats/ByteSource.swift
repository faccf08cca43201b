public import HealthModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes that come one piece after the other: a file, standard input, a member of an archive.
public protocol ByteSource {
  /// Appends at most so many bytes to the buffer; returns how many, 0 at the end.
  ///
  /// - Throws: `InputError` when the bytes cannot be read.
  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int
}

/// A file or standard input, read with `read(2)`.
public struct FileSource: ByteSource {
  private let descriptor: FileDescriptor
  private let path: String

  /// Opens a regular file, a pipe given as `/dev/fd/N`, or standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - boundary: the folder that the file must be in, links resolved; then it is a regular file, and `-` is a name.
  /// - Throws: `InputError` if the file cannot be opened, or is outside the boundary.
  public init(path: String, within boundary: FolderBoundary? = nil) throws(InputError) {
    self.path = path
    if path == "-", boundary == nil {
      descriptor = FileDescriptor(0, isOwned: false)
      return
    }
    guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the path holds a NUL character") }
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    if number < 0 {
      let code = errno
      if code == ENOENT || code == ENOTDIR { throw .notFound(path: path) }
      throw .unreadable(path: path, reason: String(cString: strerror(code)))
    }
    descriptor = FileDescriptor(number, isOwned: true)
    var status = stat()
    guard fstat(number, &status) == 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    if let boundary {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
      try boundary.check(status, openedAt: path)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFIFO where path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/"):
      _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
    default: throw .notAFile(path: path)
    }
  }

  /// Appends at most so many bytes of the file to the buffer; returns how many, 0 at the end.
  ///
  /// - Throws: `InputError.unreadable` when the system refuses.
  public mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard count > 0 else { return 0 }
    var code: Int32 = 0
    let got = buffer.append(upTo: count) { bytes in
      while true {
        #if canImport(Glibc)
          let got = Glibc.read(descriptor.number, bytes.baseAddress, bytes.count)
        #else
          let got = Darwin.read(descriptor.number, bytes.baseAddress, bytes.count)
        #endif
        code = got < 0 ? errno : 0
        if code != EINTR { return got }
      }
    }
    guard got >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(code))) }
    return got
  }
}

/// A file descriptor that is closed with its last user.
final class FileDescriptor: Sendable {
  let number: Int32
  private let isOwned: Bool

  init(_ number: Int32, isOwned: Bool) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit {
    if isOwned { close(number) }
  }
}

/// Bytes in memory, for tests and the library.
public struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  /// Creates a source of these bytes.
  public init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Appends at most so many of the bytes left to the buffer; returns how many, 0 at the end.
  public mutating func read(into buffer: inout [UInt8], count: Int) -> Int {
    let piece = rest.prefix(count)
    buffer.append(contentsOf: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
