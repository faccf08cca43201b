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

  /// A copy of the descriptor, for libzip, which closes what it is given.
  func duplicate() throws(InputError) -> Int32 {
    let copy = dup(descriptor.number)
    guard copy >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
    return copy
  }

  /// Reads so many bytes at an offset, all of which the file must have.
  func bytes(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw damaged("it points beyond its end")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let place = done
      let got = bytes.withUnsafeMutableBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return pread(descriptor.number, base + place, count - place, off_t(offset + place))
      }
      if got > 0 {
        done += got
      } else if got == 0 {
        throw .damaged(path: path, code: .truncated, reason: "the archive became shorter while it was read")
      } else if errno != EINTR {
        throw .unreadable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    return bytes
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
