package import HealthModel

/// The members of a zip archive that profiles and plugins that read may be for.
extension ResolvedInput {
  /// The tables, the JSON and the files of plugins' formats in a zip archive, an input for each.
  ///
  /// The archive stays open, so that its table of contents is read once. What a member is follows from its name, and only
  /// for formats of plugins from its first bytes.
  ///
  /// - Returns: the inputs, in the order of the table of contents; the paths of members that may be exports by
  ///   themselves; and the names of members that are archives or compressed, which are not unpacked. `nil` for what is
  ///   not a zip archive.
  package static func members(
    ofArchive path: String, _ further: [InputFormat], within boundary: FolderBoundary?
  ) throws(InputError) -> (inputs: [ResolvedInput], exports: [String], packed: [String])? {
    var source = try FileSource(path: path, within: boundary)
    guard try source.prefix(4).starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
    let archive = try ZipArchive(path: path, within: boundary)
    let inputs = archive.members.compactMap { member -> ResolvedInput? in
      let shown = archive.displayPath(of: member)
      guard !member.isFolder, let (format, fault) = Self.format(of: member, in: archive, further) else { return nil }
      return ResolvedInput(
        fault.map { .damaged($0) } ?? .shared(member, in: archive), path: shown, shown: shown, format: format,
        size: member.size, within: boundary)
    }
    let packed = archive.members.filter { !$0.isFolder && isPacked($0.name.lowercased()) }.map(\.name)
    let exports = archive.members.filter {
      !$0.isFolder && (MainFile.isCandidate($0.name) || SQLiteFile.isDatabase(name: $0.name))
    }
    return (inputs, exports.map(archive.displayPath), packed)
  }

  /// The format of a member, and why it cannot be read; `nil` for one that neither its name nor a plugin knows.
  private static func format(
    of member: ZipMember, in archive: ZipArchive, _ further: [InputFormat]
  ) -> (InputFormat, InputError?)? {
    let named = InputFormat(named: member.name, further: further)
    var known: (InputFormat, InputError?)?
    if let named, [.csv, .json, .jsonLines].contains(named) || further.contains(named) { known = (named, nil) }
    // Of a member that is damaged, reading says what is wrong.
    guard !further.isEmpty, let prefix = try? archive.prefix(of: member, count: FormatSniffer.prefixLength) else {
      return known
    }
    switch FormatSniffer.sniff(prefix: prefix, path: member.name, further: further) {
    case .format(let found) where further.contains(found): return (found, nil)
    case .ambiguous(let reason):
      return (named ?? .jsonLines, .ambiguous(path: archive.displayPath(of: member), reason: reason))
    default: return known
    }
  }

  private static func isPacked(_ name: String) -> Bool {
    [".zip", ".gz", ".tgz", ".zst", ".tar", ".7z", ".xz", ".bz2"].contains { name.hasSuffix($0) }
  }

  /// Why reading the input fails at once, as for a damaged archive; `nil` if that is not known.
  package var fault: InputError? {
    if case .damaged(let error) = place { return error }
    return nil
  }

  /// The paths that findings name the input and the files beside it by.
  package var displayPaths: Set<String> { Set(files.files.map(\.displayPath)).union([displayPath]) }

  /// The input as one that cannot be read.
  package func failing(_ error: InputError) -> ResolvedInput {
    ResolvedInput(
      .damaged(error), path: path, shown: displayPath, format: format, size: nil, within: boundary)
  }

  /// The path of the file on the disk: the archive of a member.
  package var filePath: String {
    if case .shared(_, let archive) = place { return archive.path }
    return path
  }
}
