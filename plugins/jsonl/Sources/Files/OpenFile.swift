import HealthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, closed with the value that holds it.
///
/// Reads and writes name their place, and no result goes unchecked.
final class OpenFile: Sendable {
  let descriptor: Int32
  /// What messages call it.
  let name: String

  /// Takes over a descriptor.
  ///
  /// - Throws: `StorageError` when it is none of a regular file.
  private init(_ descriptor: Int32, name: String) throws {
    self.descriptor = descriptor
    self.name = name
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw FileFailure.error("open", name, errno) }
    guard info.st_mode & 0o170000 == 0o100000 else {
      throw StorageError(.unwritable, "\(name) is not a regular file")
    }
  }

  deinit { close(descriptor) }

  /// Opens a file that is there; `nil` when it is not.
  static func existing(_ path: String, name: String, isWritable: Bool = false) throws -> OpenFile? {
    let mode = isWritable ? O_RDWR : O_RDONLY
    let descriptor = open(path, mode | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      throw FileFailure.error("open", name, code)
    }
    return try OpenFile(descriptor, name: name)
  }

  /// Opens a file for writing, making it when it is not there, readable by its owner only; one that must be new must not
  /// be there.
  static func made(_ path: String, name: String, isNew: Bool = false) throws -> OpenFile {
    let mode = O_RDWR | O_CREAT | (isNew ? O_EXCL : 0)
    let descriptor = open(path, mode | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw FileFailure.error("make", name, errno) }
    return try OpenFile(descriptor, name: name)
  }

  /// How long the file is now.
  func size() throws -> Int {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw FileFailure.error("read", name, errno) }
    return Int(info.st_size)
  }

  /// So many bytes from a place; fewer where the file ends.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    var code: Int32 = 0
    let result = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      code = fill(UnsafeMutableRawBufferPointer(buffer), at: offset, &filled)
    }
    guard code == 0 else { throw FileFailure.error("read", name, code) }
    return result
  }

  /// So many words of 8 bytes from a place; fewer where the file ends.
  func words(at offset: Int, count: Int) throws -> [UInt64] {
    var code: Int32 = 0
    let result = [UInt64](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      var byteCount = 0
      code = fill(UnsafeMutableRawBufferPointer(buffer), at: offset, &byteCount)
      filled = byteCount / 8
    }
    guard code == 0 else { throw FileFailure.error("read", name, code) }
    return result
  }

  /// Fills a buffer as far as the file goes; the result is the system's error number.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int, _ filled: inout Int) -> Int32 {
    guard let base = buffer.baseAddress else { return 0 }
    while filled < buffer.count {
      let count = pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return errno }
      if count == 0 { return 0 }
      filled += count
    }
    return 0
  }

  /// Writes bytes at a place.
  func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileFailure.error("write", name, count == 0 ? ENOSPC : errno) }
      done += count
    }
  }

  /// Writes bytes at a place.
  func put(_ bytes: [UInt8], at offset: Int) throws {
    try bytes.withUnsafeBytes { buffer in try put(buffer, at: offset) }
  }

  /// Cuts the file to a length.
  func cut(to length: Int) throws {
    while ftruncate(descriptor, off_t(length)) != 0 {
      let code = errno
      guard code == EINTR else { throw FileFailure.error("cut", name, code) }
    }
  }

  /// Returns when the file's content and length are on the disk.
  ///
  /// - Throws: `SyncFailure`.
  func synchronize() throws {
    while Self.synchronize(descriptor) != 0 {
      let code = errno
      guard code == EINTR else { throw SyncFailure(error: FileFailure.error("sync", name, code)) }
    }
  }

  private static func synchronize(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      fsync(descriptor)
    #else
      fdatasync(descriptor)
    #endif
  }
}
