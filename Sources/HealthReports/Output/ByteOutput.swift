import AssayPlatform

/// An output that cannot be written in full.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The output's name for people: a path, `standard output`.
  package var name: String
  /// The system's number for the cause.
  package var code: Int32
  /// Why it is not written, if the system did not refuse it.
  package var reason: String?

  package init(name: String, code: Int32) {
    self.name = name
    self.code = code
  }

  /// Creates the error for an output that is not written for a reason of its own.
  init(name: String, reason: String) {
    self.name = name
    self.reason = reason
    code = SystemError.fileExists.code
  }

  /// Creates the error for a file that cannot be opened; says of a link what the system calls a circle of links.
  init(name: String, opening error: SystemError) {
    self.init(name: name, code: error.code)
    guard error == .tooManyLinks, (try? FileStatus(of: name, followsLinks: false))?.kind == .link else { return }
    reason = "it is a symbolic link, which is not followed; name the file that it leads to, or remove the link"
  }

  /// Whether the reader of a pipe went away, which ends a listing quietly.
  public var isClosedPipe: Bool { code == SystemError.brokenPipe.code }
  /// The output's name and the system's words for the cause.
  public var description: String { "cannot write \(name): \(reason ?? "\(SystemError(code: code))")" }
}

/// A buffered output over `write(2)`: every byte is written or an error is thrown, which `print` does not promise.
public final class ByteOutput {
  private let file: Descriptor
  private let name: String
  private var buffer: [UInt8] = []
  private static let capacity = 64 * 1024
  /// How many bytes have been written, from where the output began.
  private var written: Int64
  /// How many bytes have been given to `append`, from where the output began.
  package var length: Int64 { written + Int64(buffer.count) }

  package init(descriptor: Int32, name: String, isOwned: Bool = false, length: Int64 = 0) {
    file = isOwned ? Descriptor(taking: descriptor) : Descriptor(borrowing: descriptor)
    self.name = name
    written = length
  }

  private init(_ file: consuming Descriptor, name: String, length: Int64 = 0) {
    self.file = file
    self.name = name
    written = length
  }

  /// Standard output.
  public static func standardOutput() -> ByteOutput { ByteOutput(descriptor: 1, name: "standard output") }
  /// Standard error.
  public static func standardError() -> ByteOutput { ByteOutput(descriptor: 2, name: "standard error") }

  /// Makes or replaces a file; follows no link.
  public static func file(_ path: String, mode: UInt32 = 0o644) throws(OutputError) -> ByteOutput {
    try StoreProtection.check(path, as: path)
    return try naming(path) { () throws(SystemError) in
      ByteOutput(try Descriptor(writing: path, .empty, mode: mode), name: path)
    }
  }

  /// Makes a file; what is there already is not written over.
  static func newFile(_ path: String, mode: UInt32 = 0o644) throws(OutputError) -> ByteOutput {
    try naming(path) { () throws(SystemError) in
      ByteOutput(try Descriptor(writing: path, .new, mode: mode), name: path)
    }
  }

  /// Makes a file with a text; what is there already is not written over.
  package static func write(_ text: String, toNew path: String, mode: UInt32 = 0o644) throws(OutputError) {
    let output = try newFile(path, mode: mode)
    try output.append(text)
    try output.synchronize()
  }

  /// Makes a file with exactly these permissions, whatever the process leaves out of those of new files.
  ///
  /// A file system without permissions, such as FAT or some network folders, refuses to set any. The file is its owner's
  /// alone then, as far as the system keeps that.
  static func newFile(_ path: String, exactly mode: UInt32) throws(OutputError) -> ByteOutput {
    try naming(path) { () throws(SystemError) in
      let file = try Descriptor(writing: path, .new, mode: 0o600)
      do throws(SystemError) {
        try file.setPermissions(mode)
      } catch .notPermitted, .notSupported, .notImplemented, .invalidArgument {
      } catch {
        try? FileTree.removeFile(path)
        throw error
      }
      return ByteOutput(file, name: path)
    }
  }

  /// Opens a device or a pipe that a path under `/dev/` names, such as `/dev/fd/3`.
  package static func device(_ path: String) throws(OutputError) -> ByteOutput {
    try naming(path) { () throws(SystemError) in ByteOutput(try Descriptor(device: path), name: path) }
  }

  /// Opens a file to go on at a length, cutting off what is after it.
  package static func file(_ path: String, resumingAt length: Int64, mode: UInt32) throws(OutputError) -> ByteOutput {
    try StoreProtection.check(path, as: path)
    return try naming(path) { () throws(SystemError) in
      let file = try Descriptor(writing: path, .kept, mode: mode)
      try file.truncate(to: length)
      try file.seek(to: length)
      return ByteOutput(file, name: path, length: length)
    }
  }

  private static func naming<Result>(_ name: String, _ body: () throws(SystemError) -> Result) throws(OutputError)
    -> Result
  {
    do {
      return try body()
    } catch {
      throw OutputError(name: name, opening: error)
    }
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
    do {
      try buffer.span.bytes.withUnsafeBytes { bytes throws(SystemError) in try file.write(bytes) }
    } catch {
      written += Int64(buffer.count)
      buffer.removeAll()
      throw OutputError(name: name, code: error.code)
    }
    written += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what is buffered and has the system bring it to the disk.
  package func synchronize() throws(OutputError) {
    try flush()
    do {
      try file.synchronize()
    } catch {
      // Pipes and some file systems cannot be brought to a disk.
      if [.invalidArgument, .notSupported, .readOnlyFileSystem].contains(error) { return }
      throw OutputError(name: name, code: error.code)
    }
  }
}

extension ByteOutput {
  /// Writes a file beside its place, brings it to the disk and puts it in place in one step.
  ///
  /// A link is followed, the mode of a file that is there already is kept, and no other file is touched. Whoever reads
  /// the path sees the old content or the new one, whole.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(OutputError) {
    let file = try PendingFile(path)
    try file.output.append(bytes)
    try file.finish()
  }

  /// Brings the folder's entry to the disk; where a system cannot, the file itself is there already.
  static func synchronizeFolder(of path: String) { try? Descriptor(folder: PathText.parent(of: path)).synchronize() }
}

/// A file that is written next to its place and moved there in one step when it is complete.
///
/// Whoever reads the path sees the old content or the new one. A link is followed; what is not finished is taken away
/// with its last user, and a process that is killed leaves a file whose name ends with `.new`.
package final class PendingFile {
  package let output: ByteOutput
  private let target: String
  private let beside: String
  private let name: String
  private var isPending = true

  package init(_ path: String, mode: UInt32? = nil) throws(OutputError) {
    name = path
    target = PathText.resolved(path)
    try StoreProtection.check(target, as: path)
    let status = try? FileStatus(of: target)
    if status?.kind == .folder { throw OutputError(name: path, code: SystemError.isDirectory.code) }
    beside = "\(target).\(String(UInt32.random(in: .min ... .max), radix: 16)).new"
    do throws(OutputError) {
      if let mode = mode ?? status?.permissions {
        // A file that is replaced keeps its permissions: the mask of new files is not for it.
        output = try ByteOutput.newFile(beside, exactly: mode)
      } else {
        output = try ByteOutput.newFile(beside)
      }
    } catch {
      throw OutputError(name: path, code: error.code)
    }
  }

  deinit { discard() }

  /// Brings the file to the disk and puts it in its place.
  package func finish() throws(OutputError) {
    try output.synchronize()
    do {
      try FileTree.rename(beside, to: target)
    } catch {
      throw OutputError(name: name, code: error.code)
    }
    isPending = false
    ByteOutput.synchronizeFolder(of: target)
  }

  package func discard() {
    if isPending { try? FileTree.removeFile(beside) }
    isPending = false
  }
}

/// A folder that takes files whose names the program makes.
///
/// The person who names a folder does not name its files, so none of them may be elsewhere: a link below the folder is
/// refused, even one to a file that may be replaced. The folder itself may be a link.
package struct OutputFolder: Sendable {
  package let path: String

  package init(_ path: String) throws(OutputError) {
    self.path = path
    try Self.make(path)
    // One message, not one for each file.
    if let status = try? FileStatus(of: path), status.kind != .folder {
      throw OutputError(name: path, reason: "several files are written, and it is not a folder; name a folder")
    }
  }

  package static func make(_ path: String) throws(OutputError) {
    do {
      try FileTree.makeFolders(path)
    } catch {
      throw OutputError(name: path, code: error.code)
    }
  }

  package func path(of name: String) throws(OutputError) -> String {
    var place = path
    for part in name.split(separator: "/") {
      place = PathText.join(place, String(part))
      guard (try? FileStatus(of: place, followsLinks: false))?.kind == .link else { continue }
      throw OutputError(name: place, reason: "it is a link, and files below \(path) are not written through links")
    }
    return place
  }

  /// Begins a file, which appears in the folder when it is complete.
  package func begin(_ name: String) throws(OutputError) -> PendingFile {
    let path = try path(of: name)
    try Self.make(PathText.parent(of: path))
    return try PendingFile(path)
  }

  package func write(_ name: String, _ bytes: [UInt8]) throws(OutputError) {
    let file = try begin(name)
    try file.output.append(bytes)
    try file.finish()
  }
}

/// Files that no output may replace, since samples are stored in them.
///
/// Whoever mistypes the name of an output must not lose a store: a file that begins like an SQLite database is refused,
/// and one within a folder of text that is a store. A store that is replaced has no second copy.
enum StoreProtection {
  /// What an SQLite database begins with; see "The Database Header" of SQLite's file format.
  private static let header: [UInt8] = Array("SQLite format 3\0".utf8)
  /// The files by which a folder of text is a store.
  private static let marks = ["store.json", "commits.jsonl"]
  /// How many folders above a file of such a store its own folder is.
  private static let depth = 4

  /// Refuses a path that leads to a part of a store.
  static func check(_ path: String, as name: String) throws(OutputError) {
    let real = PathText.resolved(path)
    guard isDatabase(real) || isInFolder(real) else { return }
    throw OutputError(name: name, reason: "it is a store of samples, or a part of one; name another file")
  }

  private static func isDatabase(_ path: String) -> Bool {
    guard (try? FileStatus(of: path))?.kind == .file, let file = try? Descriptor(reading: path) else { return false }
    var bytes = header.map { _ in UInt8(0) }
    let count = try? bytes.withUnsafeMutableBytes { buffer throws(SystemError) in try file.read(into: buffer, at: 0) }
    return count == header.count && bytes == header
  }

  private static func isInFolder(_ path: String) -> Bool {
    var folder = PathText.parent(of: path)
    for _ in 0..<depth {
      if marks.allSatisfy({ (try? FileStatus(of: PathText.join(folder, $0)))?.kind == .file }) { return true }
      let parent = PathText.parent(of: folder)
      if parent == folder { return false }
      folder = parent
    }
    return false
  }
}
