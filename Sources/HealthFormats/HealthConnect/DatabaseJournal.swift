import AssayPlatform

/// The files beside a database in which SQLite keeps changes that are not in it yet.
///
/// A database that is opened as it is, without them, lacks rows or is half changed. They are not applied: that writes to
/// the file of someone else.
enum DatabaseJournal {
  private static let endings = ["-wal", "-journal"]

  /// Refuses a database that has such a file.
  static func check(besideFile path: String, _ input: ConvertedInput) throws(InputError) {
    for ending in endings {
      guard let status = try? FileStatus(of: path + ending), status.kind == .file, status.size > 0,
        ending != "-journal" || isHot(path + ending)
      else { continue }
      throw refusal(PathText.name(of: path) + ending, beside: "it", input)
    }
  }

  /// Refuses a member of an archive that has such a member.
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
