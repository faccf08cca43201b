import AssayPlatform
import HealthDigest
package import HealthFormats
import HealthReports
import HealthStorage

/// Where records go that an import does not store: a folder of the store's, one file for each input, or one file that
/// is named for all.
public struct QuarantineLocation: Sendable {
  /// The folder of the store's quarantine; `nil` for a store without one, and for a run that stores nothing.
  public var folder: String?
  /// The file that is named for all inputs; for ranges of inputs also a folder, in which each has a file.
  public var file: String?

  /// Creates a place.
  public init(folder: String?, file: String? = nil) {
    self.folder = folder
    self.file = file
  }

  /// The file for an input.
  ///
  /// A named place is used for all inputs of the run. The place of a pipe, which has no name to distinguish it from
  /// other pipes, is appended to.
  ///
  /// - Returns: the file; `nil` to keep nothing.
  func file(for input: String, key: String?, isFirst: Bool) -> QuarantineFile? {
    if let file { return QuarantineFile(path: file, isShared: !isFirst) }
    return folder.map { folder in
      QuarantineFile(path: path(for: input, key: key, in: folder), isShared: key == nil, ownsFolder: true)
    }
  }

  func file(for input: ResolvedInput, key: String?, isFirst: Bool) throws -> QuarantineFile? {
    guard let file, let range = input.range, file.hasSuffix("/") || FileTree.isFolder(file) else {
      return self.file(for: input.path, key: key, isFirst: isFirst)
    }
    return Self.file(in: try OutputFolder(file).path, for: input.path, range)
  }

  private func path(for input: String, key: String?, in folder: String) -> String {
    let mark = SHA256Digest(of: Array((key ?? input).utf8)).hexadecimal.prefix(8)
    return "\(folder)/\(Self.safeName(of: input))-\(mark).ndjson"
  }

  /// The file for a range of an input in a folder: other ranges and other inputs have other names.
  ///
  /// A process that reads the range again writes the file anew.
  package static func file(in folder: String, for input: String, _ range: LineRange) -> QuarantineFile {
    let mark = SHA256Digest(of: Array(input.utf8)).hexadecimal.prefix(16)
    let name = "\(safeName(of: input))-\(range.start)-\(range.end)-\(mark).ndjson"
    return QuarantineFile(path: PathText.join(folder, name))
  }

  /// The last part of an input's path in letters, digits, `.`, `-` and `_`.
  private static func safeName(of input: String) -> String {
    let base = input == "-" ? "stdin" : input.split(separator: "/").last.map(String.init) ?? "input"
    let safe = String(
      String.UnicodeScalarView(
        base.unicodeScalars.map {
          $0.properties.isAlphabetic
            || $0.value < 128
              && ($0.value == 0x2E || $0.value == 0x2D || $0.value == 0x5F || (0x30...0x39).contains($0.value))
            ? $0 : "_"
        }))
    return String(safe.prefix(100))
  }
}

/// Where an input's records go that are not stored.
package struct QuarantineFile: Sendable, Hashable {
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
