import CLibrary
import CPlatform
import SystemPackage

/// An open file, closed with its value.
///
/// Every call is repeated after a signal, and no result goes unchecked.
package struct Descriptor: ~Copyable, Sendable {
  private let raw: FileDescriptor
  private let isOwned: Bool

  package init(taking number: Int32) {
    raw = FileDescriptor(rawValue: number)
    isOwned = true
  }

  /// Borrows a descriptor that this value does not own, such as standard output.
  package init(borrowing number: Int32) {
    raw = FileDescriptor(rawValue: number)
    isOwned = false
  }

  /// Takes over a descriptor that was just opened.
  ///
  /// In a process that was started without standard streams it may be one of their numbers, and what somebody prints
  /// would go to the file; then it gets another one.
  init(_ opened: FileDescriptor) {
    var raw = opened
    if opened.rawValue < 3 {
      let copy = fcntl(opened.rawValue, F_DUPFD_CLOEXEC, 3)
      if copy >= 0 {
        raw = FileDescriptor(rawValue: copy)
        try? opened.close()
      }
    }
    self.raw = raw
    isOwned = true
  }

  deinit {
    // `synchronize` has already reported every error that matters here.
    if isOwned { try? raw.close() }
  }

  /// Transfers the descriptor to a caller who closes it.
  package consuming func relinquish() -> Int32 {
    let number = raw.rawValue
    discard self
    return number
  }

  /// The number, for calls of other libraries while the value lives.
  package var number: Int32 { raw.rawValue }

  /// A second descriptor of the same open file, which the caller closes.
  package func duplicate() throws(SystemError) -> Int32 {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last }
    return copy
  }

  /// The system's information about the file.
  package func status() throws(SystemError) -> FileStatus { try FileStatus(of: raw) }

  /// Reads the next bytes, at most as many as fit; returns 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = CLibrary.read(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      let error = SystemError.last
      guard error == .interrupted else { throw error }
    }
  }

  /// Reads from a place until the buffer is full or the file ends; says how much.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let count = pread(number, base + filled, buffer.count - filled, off_t(offset) + off_t(filled))
      if count == 0 { break }
      if count > 0 {
        filled += count
      } else {
        let error = SystemError.last
        guard error == .interrupted else { throw error }
      }
    }
    return filled
  }

  /// The bytes that come next, to the end of the file or to a limit.
  package func bytes(limit: Int, expecting size: Int = 1 << 16) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, max(4096, size)))
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      var outcome: Result<Int, SystemError> = .success(0)
      buffer.withUnsafeMutableBytes { space in
        outcome = Result { () throws(SystemError) in
          try read(into: UnsafeMutableRawBufferPointer(rebasing: space[..<wanted]))
        }
      }
      let count = try outcome.get()
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try writeSome(UnsafeRawBufferPointer(rebasing: rest))) }
  }

  /// Writes what can be taken at once; says how much.
  package func writeSome(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = CLibrary.write(number, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      let error = SystemError.last
      guard error == .interrupted else { throw error }
    }
  }

  /// Writes all of the bytes at a place.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = pwrite(number, base + done, bytes.count - done, off_t(offset) + off_t(done))
      if count == 0 { throw .noSpace }
      if count > 0 {
        done += count
      } else {
        let error = SystemError.last
        guard error == .interrupted else { throw error }
      }
    }
  }

  /// Gives the file permissions: those of the user, the group and others, 9 bits.
  package func setPermissions(_ mode: UInt32) throws(SystemError) {
    while fchmod(number, mode_t(mode & 0o777)) != 0 {
      let error = SystemError.last
      guard error == .interrupted else { throw error }
    }
  }

  /// Cuts the file to a length.
  package func truncate(to length: Int64) throws(SystemError) { try SystemError.calling { try raw.resize(to: length) } }

  /// Goes on reading or writing at a place.
  package func seek(to offset: Int64) throws(SystemError) {
    guard lseek(number, off_t(offset), SEEK_SET) == off_t(offset) else { throw .last }
  }

  /// Returns when content and length are on the disk, and with all that is known about the file unless only they count.
  package func synchronize(contentOnly: Bool = false) throws(SystemError) {
    while (contentOnly ? platform_sync_content(number) : fsync(number)) != 0 {
      let error = SystemError.last
      guard error == .interrupted else { throw error }
    }
  }

  /// Makes reading and writing wait, or return at once.
  package func setBlocking(_ isBlocking: Bool) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0 else { return }
    _ = fcntl(number, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
  }
}

/// An open file that several values share, closed with the last.
package final class SharedDescriptor: Sendable {
  package let file: Descriptor

  package init(_ file: consuming Descriptor) { self.file = file }
}

extension Descriptor {
  /// Opens a file for reading: a pipe or a device is opened without waiting for it, and no terminal becomes the
  /// process's own.
  package init(reading path: String, followsLinks: Bool = true) throws(SystemError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking, .init(rawValue: O_NOCTTY)]
    if !followsLinks { options.insert(.noFollow) }
    self.init(try SystemError.calling { try FileDescriptor.open(path, .readOnly, options: options) })
  }

  package init(folder path: String) throws(SystemError) {
    self.init(
      try SystemError.calling { try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .directory]) })
  }

  package init(device path: String) throws(SystemError) {
    self.init(
      try SystemError.calling {
        try FileDescriptor.open(path, .writeOnly, options: [.closeOnExec, .init(rawValue: O_NOCTTY)])
      })
  }

  /// The handling of an existing file that is opened for writing.
  package enum Beginning: Sendable {
    /// It is made; nothing may have its name.
    case new
    case empty
    case kept
    case existing
  }

  /// Opens a file for writing; follows no link.
  package init(
    writing path: String, _ beginning: Beginning, mode: UInt32 = 0o600, isRead: Bool = false
  ) throws(SystemError) {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .noFollow]
    if isRead { options.insert(.nonBlocking) }
    switch beginning {
    case .new: options.formUnion([.create, .exclusiveCreate])
    case .empty: options.formUnion([.create, .truncate])
    case .kept: options.insert(.create)
    case .existing: break
    }
    self.init(
      try SystemError.calling {
        try FileDescriptor.open(
          path, isRead ? .readWrite : .writeOnly, options: options,
          permissions: FilePermissions(rawValue: CModeT(mode)))
      })
  }
}
