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
