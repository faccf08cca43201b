package import HealthModel

/// The members of a zip archive that profiles may be for.
extension ResolvedInput {
  /// The tables and the JSON in a zip archive, an input for each.
  ///
  /// The archive stays open, so that its table of contents is read once. What a member is follows from its name and is
  /// not looked at.
  ///
  /// - Parameters:
  ///   - path: the archive.
  ///   - boundary: the folder that the archive must be in, links resolved.
  /// - Returns: the inputs, in the order of the table of contents; `nil` for what is not a zip archive.
  /// - Throws: `InputError` for an archive that is damaged or dangerous.
  package static func members(
    ofArchive path: String, within boundary: FolderBoundary?
  ) throws(InputError) -> [ResolvedInput]? {
    var source = try FileSource(path: path, within: boundary)
    guard try source.prefix(4).starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
    let archive = try ZipArchive(path: path, within: boundary)
    return archive.members.compactMap { member in
      guard !member.isFolder, let format = InputFormat(named: member.name), [.csv, .json, .jsonLines].contains(format)
      else { return nil }
      let shown = archive.displayPath(of: member)
      return ResolvedInput(
        .shared(member, in: archive), path: shown, shown: shown, format: format, size: member.size, within: boundary)
    }
  }

  /// The path of the file on the disk: the archive of a member.
  package var filePath: String {
    if case .shared(_, let archive) = place { return archive.path }
    return path
  }
}
