import CLibZip

/// The content of an archive's member, inflated as it is read; its checksum is checked at its end.
public struct ZipMemberSource: ByteSource {
  private let file: ZipMemberHandle
  private let path: String
  /// How many bytes the member may have.
  private let most: Int64
  /// How many bytes it has by the archive's table of contents.
  private let size: Int64
  private var produced: Int64 = 0

  init(_ member: ZipMember, of archive: ZipHandle, path: String) throws(InputError) {
    self.path = path
    most = SwellLimit.most(of: member.compressedSize)
    size = member.size
    file = try ZipMemberHandle(member, of: archive, path: path)
  }

  /// Appends at most so many bytes; see `ByteSource`.
  ///
  /// - Throws: `InputError.damaged` when the content is not what was packed, or swells beyond the limit.
  public mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard count > 0 else { return 0 }
    // Bytes are counted, headers are not believed; one more than may be read tells that there are more.
    let room = most - produced
    let wanted = room > 0 ? Int(min(Int64(count), room)) : 1
    let got = buffer.append(upTo: wanted) { file.read($0) }
    guard got >= 0 else {
      throw .damaged(path: path, code: .damaged, reason: "the archive is damaged here: \(file.message)")
    }
    if got > 0, room <= 0 {
      buffer.removeLast(got)
      throw .damaged(
        path: path, code: .ratio,
        reason: "the archive swells more than \(SwellLimit.ratio)-fold; what came before \(most) bytes was read")
    }
    produced += Int64(got)
    if got == 0, produced != size {
      // libzip checks the checksum of what comes, and believes neither size nor its absence.
      throw .damaged(
        path: path, code: .damaged,
        reason: "the archive is damaged here: the member has \(produced) bytes, and its table of contents says \(size)")
    }
    return got
  }
}

/// A member that libzip reads, closed with its last user.
private final class ZipMemberHandle {
  private let pointer: ArchiveLibrary.Member
  /// Keeps the archive open while its member is.
  private let archive: ZipHandle

  init(_ member: ZipMember, of archive: ZipHandle, path: String) throws(InputError) {
    self.archive = archive
    guard let opened = archive.library.openMember(archive.pointer, zip_uint64_t(member.index), 0) else {
      let text = archive.library.text(archive.pointer).map { String(cString: $0) }
      throw .damaged(path: path, code: .damaged, reason: "the archive is damaged here: \(text ?? "no reason given")")
    }
    pointer = opened
  }

  deinit { _ = archive.library.closeMember(pointer) }

  /// Fills a buffer as far as it goes; returns how many bytes, below 0 for a failure.
  func read(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    Int(archive.library.readMember(pointer, bytes.baseAddress, zip_uint64_t(bytes.count)))
  }

  /// What libzip says is wrong.
  var message: String {
    guard let text = archive.library.memberText(pointer) else { return "no reason given" }
    return String(cString: text)
  }
}
