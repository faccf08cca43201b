import AssayPlatform
package import HealthModel

/// Bytes that come one piece after the other: a file, standard input, a member of an archive.
@usableFromInline package protocol ByteSource {
  /// Appends up to this number of bytes to the buffer; returns the number appended, 0 at the end.
  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int
}

/// A file or standard input, read with `read(2)`.
@usableFromInline package struct FileSource: ByteSource {
  private let shared: SharedDescriptor
  private let path: String
  private let isPipe: Bool

  /// Opens a regular file, a pipe given as `/dev/fd/N`, or standard input for `-`.
  package init(path: String, within boundary: FolderBoundary? = nil) throws(InputError) {
    self.path = path
    if path == "-", boundary == nil {
      (shared, isPipe) = (SharedDescriptor(Descriptor(borrowing: 0)), true)
      return
    }
    guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the path holds a NUL character") }
    let status: FileStatus
    (status, shared) = try InputError.opening(path) { () throws(SystemError) in
      let file = try Descriptor(reading: path)
      let status = try file.status()
      if status.kind == .pipe { file.setBlocking(true) }
      return (status, SharedDescriptor(file))
    }
    isPipe = status.kind == .pipe
    if let boundary {
      guard status.kind == .file else { throw .notAFile(path: path) }
      try boundary.check(status, openedAt: path)
      return
    }
    switch status.kind {
    case .file: break
    case .pipe where path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/"): break
    default: throw .notAFile(path: path)
    }
  }

  @usableFromInline package mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard count > 0 else { return 0 }
    // `read` goes on waiting for an idle writer after a signal.
    while isPipe, !Readiness.of(shared.file.number, .reading, milliseconds: 200).isReady {
      if StopSignals.pending() != nil { throw .unreadable(path: path, reason: SystemError.interrupted.description) }
    }
    return try InputError.reading(path) { () throws(SystemError) in try buffer.append(upTo: count, from: shared.file) }
  }

  /// Goes on reading at a place of a regular file; there is nothing to read after its end.
  package func seek(to offset: Int64) throws(InputError) {
    try InputError.reading(path) { () throws(SystemError) in try shared.file.seek(to: offset) }
  }
}

/// Bytes in memory, for tests and the library.
@usableFromInline package struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  @usableFromInline package mutating func read(into buffer: inout [UInt8], count: Int) -> Int {
    let piece = rest.prefix(count)
    buffer.append(contentsOf: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

extension ByteSource {
  /// The first bytes, or all when there are fewer; there may be room for more after them.
  package mutating func prefix(_ count: Int, room: Int = 0) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    if room > 0 { bytes.reserveCapacity(count + room) }
    while bytes.count < count, try read(into: &bytes, count: count - bytes.count) > 0 {}
    return bytes
  }

  /// The first bytes, or all before the end or the place where the source breaks off.
  ///
  /// Damage after the beginning is for whoever reads on.
  mutating func prefixAsFarAsSound(_ count: Int) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      do {
        if try read(into: &bytes, count: count - bytes.count) == 0 { break }
      } catch {
        if bytes.isEmpty { throw error }
        break
      }
    }
    return bytes
  }
}

/// A source whose first bytes were read already, to see what it is.
package struct PrefixedSource: ByteSource {
  private var beginning: MemorySource
  private var rest: any ByteSource
  private var isBehind = false

  package init(_ prefix: [UInt8], _ rest: any ByteSource) {
    beginning = MemorySource(prefix)
    self.rest = rest
  }

  package mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    if !isBehind {
      let got = beginning.read(into: &buffer, count: count)
      if got > 0 { return got }
      isBehind = true
    }
    return try rest.read(into: &buffer, count: count)
  }
}

/// A source whose failure waits until what came before it has been handed out.
struct DeferringSource<Source: ByteSource> {
  private var source: Source
  private var isDrained = false
  /// Why the source broke off.
  private(set) var failure: InputError?

  init(_ source: Source) { self.source = source }

  /// Reads until the buffer holds this number of bytes; returns `false` at the end of the input, or where reading
  /// fails.
  mutating func fill(_ buffer: inout [UInt8], to target: Int) -> Bool {
    if buffer.count < target, !isDrained { buffer.reserveCapacity(target) }
    while buffer.count < target, !isDrained {
      do {
        if try source.read(into: &buffer, count: target - buffer.count) == 0 { isDrained = true }
      } catch {
        failure = error
        isDrained = true
      }
    }
    return !isDrained
  }
}

extension [UInt8] {
  /// Appends up to this number of bytes that a function writes in place, without clearing them first.
  mutating func append(upTo count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    var written = 0
    append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
      output.withUnsafeMutableBufferPointer { bytes, initialized in
        let free = UnsafeMutableBufferPointer(rebasing: bytes[initialized...].prefix(count))
        written = body(UnsafeMutableRawBufferPointer(free))
        initialized += Swift.max(0, Swift.min(written, free.count))
      }
    }
    return written
  }

  /// Appends up to this number of bytes of a file: the next ones, or those at a place.
  mutating func append(
    upTo count: Int, from file: borrowing Descriptor, at offset: Int64? = nil
  ) throws(SystemError) -> Int {
    var failure: SystemError?
    let got = append(upTo: count) { bytes in
      do throws(SystemError) {
        if let offset { return try file.read(into: bytes, at: offset) }
        return try file.read(into: bytes)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return got
  }
}

extension FolderBoundary {
  /// Refuses a file that is outside, after it was opened.
  ///
  /// The path is resolved after the open, and must lead to the very file that is open: a link that changes in between
  /// gains nothing.
  func check(_ opened: FileStatus, openedAt path: String) throws(InputError) {
    guard let real = try Self.real(path), admits(real), FileIdentity(of: real, followsLinks: false) == opened.identity
    else { throw .unreadable(path: path, reason: refusal) }
  }

  func check(folder path: String) throws(InputError) {
    guard let real = try Self.real(path), admits(real) else { throw .unreadable(path: path, reason: refusal) }
  }

  private static func real(_ path: String) throws(InputError) -> String? {
    try InputError.reading(path) { () throws(SystemError) in try RealPath(of: path).text }
  }
}

/// An input that cannot be read, or not to its end.
public enum InputError: Error, Hashable, Sendable {
  /// The file does not exist.
  case notFound(path: String)
  /// The path is neither a file nor a folder that can be read: a device, a socket.
  case notAFile(path: String)
  /// The system refused: its message.
  case unreadable(path: String, reason: String)
  /// The content is not a format that is known.
  case unknownFormat(path: String, reason: String)
  /// The content is of several formats, or holds several exports; the reason names them.
  case ambiguous(path: String, reason: String)
  /// The archive is damaged; what came before counts.
  case damaged(path: String, code: ArchiveFault, reason: String)
}

extension InputError: CustomStringConvertible {
  /// The problem, with the path, made safe to show.
  public var description: String {
    switch self {
    case .notFound(let path): "no such file: \(Self.shown(path))"
    case .notAFile(let path): "\(Self.shown(path)) is neither a file nor a folder; use `-` to read a pipe"
    case .unreadable(let path, let reason): "cannot read \(Self.shown(path)): \(reason)"
    case .unknownFormat(let path, let reason), .ambiguous(let path, let reason), .damaged(let path, _, let reason):
      "\(Self.shown(path)): \(reason)"
    }
  }

  private static func shown(_ path: String) -> String { TextEscaping.escaped(path, limit: 1000) }
}

/// The problem with an archive; determines the code of the finding.
public enum ArchiveFault: Sendable, Hashable {
  case damaged, ratio, path, truncated
  /// It is valid, but of an unsupported kind; the reason says what to do.
  case unsupported
  /// The content of an input that is converted to samples cannot be read on.
  case content
  /// The plugin that reads the input failed; the reason says how.
  case reader
  /// Its name is that of a form which its content does not have; the reason says what is missing.
  case form
}

extension InputError {
  /// Opens a file; what the system refuses is an error of the input.
  static func opening<Result>(_ path: String, _ body: () throws(SystemError) -> Result) throws(InputError) -> Result {
    do {
      return try body()
    } catch {
      throw error.meansNothingThere ? .notFound(path: path) : .unreadable(path: path, reason: error.description)
    }
  }

  static func reading<Result>(_ path: String, _ body: () throws(SystemError) -> Result) throws(InputError) -> Result {
    do {
      return try body()
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
  }
}
