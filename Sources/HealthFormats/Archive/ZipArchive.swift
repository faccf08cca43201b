import AssayPlatform
import CZLib
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

  package func source(of member: ZipMember) throws(InputError) -> ZipMemberSource {
    try ZipMemberSource(member, of: file, path: displayPath(of: member))
  }

  package func prefix(of member: ZipMember, count: Int) throws(InputError) -> [UInt8] {
    var source = try source(of: member)
    return try source.prefixAsFarAsSound(count)
  }

  /// How a member is named in findings: `export.zip!apple_health_export/export.xml`.
  package func displayPath(of member: ZipMember) -> String { "\(path)!\(member.name)" }
}

/// The content of an archive's member, inflated as it is read; its size and checksum are checked at its end.
@usableFromInline package struct ZipMemberSource: ByteSource {
  private let member: ZipMember
  private let path: String
  /// `nil` for a stored member.
  private let inflater: Inflater?
  private var packed: PackedContent
  /// Bytes of the archive, of which `taken` were inflated.
  private var input: [UInt8] = []
  private var taken = 0
  private var produced: Int64 = 0
  private var checksum = UInt(0)

  private static var pieceSize: Int { 64 * 1024 }

  init(_ member: ZipMember, of file: ArchiveFile, path: String) throws(InputError) {
    self.member = member
    self.path = path
    packed = PackedContent(
      file: file, offset: member.contentOffset, end: member.contentOffset + Int(member.compressedSize))
    inflater = member.method == 0 ? nil : Inflater(.raw)
    guard member.method == 0 || inflater != nil else {
      throw .unreadable(path: path, reason: "not enough memory to unpack it")
    }
  }

  /// Appends up to this number of bytes; see `ByteSource`.
  @usableFromInline package mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard count > 0 else { return 0 }
    // Counts bytes instead of trusting headers; reading one byte over the limit shows that there are more.
    let most = DecompressionLimit.most(of: member.compressedSize)
    let room = most - produced
    let wanted = room > 0 ? Int(min(Int64(count), room)) : 1
    let start = buffer.count
    let got = try unpack(into: &buffer, count: wanted)
    if got > 0, room <= 0 {
      buffer.removeLast(got)
      throw .damaged(
        path: path, code: .ratio,
        reason: "the archive swells more than \(DecompressionLimit.ratio)-fold; what came before \(most) bytes was read"
      )
    }
    guard got > 0 else {
      try checkEnd()
      return 0
    }
    let sum = checksum
    checksum = buffer.withUnsafeBytes { bytes in
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start...])
      return crc32_z(sum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), piece.count)
    }
    produced += Int64(got)
    return got
  }

  /// Appends what the archive's next bytes stand for; returns 0 at the end.
  private mutating func unpack(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard let inflater else { return try packed.read(into: &buffer, count: count) }
    while !inflater.isAtEnd {
      let step = inflate(into: &buffer, count: count, inflater)
      taken += step.consumed
      if step.produced > 0 { return step.produced }
      if case .damaged(let words) = step.state { throw damaged(words) }
      if inflater.isAtEnd { break }
      // The output had free space, so the decoder stopped at the end of its input.
      input.removeAll(keepingCapacity: true)
      taken = 0
      guard try packed.read(into: &input, count: Self.pieceSize) > 0 else {
        throw damaged("the member's compressed data ends too early")
      }
    }
    return 0
  }

  private func inflate(into buffer: inout [UInt8], count: Int, _ inflater: Inflater) -> DecodeStep {
    var step = DecodeStep(consumed: 0, produced: 0, state: .inside)
    input.withUnsafeBytes { bytes in
      _ = buffer.append(upTo: count) { free in
        step = inflater.decode(UnsafeRawBufferPointer(rebasing: bytes[taken...]), into: free)
        return step.produced
      }
    }
    return step
  }

  private func checkEnd() throws(InputError) {
    let rest = packed.left + input.count - taken
    if rest > 0 { throw damaged("\(rest) bytes follow the member's compressed data") }
    if produced != member.size {
      throw damaged("the member has \(produced) bytes, and its table of contents says \(member.size)")
    }
    if checksum != UInt(member.crc) { throw damaged("the member's bytes do not match its checksum") }
  }

  private func damaged(_ reason: String) -> InputError {
    .damaged(path: path, code: .damaged, reason: "the archive is damaged here: \(reason)")
  }
}

/// The bytes of a member as the archive has them.
private struct PackedContent: ByteSource {
  let file: ArchiveFile
  /// Where the next bytes are.
  var offset: Int
  let end: Int

  /// How many bytes were not read yet.
  var left: Int { end - offset }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    guard left > 0 else { return 0 }
    let got = try file.append(to: &buffer, at: offset, count: min(count, left))
    offset += got
    return got
  }
}

/// An entry of an archive's central directory.
@usableFromInline package struct ZipMember: Sendable, Hashable {
  /// The name; bytes that are not UTF-8 are replaced.
  @usableFromInline package var name: String { String(decoding: nameBytes, as: UTF8.self) }
  /// How many bytes the member has when it is inflated, by its own account.
  package let size: Int64
  /// How many bytes it takes in the archive.
  package let compressedSize: Int64
  /// The name's bytes, a part of the directory that all members share.
  let nameBytes: ArraySlice<UInt8>
  let headerOffset: Int
  /// Where its content begins; 0 before its local header was read.
  var contentOffset = 0
  let crc: UInt32
  let flags: UInt16
  let method: UInt16
  let hostSystem: UInt8
  let externalAttributes: UInt32

  /// The member with its own copy of the name, so that the whole directory does not stay in memory.
  var detached: ZipMember {
    ZipMember(
      size: size, compressedSize: compressedSize, nameBytes: Array(nameBytes)[...], headerOffset: headerOffset,
      contentOffset: contentOffset, crc: crc, flags: flags, method: method, hostSystem: hostSystem,
      externalAttributes: externalAttributes)
  }

  package var isFolder: Bool { nameBytes.last == UInt8(ascii: "/") }

  /// Why a member with such a name or kind would be dangerous to whoever unpacks the archive; `nil` when it is not.
  var pathFault: String? {
    if nameBytes.isEmpty { return "it has a member without a name" }
    if nameBytes.contains(0) { return "the name of a member holds a NUL character" }
    let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    let first = nameBytes[nameBytes.startIndex]
    if isSlash(first) { return "the name `\(name)` is absolute" }
    if nameBytes.dropFirst().first == UInt8(ascii: ":"), (first | 0x20) &- 0x61 <= 25 {
      return "the name `\(name)` names a drive"
    }
    let leaves = nameBytes.split(whereSeparator: isSlash).contains { $0.elementsEqual("..".utf8) }
    if leaves { return "the name `\(name)` leaves the archive's folder" }
    // Host systems 3 (Unix) and 19 (macOS) keep the file's mode in the upper half of the attributes.
    let kind = externalAttributes >> 16 & 0o170000
    if hostSystem == 3 || hostSystem == 19, kind != 0, kind != 0o100000, kind != 0o040000 {
      return "the member `\(name)` is a link or a device"
    }
    return nil
  }

  /// Why the member's content cannot be read; `nil` when it can.
  var contentFault: String? {
    // Bits 0, 6 and 13 stand for encryption in its several forms.
    if flags & 0x2041 != 0 { return "the member `\(name)` is encrypted, and no password can be given" }
    if method != 0, method != 8 {
      return "the member `\(name)` is compressed by method \(method); only stored and deflated ones are read"
    }
    return nil
  }
}

/// An archive's bytes, read at any place.
struct ArchiveFile: Sendable {
  let path: String
  let size: Int
  private let shared: SharedDescriptor

  /// Opens a regular file, which must be inside the boundary if there is one.
  init(path: String, within boundary: FolderBoundary? = nil) throws(InputError) {
    self.path = path
    guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the path holds a NUL character") }
    let status: FileStatus
    (status, shared) = try InputError.opening(path) { () throws(SystemError) in
      let file = try Descriptor(reading: path)
      return (try file.status(), SharedDescriptor(file))
    }
    guard status.kind == .file else { throw .notAFile(path: path) }
    try boundary?.check(status, openedAt: path)
    size = Int(status.size)
  }

  /// Reads exactly this number of bytes at an offset; the file must have all of them.
  func bytes(at offset: Int, count: Int) throws(InputError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw damaged("it points beyond its end")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count { _ = try append(to: &bytes, at: offset + bytes.count, count: count - bytes.count) }
    return bytes
  }

  /// Appends up to this number of bytes at an offset to a buffer; returns the number appended, at least one.
  func append(to buffer: inout [UInt8], at offset: Int, count: Int) throws(InputError) -> Int {
    let got = try InputError.reading(path) { () throws(SystemError) in
      try buffer.append(upTo: count, from: shared.file, at: Int64(offset))
    }
    guard got > 0 else {
      throw .damaged(path: path, code: .truncated, reason: "the archive became shorter while it was read")
    }
    return got
  }

  func damaged(_ reason: String, _ fault: ArchiveFault = .damaged) -> InputError {
    .damaged(path: path, code: fault, reason: "the archive is refused: \(reason)")
  }
}

extension Array where Element == UInt8 {
  /// The little-endian number of the given width at an offset; the caller guarantees that the bytes exist.
  func littleEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + index]) }
    return number
  }
}
