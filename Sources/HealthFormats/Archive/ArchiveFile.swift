import AssayPlatform
import HealthModel

/// An archive's bytes, read at any place.
struct ArchiveFile: Sendable {
  let path: String
  let size: Int
  private let shared: SharedDescriptor

  /// Opens a regular file, which must be inside the boundary if there is one.
  init(path: String, within boundary: FolderBoundary? = nil) throws(InputError) {
    self.path = path
    guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the path holds a NUL character") }
    let status: FileStatus
    (status, shared) = try InputError.opening(path) { () throws(SystemError) in
      let file = try Descriptor(reading: path)
      return (try file.status(), SharedDescriptor(file))
    }
    guard status.kind == .file else { throw .notAFile(path: path) }
    try boundary?.check(status, openedAt: path)
    size = Int(status.size)
  }

  /// Reads exactly this number of bytes at an offset; the file must have all of them.
  func bytes(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw damaged("it points beyond its end")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count { _ = try append(to: &bytes, at: offset + bytes.count, count: count - bytes.count) }
    return bytes
  }

  /// Appends up to this number of bytes at an offset to a buffer; returns the number appended, at least one.
  func append(to buffer: inout [UInt8], at offset: Int, count: Int) throws(InputError) -> Int {
    let got = try InputError.reading(path) { () throws(SystemError) in
      try buffer.append(upTo: count, from: shared.file, at: Int64(offset))
    }
    guard got > 0 else {
      throw .damaged(path: path, code: .truncated, reason: "the archive became shorter while it was read")
    }
    return got
  }

  func damaged(_ reason: String, _ fault: ArchiveFault = .damaged) -> InputError {
    .damaged(path: path, code: fault, reason: "the archive is refused: \(reason)")
  }
}

extension Array where Element == UInt8 {
  /// The little-endian number of the given width at an offset; the caller guarantees that the bytes exist.
  func littleEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + index]) }
    return number
  }
}
