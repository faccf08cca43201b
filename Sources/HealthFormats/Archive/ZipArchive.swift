package import HealthModel

/// A zip archive, opened for reading: members are streamed, nothing is ever unpacked to disk.
@usableFromInline package struct ZipArchive: Sendable {
  package let path: String
  /// The members, in the order of the table of contents, all of which passed its checks.
  package let members: [ZipMember]
  private let file: ArchiveFile

  package init(path: String, within boundary: FolderBoundary? = nil) throws(InputError) {
    self.path = path
    file = try ArchiveFile(path: path, within: boundary)
    members = try CentralDirectory.members(of: file)
  }

  /// A member's content as a stream.
  package func source(of member: ZipMember) throws(InputError) -> ZipMemberSource {
    try ZipMemberSource(member, of: file, path: displayPath(of: member))
  }

  /// The beginning of a member's content.
  package func prefix(of member: ZipMember, count: Int) throws(InputError) -> [UInt8] {
    var source = try source(of: member)
    return try source.prefixAsFarAsSound(count)
  }

  /// How a member is named in findings: `export.zip!apple_health_export/export.xml`.
  package func displayPath(of member: ZipMember) -> String { "\(path)!\(member.name)" }
}
