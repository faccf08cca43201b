/// The header before a member's content.
///
/// Programs that read an archive from its beginning go by it and by the data descriptor after the content, so both must
/// say what the directory says.
struct LocalHeader {
  /// Where the member's content begins.
  let contentOffset: Int
  private let file: ArchiveFile
  private let member: ZipMember
  /// Whether a data descriptor has to say what the header leaves open.
  private let needsDescriptor: Bool

  /// Reads a member's header.
  init(of member: ZipMember, in file: ArchiveFile) throws(InputError) {
    let nameLength = member.nameBytes.count
    let header = try file.bytes(at: member.headerOffset, count: 30 + nameLength)
    let flags = UInt16(truncatingIfNeeded: header.littleEndian(at: 6, count: 2))
    guard header.littleEndian(at: 0, count: 4) == 0x0403_4B50, header[30...] == member.nameBytes,
      header.littleEndian(at: 26, count: 2) == UInt64(nameLength),
      header.littleEndian(at: 8, count: 2) == UInt64(member.method), flags & 0x2041 == 0
    else { throw file.damaged("the entry `\(member.name)` is not what its table of contents says") }
    let extraLength = Int(header.littleEndian(at: 28, count: 2))
    contentOffset = member.headerOffset + 30 + nameLength + extraLength
    let narrow = [header.littleEndian(at: 22, count: 4), header.littleEndian(at: 18, count: 4)]
    let extra =
      narrow.contains(Zip64Field.isElsewhere)
      ? try file.bytes(at: contentOffset - extraLength, count: extraLength) : []
    let sizes = Zip64Field.widened(narrow, by: extra) ?? narrow
    let said = [header.littleEndian(at: 14, count: 4)] + sizes
    var leavesOpen = false
    for (said, fact) in zip(said, Self.facts(of: member)) where said != fact {
      // With bit 3 the numbers follow the content, and the header has 0 in place of them.
      guard flags & 8 != 0, said == 0 || said == Zip64Field.isElsewhere else {
        throw Self.contradiction("header", member, file)
      }
      leavesOpen = true
    }
    needsDescriptor = leavesOpen
    self.file = file
    self.member = member
  }

  /// Where the entry ends, with the data descriptor if it needs one.
  func entryEnd(before limit: Int) throws(InputError) -> Int {
    let contentEnd = contentOffset + Int(member.compressedSize)
    guard needsDescriptor else { return contentEnd }
    let bytes = try file.bytes(at: contentEnd, count: min(24, limit - contentEnd))
    let facts = Self.facts(of: member)
    // The signature is optional, and nothing says how wide the sizes are.
    for (start, width) in [(4, 4), (4, 8), (0, 4), (0, 8)] {
      let end = start + 4 + 2 * width
      guard end <= bytes.count, start == 0 || bytes.littleEndian(at: 0, count: 4) == 0x0807_4B50 else { continue }
      let said = [
        bytes.littleEndian(at: start, count: 4), bytes.littleEndian(at: start + 4 + width, count: width),
        bytes.littleEndian(at: start + 4, count: width),
      ]
      if said == facts { return contentEnd + end }
    }
    throw Self.contradiction("data descriptor", member, file)
  }

  /// Checksum, size and compressed size by the directory.
  private static func facts(of member: ZipMember) -> [UInt64] {
    [UInt64(member.crc), UInt64(member.size), UInt64(member.compressedSize)]
  }

  private static func contradiction(_ record: String, _ member: ZipMember, _ file: ArchiveFile) -> InputError {
    file.damaged(
      "the \(record) of the entry `\(member.name)` gives another size or checksum than the table of contents")
  }
}
