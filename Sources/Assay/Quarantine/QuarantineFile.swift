import AssayPlatform
import HealthFormats
import HealthStorage

/// Where an input's records go that are not stored.
public struct QuarantineFile: Sendable, Hashable {
  package var path: String
  /// Whether earlier inputs of the same command wrote to it: then records are added after theirs.
  package var isShared: Bool

  /// Whether the file's folder is the store's own for its quarantine: made with the first file, and kept free of empty
  /// ones.
  package var ownsFolder: Bool

  /// Whether somebody edited it while the import that wrote it was interrupted.
  var isEdited = false

  package init(path: String, isShared: Bool = false, ownsFolder: Bool = false) {
    self.path = path
    self.isShared = isShared
    self.ownsFolder = ownsFolder
  }

  var unsupportedPath: String { Self.stem(of: path) + ".unsupported.ndjson" }

  var lengths: (records: Int64, unsupported: Int64) {
    isShared ? (Self.length(of: path), Self.length(of: unsupportedPath)) : (0, 0)
  }

  /// Whether an import that starts from its beginning sets aside what the files hold.
  ///
  /// A file that the user named is an output of one command, which the next command replaces, but not what somebody wrote
  /// into it.
  var keepsEarlier: Bool { (ownsFolder || isEdited) && !isShared }

  static func stem(of path: String) -> String {
    path.hasSuffix(".ndjson") ? String(path.dropLast(".ndjson".utf8.count)) : path
  }

  /// Where an interrupted import goes on in the two files: where it was, or at the end of one that became shorter.
  func lengths(of progress: ImportProgress) -> (records: Int64, unsupported: Int64) {
    (
      min(progress.quarantineLength, Self.length(of: path)),
      min(progress.unsupportedLength, Self.length(of: unsupportedPath))
    )
  }

  /// Whether one of the two files has no end of a line where an interrupted import ended one: a line before that was
  /// edited, as by a correction, and cutting the file there would cut a record.
  func isEdited(since progress: ImportProgress) throws(InputError) -> Bool {
    let lengths = lengths(of: progress)
    guard try Self.hasLineEnd(path, at: lengths.records) else { return true }
    return try !Self.hasLineEnd(unsupportedPath, at: lengths.unsupported)
  }

  private static func hasLineEnd(_ path: String, at length: Int64) throws(InputError) -> Bool {
    guard length > 0 else { return true }
    do throws(SystemError) {
      var last: UInt8 = 0
      let file = try Descriptor(reading: path)
      let count = try withUnsafeMutableBytes(of: &last) { byte throws(SystemError) in
        try file.read(into: byte, at: length - 1)
      }
      return count == 1 && last == UInt8(ascii: "\n")
    } catch {
      throw InputError.unreadable(path: path, reason: error.description)
    }
  }

  private static func length(of path: String) -> Int64 { (try? FileStatus(of: path))?.size ?? 0 }
}
