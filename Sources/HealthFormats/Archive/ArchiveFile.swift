import HealthModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An archive's bytes, read at any place.
struct ArchiveFile {
  let path: String
  let size: Int
  private let descriptor: FileDescriptor

  /// Opens a regular file, which must be inside the boundary if there is one.
  init(path: String, within boundary: FolderBoundary? = nil) throws(InputError) {
    self.path = path
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
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    try boundary?.check(status, openedAt: path)
    size = Int(status.st_size)
  }

  /// Reads so many bytes at an offset, all of which the file must have.
  func bytes(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw damaged("it points beyond its end")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      _ = try append(to: &bytes, at: offset + bytes.count, count: count - bytes.count)
    }
    return bytes
  }

  /// Appends at most so many bytes at an offset to a buffer; returns how many, at least one.
  func append(to buffer: inout [UInt8], at offset: Int, count: Int) throws(InputError) -> Int {
    var code: Int32 = 0
    let got = buffer.append(upTo: count) { bytes in
      while true {
        let got = pread(descriptor.number, bytes.baseAddress, bytes.count, off_t(offset))
        code = got < 0 ? errno : 0
        if code != EINTR { return got }
      }
    }
    guard got >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(code))) }
    guard got > 0 else {
      throw .damaged(path: path, code: .truncated, reason: "the archive became shorter while it was read")
    }
    return got
  }

  /// The error for an archive that is not put together as it should.
  func damaged(_ reason: String, _ fault: ArchiveFault = .damaged) -> InputError {
    .damaged(path: path, code: fault, reason: "the archive is refused: \(reason)")
  }
}

extension Array where Element == UInt8 {
  /// The little-endian number of so many bytes at an offset; the caller knows that they are there.
  func littleEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + index]) }
    return number
  }
}
