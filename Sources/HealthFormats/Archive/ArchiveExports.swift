package import HealthModel

/// The exports that a zip archive is or holds: by the content of its XML files and databases.
struct ArchiveExports {
  /// The main files of Apple Health exports.
  let mains: [ZipMember]
  /// The databases of formats that are converted, and the format of the first.
  let databases: [ZipMember]
  /// The format of the databases; of an archive that a format knows by the names of its members, that format.
  let format: InputFormat?

  /// Looks at the beginning of each member that may be an export.
  ///
  /// - Parameters:
  ///   - archive: the archive.
  ///   - formats: the formats that databases may be of.
  /// - Throws: `InputError` for a member that is damaged.
  init(_ archive: ZipArchive, formats: [InputFormat]) throws(InputError) {
    mains = try MainFile.exports(in: archive)
    let names = archive.members.map(\.name)
    var format = formats.first { $0.converted?.recognizes(members: names) ?? false }
    var databases: [ZipMember] = []
    for member in archive.members where !member.isFolder && SQLiteFile.isDatabase(name: member.name) {
      // Of a damaged one, reading says what is wrong.
      guard let prefix = try? archive.prefix(of: member, count: FormatSniffer.prefixLength) else { continue }
      let beginning = FormatBeginning(prefix, path: member.name)
      guard let found = formats.first(where: { $0.converted?.recognizes(beginning) ?? false }) else { continue }
      databases.append(member)
      format = format ?? found
    }
    self.databases = databases
    self.format = format
  }

  /// Whether the archive holds none.
  var isEmpty: Bool { mains.isEmpty && format == nil }

  /// Refuses an archive that holds exports of two programs, of which one would be passed over.
  ///
  /// - Parameter path: the archive.
  /// - Throws: `InputError.unknownFormat`, which names both.
  func checkOne(_ path: String) throws(InputError) {
    guard let main = mains.first, let format else { return }
    let database = databases.first.map { ", `\($0.name)`" } ?? ""
    throw .unknownFormat(
      path: path,
      reason: "the archive holds an Apple Health export, `\(main.name)`, and one of \(format.rawValue)\(database); read "
        + "each by itself, with --format apple-health and --format \(format.rawValue)")
  }
}

extension ResolvedInput {
  /// The export that a zip archive is as a whole; `nil` if it holds none.
  ///
  /// - Parameters:
  ///   - path: the archive.
  ///   - boundary: the folder that the archive must be in, links resolved.
  /// - Throws: `InputError` for an archive that is damaged, or holds more than one export.
  package static func export(inArchive path: String, within boundary: FolderBoundary?) throws(InputError) -> ResolvedInput?
  {
    let exports = try ArchiveExports(try ZipArchive(path: path, within: boundary), formats: InputFormat.allCases)
    return exports.isEmpty ? nil : try resolve(path: path, format: nil, within: boundary)
  }
}
