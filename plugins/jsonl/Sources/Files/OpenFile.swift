import AssayPlatform
import HealthStorage

/// An open file, closed with the value that holds it.
///
/// Reads and writes name their place, and no result goes unchecked.
final class OpenFile: Sendable {
  private let file: Descriptor
  let name: String
  let identity: FileIdentity

  /// Takes over a file.
  ///
  /// - Throws: `StorageError` if it is not a regular file.
  init(_ file: consuming Descriptor, name: String) throws {
    let status: FileStatus
    do {
      status = try file.status()
    } catch {
      throw FileFailure.error("open", name, error)
    }
    self.file = file
    self.name = name
    identity = status.identity
    guard status.kind == .file else { throw StorageError(.unwritable, "\(name) is not a regular file") }
  }

  /// Opens a file for writing, making it when it is not there, readable by its owner only; one that must be new must not
  /// be there.
  static func made(_ path: String, name: String, isNew: Bool = false) throws -> OpenFile {
    let file: Descriptor
    do {
      file = try Descriptor(writing: path, isNew ? .new : .kept, isRead: true)
    } catch {
      throw FileFailure.error("make", name, error)
    }
    return try OpenFile(file, name: name)
  }

  func size() throws -> Int {
    try FileFailure.naming("read", name) { () throws(SystemError) in Int(try file.status().size) }
  }

  /// A number of bytes from a place; fewer if the file ends.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    do {
      return try [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
        filled = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: Int64(offset))
      }
    } catch let error as SystemError {
      throw FileFailure.error("read", name, error)
    }
  }

  /// Writes bytes at a place.
  func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    try FileFailure.naming("write", name) { () throws(SystemError) in try file.write(bytes, at: Int64(offset)) }
  }

  /// Writes bytes at a place.
  func put(_ bytes: [UInt8], at offset: Int) throws {
    try bytes.withUnsafeBytes { buffer in try put(buffer, at: offset) }
  }

  func cut(to length: Int) throws {
    try FileFailure.naming("cut", name) { () throws(SystemError) in try file.truncate(to: Int64(length)) }
  }

  /// Returns when the file's content and length are on the disk.
  ///
  /// - Throws: `StorageError` with `unsynced`.
  func synchronize() throws {
    do {
      try file.synchronize(contentOnly: true)
    } catch {
      throw StorageError.unsynced(FileFailure.error("sync", name, error))
    }
  }
}

/// Lines on their way into a file, written 256 KiB at a time.
struct PieceWriter {
  private static let piece = 1 << 18

  private let file: OpenFile
  private var waiting: [UInt8] = []
  private var written: Int

  init(_ file: OpenFile, at offset: Int = 0) {
    self.file = file
    written = offset
  }

  /// Where the next line begins in the file.
  var offset: Int { written + waiting.count }

  mutating func append(_ write: (inout [UInt8]) throws -> Void) throws {
    try write(&waiting)
    guard waiting.count >= Self.piece else { return }
    try flush()
    waiting.removeAll(keepingCapacity: true)
  }

  consuming func finish() throws -> Int {
    try flush()
    return written
  }

  private mutating func flush() throws {
    try file.put(waiting, at: written)
    written += waiting.count
  }
}
