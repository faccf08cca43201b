import HealthModel

/// Reads the files of an export beside its main file, a chunk each.
public struct ExportFileChunks: ChunkSource {
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

  /// The next file; `nil` after the last.
  ///
  /// - Throws: `InputError` when a file cannot be opened, or the archive changed. One that is damaged or too long is a
  ///   chunk without content, for the reader to report.
  public mutating func next() throws(InputError) -> InputChunk? {
    while place < files.count {
      let number = place
      let file = files[number]
      place += 1
      guard file.kind == .electrocardiogram || owners[number] != nil else { continue }
      let start = offset
      offset += file.size
      if start < end { continue }
      defer { index += 1 }
      let (content, fault) = try content(of: file)
      return InputChunk(of: file, content, fault, owner: owners[number], offset: start, index: index)
    }
    return nil
  }

  /// A file's bytes, or why they are not here.
  private func content(of file: ExportFile) throws(InputError) -> ([UInt8], FileFault?) {
    if file.size > Int64(ExportFiles.maximumSize) { return ([], .tooLong) }
    var bytes: [UInt8] = []
    do throws(InputError) {
      bytes = try read(file)
    } catch {
      guard case .damaged = error else { throw error }
      return ([], .damaged)
    }
    // The size is what the listing said: places after the file are counted by it.
    if bytes.count > Int(file.size) { bytes.removeLast(bytes.count - Int(file.size)) }
    return (file.kind == .electrocardiogram ? ElectrocardiogramText.withoutPerson(bytes) : bytes, nil)
  }

  private func read(_ file: ExportFile) throws(InputError) -> [UInt8] {
    guard let member = file.member else {
      var source = try FileSource(path: file.displayPath, within: boundary)
      return try source.prefix(Int(file.size))
    }
    guard let archive, members.contains(member) else {
      throw .unreadable(path: file.displayPath, reason: "the archive changed while it was read")
    }
    var source = try archive.source(of: member)
    var bytes = try source.prefix(Int(member.size))
    // Its end checks size and checksum.
    var rest: [UInt8] = []
    _ = try source.read(into: &rest, count: 1)
    bytes.append(contentsOf: rest)
    return bytes
  }
}
