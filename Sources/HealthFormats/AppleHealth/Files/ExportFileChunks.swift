import HealthModel

/// The files of an export beside its main file, a chunk each, whose content is read by whoever reads the chunk.
@usableFromInline package struct ExportFileChunks: ChunkSource {
  private let files: [ExportFile]
  private let archive: ZipArchive?
  private let members: Set<ZipMember>
  private let boundary: FolderBoundary?
  private let owners: [Int: ExportFileOwner]
  private let end: Int64
  private var place = 0
  private var offset: Int64
  private var index = 0

  init(
    _ files: ExportFiles, in archive: ZipArchive?, within boundary: FolderBoundary?, owners: [Int: ExportFileOwner],
    base: Int64, from start: Int64
  ) {
    self.files = files.files
    self.archive = archive
    members = Set(archive?.members ?? [])
    self.boundary = boundary
    self.owners = owners
    offset = base
    end = start
  }

  /// The next file, without its content, which `InputChunk.loaded()` gets; `nil` after the last.
  package mutating func next() throws(InputError) -> InputChunk? {
    while place < files.count {
      let number = place
      let file = files[number]
      place += 1
      guard file.kind == .electrocardiogram || owners[number] != nil else { continue }
      let start = offset
      offset += file.size
      if start < end { continue }
      defer { index += 1 }
      if let member = file.member, !members.contains(member) {
        throw .unreadable(path: file.displayPath, reason: "the archive changed while it was read")
      }
      let pending = UnreadFile(archive: archive, boundary: boundary, owner: owners[number])
      return InputChunk(of: file, pending, offset: start, index: index)
    }
    return nil
  }
}
