package import HealthModel

/// Finds the main file of an export by content, since its name follows the phone's language.
package enum MainFile {
  /// The one member of an archive that is an export; an only member of its kind that is empty was one.
  package static func find(in archive: ZipArchive) throws(InputError) -> ZipMember {
    let found = try exports(in: archive)
    let databases = archive.members.filter { !$0.isFolder && ArchiveExports.isDatabase($0.name) }.map(\.name)
    if found.isEmpty, let database = databases.first {
      throw .unknownFormat(
        path: archive.path,
        reason: databases.count == 1
          ? "the archive holds no export, and the database in it, `\(database)`, is not a Health Connect database, or is "
            + "truncated"
          : "the archive holds \(databases.count) databases, such as `\(database)` and `\(databases[1])`; unpack it and name "
            + "one")
    }
    let advice = "; exports of other programs are read by profiles, `--plugin` (Documentation/profiles.md)"
    return try theOne(found, path: archive.path, place: "archive", advice: advice) { $0.name }.detached
  }

  private static func exports(in archive: ZipArchive) throws(InputError) -> [ZipMember] {
    try exports(among: archive.members.filter { !$0.isFolder && isCandidate($0.name) }) { member throws(InputError) in
      try archive.prefix(of: member, count: AppleHealthFormat.prefixLength)
    }
  }

  static func isExport(_ member: ZipMember, in archive: ZipArchive) -> Bool {
    guard !member.isFolder, isCandidate(member.name),
      let prefix = try? archive.prefix(of: member, count: AppleHealthFormat.prefixLength)
    else { return false }
    return AppleHealthFormat.isExport(prefix: narrowed(prefix))
  }

  static func files(beside main: ZipMember, in archive: ZipArchive) -> ExportFiles {
    let home = main.name.prefix(upTo: main.name.lastIndex(of: "/").map(main.name.index(after:)) ?? main.name.startIndex)
    return ExportFiles(
      archive.members.compactMap { member in
        let name = member.name
        guard !member.isFolder, name.hasPrefix(home), let kind = ExportFiles.kind(of: name) else { return nil }
        return ExportFile(
          path: String(name.dropFirst(home.count)), kind: kind, displayPath: archive.displayPath(of: member),
          size: member.size, member: member.detached)
      })
  }

  /// Whether a file can be the main one, by its path: XML, not the clinical document, nothing that macOS adds.
  static func isCandidate(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last, !parts.contains("__MACOSX"), !name.hasPrefix("._") else { return false }
    let lower = name.lowercased()
    return lower.hasSuffix(".xml") && lower != "export_cda.xml"
  }

  /// The candidates that are exports.
  ///
  /// The only candidate, if it is empty, counts as one that was cut short, as a file of that name does: a status that
  /// says the data is incomplete, not that the command is wrong.
  static func exports<Candidate>(
    among candidates: [Candidate], prefix: (Candidate) throws(InputError) -> [UInt8]
  ) throws(InputError) -> [Candidate] {
    var found: [Candidate] = []
    for candidate in candidates {
      let prefix = try prefix(candidate)
      let isCutShort = candidates.count == 1 && AppleHealthFormat.isBlank(prefix: prefix)
      if isCutShort || AppleHealthFormat.isExport(prefix: narrowed(prefix)) { found.append(candidate) }
    }
    return found
  }

  /// The beginning of a text in UTF-16 as one of ASCII: such an export is one, and cannot be read.
  private static func narrowed(_ prefix: [UInt8]) -> [UInt8] {
    guard prefix.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) else { return prefix }
    return prefix.drop { $0 >= 0xFE }.filter { $0 != 0 }
  }

  static func theOne<Candidate>(
    _ found: [Candidate], path: String, place: String, advice: String = "", name: (Candidate) -> String
  ) throws(InputError) -> Candidate {
    guard let first = found.first else {
      throw .unknownFormat(
        path: path,
        reason: "the \(place) holds no Apple Health export: none of its .xml files has the root HealthData" + advice)
    }
    if found.count > 1 {
      throw .ambiguous(
        path: path,
        reason: "the \(place) holds \(found.count) exports, `\(name(first))` and `\(name(found[1]))`; "
          + "unpack it and name the one to read")
    }
    return first
  }
}

/// The exports that a zip archive is or holds: by the content of its XML files and databases.
package struct ArchiveExports {
  /// The main files of Apple Health exports.
  let mains: [ZipMember]
  /// The database that is read if the archive is read as one of a converted format: the first that is.
  let database: ZipMember?
  /// The format of the database; of an archive that a format knows by the names of its members, that format.
  package let format: InputFormat?
  let isWorkbook: Bool

  /// Looks at the beginning of each member that may be an export; of one that is damaged, reading says what is wrong.
  package init(_ archive: ZipArchive, formats: [InputFormat]) {
    isWorkbook = archive.members.contains { $0.name == "xl/workbook.xml" }
    mains = archive.members.filter { MainFile.isExport($0, in: archive) }
    var (database, format): (ZipMember?, InputFormat?)
    for known in formats where format == nil {
      guard let converted = known.converted else { continue }
      database = archive.members.first { converted.recognizes(member: $0.name) }
      if database != nil { format = known }
    }
    if format == nil {
      for member in archive.members where !member.isFolder && Self.isDatabase(member.name) {
        guard let prefix = try? archive.prefix(of: member, count: FormatSniffer.prefixLength) else { continue }
        let beginning = FormatBeginning(prefix, path: member.name)
        guard let found = formats.first(where: { $0.converted?.recognizes(beginning) ?? false }) else { continue }
        (database, format) = (member, found)
        break
      }
    }
    (self.database, self.format) = (database, format)
  }

  package static func isDatabase(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".db", ".sqlite", ".sqlite3"].contains { name.hasSuffix($0) } && !name.hasPrefix("__macosx/")
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
    inArchive path: String, _ formats: FormatList, within boundary: FolderBoundary?
  ) throws(InputError) -> (input: ResolvedInput, paths: Set<String>)? {
    let archive = try ZipArchive(path: path, within: boundary)
    let exports = ArchiveExports(archive, formats: formats.formats)
    guard !exports.isEmpty else { return nil }
    let input = try resolve(path: path, formats: formats.compiled, within: boundary)
    let database = exports.database.map { archive.displayPath(of: $0) }
    return (input, input.displayPaths.union(database.map { [$0] } ?? []))
  }
}
