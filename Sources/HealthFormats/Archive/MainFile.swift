/// Finds the main file of an export by content, since its name follows the phone's language.
package enum MainFile {
  /// The one member of an archive that is an export; an only member of its kind that is empty was one.
  ///
  /// - Throws: `InputError.unknownFormat` when there is none, or more than one.
  package static func find(in archive: ZipArchive) throws(InputError) -> ZipMember {
    let candidates = archive.members.filter { !$0.isFolder && isCandidate($0.name) }
    let found = try exports(among: candidates) { member throws(InputError) in
      try archive.prefix(of: member, count: AppleHealthFormat.prefixLength)
    }
    let advice = "; exports of other programs are read by profiles, `--plugin` (Documentation/profiles.md)"
    return try theOne(found, path: archive.path, place: "archive", advice: advice) { $0.name }.detached
  }

  /// The files of an archive in the folder of its main file and below.
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
      if isCutShort || AppleHealthFormat.isExport(prefix: prefix) { found.append(candidate) }
    }
    return found
  }

  /// The only candidate that is an export.
  static func theOne<Candidate>(
    _ found: [Candidate], path: String, place: String, advice: String = "", name: (Candidate) -> String
  ) throws(InputError) -> Candidate {
    guard let first = found.first else {
      throw .unknownFormat(
        path: path,
        reason: "the \(place) holds no Apple Health export: none of its .xml files has the root HealthData" + advice)
    }
    if found.count > 1 {
      throw .unknownFormat(
        path: path,
        reason: "the \(place) holds \(found.count) exports, `\(name(first))` and `\(name(found[1]))`; "
          + "unpack it and name the one to read")
    }
    return first
  }
}
