import CLibZip

/// The content of an archive's member, inflated as it is read; its checksum is checked at its end.
public struct ZipMemberSource: ByteSource {
  private let file: ZipMemberHandle
  private let path: String
  /// How many bytes the member may have.
  private let most: Int64
  private var produced: Int64 = 0

  init(_ member: ZipMember, of archive: ZipHandle, path: String) throws(InputError) {
    self.path = path
    most = SwellLimit.most(of: member.compressedSize)
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
    let pointer = file.pointer
    let got = buffer.append(upTo: wanted) { bytes in
      Int(zip_fread(pointer, bytes.baseAddress, zip_uint64_t(bytes.count)))
    }
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
    return got
  }
}

/// A member that libzip reads, closed with its last user.
private final class ZipMemberHandle {
  let pointer: OpaquePointer
  /// Keeps the archive open while its member is.
  private let archive: ZipHandle

  init(_ member: ZipMember, of archive: ZipHandle, path: String) throws(InputError) {
    self.archive = archive
    guard let opened = zip_fopen_index(archive.pointer, zip_uint64_t(member.index), 0) else {
      let text = zip_strerror(archive.pointer).map { String(cString: $0) }
      throw .damaged(path: path, code: .damaged, reason: "the archive is damaged here: \(text ?? "no reason given")")
    }
    pointer = opened
  }

  deinit { zip_fclose(pointer) }

  /// What libzip says is wrong.
  var message: String {
    guard let text = zip_file_strerror(pointer) else { return "no reason given" }
    return String(cString: text)
  }
}
