package import HealthModel

/// The exports that a zip archive is or holds: by the content of its XML files and databases.
struct ArchiveExports {
  /// The main files of Apple Health exports.
  let mains: [ZipMember]
  /// The database that is read if the archive is read as one of a converted format: the first that is.
  let database: ZipMember?
  /// The format of the database; of an archive that a format knows by the names of its members, that format.
  let format: InputFormat?

  /// Looks at the beginning of each member that may be an export; of one that is damaged, reading says what is wrong.
  init(_ archive: ZipArchive, formats: [InputFormat]) {
    mains = archive.members.filter { MainFile.isExport($0, in: archive) }
    let names = archive.members.map(\.name)
    var format = formats.first { $0.converted?.recognizes(members: names) ?? false }
    var database = archive.members.first { HealthConnectFormat.isDatabase($0.name) }
    if format == nil {
      for member in archive.members where !member.isFolder && SQLiteFile.isDatabase(name: member.name) {
        guard let prefix = try? archive.prefix(of: member, count: FormatSniffer.prefixLength) else { continue }
        let beginning = FormatBeginning(prefix, path: member.name)
        guard let found = formats.first(where: { $0.converted?.recognizes(beginning) ?? false }) else { continue }
        (database, format) = (member, found)
        break
      }
    }
    (self.database, self.format) = (database, format)
  }

  var isEmpty: Bool { mains.isEmpty && format == nil }

  /// Refuses an archive that holds exports of two programs, of which one would be passed over.
  func checkOne(_ path: String) throws(InputError) {
    guard let main = mains.first, let format else { return }
    let name = database.map { ", `\($0.name)`" } ?? ""
    throw .ambiguous(
      path: path,
      reason:
        "the archive holds an Apple Health export, `\(main.name)`, and one of \(format.rawValue)\(name); read each by "
        + "itself, with --format apple-health and --format \(format.rawValue)")
  }
}

extension ResolvedInput {
  /// The export that a zip archive is as a whole.
  ///
  /// - Returns: the export, and the paths of the members that are read with it; `nil` if the archive holds none.
  package static func export(
    inArchive path: String, within boundary: FolderBoundary?
  ) throws(InputError) -> (input: ResolvedInput, paths: Set<String>)? {
    let archive = try ZipArchive(path: path, within: boundary)
    let exports = ArchiveExports(archive, formats: InputFormat.allCases)
    guard !exports.isEmpty else { return nil }
    let input = try resolve(path: path, format: nil, within: boundary)
    let database = exports.database.map { archive.displayPath(of: $0) }
    return (input, input.displayPaths.union(database.map { [$0] } ?? []))
  }
}
