import AssayPlatform
import HealthFormats

/// A database of an input as a file: the input itself, or a private copy of what is packed or comes from a pipe.
struct SQLiteFile {
  /// The path, for as long as `Copy` lives.
  let path: String
  private let copy: Copy?

  /// What every database begins with.
  static let magic = Array("SQLite format 3\0".utf8)
  /// The largest copy: 8 GiB.
  private static let most: Int64 = 8 << 30

  /// A folder for its owner only, which goes with the value.
  private final class Copy: Sendable {
    let folder: String
    var path: String { folder + "/export.db" }

    init() throws(SystemError) {
      folder = try TemporaryPath.makeFolder(in: TemporaryPath.folder, prefix: "assay-health-connect-")
    }

    deinit { FileTree.removeAll(folder) }
  }

  init(of input: ConvertedInput) throws(InputError) {
    var source = try input.makeByteSource()
    let beginning = try source.prefix(Self.magic.count)
    if beginning == Self.magic, let file = input.file {
      try DatabaseJournal.check(besideFile: file, input)
      (path, copy) = (file, nil)
      return
    }
    let folder: Copy
    do {
      folder = try Copy()
    } catch {
      throw Self.refusal(error, input)
    }
    (path, copy) = (folder.path, folder)
    if beginning == Self.magic {
      var whole = PrefixedSource(beginning, source)
      try Self.copy(&whole, to: folder.path, input)
      return
    }
    guard beginning.starts(with: [0x50, 0x4B]) else {
      throw .unknownFormat(
        path: input.displayPath, reason: "it is neither a SQLite database nor a zip archive with one")
    }
    let archive = try input.archive()
    var found = archive.members.filter { HealthConnectFormat().recognizes(member: $0.name) }
    if found.isEmpty { found = archive.members.filter { ArchiveExports.isDatabase($0.name) } }
    guard let member = found.first else {
      throw .unknownFormat(path: input.displayPath, reason: "the archive has no \(HealthConnectFormat.member)")
    }
    guard found.count == 1 else {
      throw .ambiguous(
        path: input.displayPath,
        reason: "the archive has \(found.count) databases, such as `\(member.name)` and `\(found[1].name)`; unpack it "
          + "and name one")
    }
    try DatabaseJournal.check(member, in: archive, input)
    guard member.size <= Self.most else {
      throw input.damaged("the database in it has \(member.size) bytes, more than the \(Self.most) that are unpacked")
    }
    var content = try archive.source(of: member)
    try Self.copy(&content, to: folder.path, input)
  }

  private static func copy<Source: ByteSource>(
    _ source: inout Source, to path: String, _ input: ConvertedInput
  ) throws(InputError) {
    let file = try make(path, input)
    var buffer: [UInt8] = []
    var count: Int64 = 0
    while try source.read(into: &buffer, count: 256 * 1024) > 0 {
      count += Int64(buffer.count)
      guard count <= most else { throw input.damaged("it has more than the \(most) bytes that are read") }
      var failure: SystemError?
      buffer.withUnsafeBytes { bytes in
        do throws(SystemError) { try file.write(bytes) } catch { failure = error }
      }
      if let failure { throw refusal(failure, input) }
      buffer.removeAll(keepingCapacity: true)
    }
  }

  private static func make(_ path: String, _ input: ConvertedInput) throws(InputError) -> Descriptor {
    do {
      return try Descriptor(writing: path, .new)
    } catch {
      throw refusal(error, input)
    }
  }

  private static func refusal(_ error: SystemError, _ input: ConvertedInput) -> InputError {
    .unreadable(path: input.displayPath, reason: "it cannot be unpacked to \(TemporaryPath.folder): \(error)")
  }
}

/// The files beside a database in which SQLite keeps changes that are not in it yet.
///
/// A database that is opened as it is, without them, lacks rows or is half changed. They are not applied: that writes to
/// the file of someone else.
enum DatabaseJournal {
  private static let endings = ["-wal", "-journal"]

  static func check(besideFile path: String, _ input: ConvertedInput) throws(InputError) {
    for ending in endings {
      guard let status = try? FileStatus(of: path + ending), status.kind == .file, status.size > 0,
        ending != "-journal" || isHot(path + ending)
      else { continue }
      throw refusal(PathText.name(of: path) + ending, beside: "it", input)
    }
  }

  static func check(_ member: ZipMember, in archive: ZipArchive, _ input: ConvertedInput) throws(InputError) {
    for ending in endings {
      guard let journal = archive.members.first(where: { $0.name == member.name + ending && $0.size > 0 }) else {
        continue
      }
      if ending == "-journal", try archive.prefix(of: journal, count: 1) == [0] { continue }
      throw refusal(journal.name, beside: "the database in the archive", input)
    }
  }

  /// Whether a rollback journal is in use: SQLite zeroes the beginning of one that it keeps for later.
  private static func isHot(_ path: String) -> Bool {
    guard let file = try? Descriptor(reading: path) else { return true }
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { buffer in (try? file.read(into: buffer)) ?? 0 }
    return count == 0 || byte != 0
  }

  private static func refusal(_ name: String, beside place: String, _ input: ConvertedInput) -> InputError {
    input.damaged(
      "changes in \(name) beside \(place) are not in the database; open and close the database once with SQLite, which "
        + "writes them into it, and repeat the command")
  }
}
