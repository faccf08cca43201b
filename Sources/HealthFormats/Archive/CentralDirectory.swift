/// An archive's central directory, read by ourselves: libzip does not see entries that overlap, names that occur twice,
/// bytes before the first entry or a second directory, by which two programs can be made to see two contents.
struct CentralDirectory {
  private let file: ArchiveFile

  /// The most entries.
  static let maximumEntries = 100_000
  /// The longest directory in bytes.
  private static let maximumLength = 64 << 20

  /// Reads and checks the whole directory.
  static func members(of file: ArchiveFile) throws(InputError) -> [ZipMember] {
    let directory = CentralDirectory(file: file)
    let end = try EndRecord.find(in: file)
    guard end.count <= maximumEntries else {
      throw file.damaged("it has \(end.count) entries; the limit is \(maximumEntries)")
    }
    guard end.length <= maximumLength else { throw file.damaged("its table of contents is over 64 MiB") }
    let members = try directory.entries(end)
    try directory.checkNames(members)
    try directory.checkPlaces(members, end)
    return members
  }

  private func entries(_ end: EndRecord) throws(InputError) -> [ZipMember] {
    let bytes = try file.bytes(at: end.offset, count: end.length)
    var members: [ZipMember] = []
    members.reserveCapacity(end.count)
    var position = 0
    for index in 0..<end.count {
      guard position + 46 <= bytes.count, bytes.littleEndian(at: position, count: 4) == 0x0201_4B50 else {
        throw file.damaged("entry \(index + 1) of its table of contents is not one")
      }
      let nameLength = Int(bytes.littleEndian(at: position + 28, count: 2))
      let extraLength = Int(bytes.littleEndian(at: position + 30, count: 2))
      let next = position + 46 + nameLength + extraLength + Int(bytes.littleEndian(at: position + 32, count: 2))
      guard next <= bytes.count else { throw file.damaged("its table of contents is cut") }
      let name = Array(bytes[(position + 46)..<(position + 46 + nameLength)])
      let extra = Array(bytes[(position + 46 + nameLength)..<(position + 46 + nameLength + extraLength)])
      let place = try extent(of: bytes, at: position, extra)
      members.append(
        ZipMember(
          index: index, size: Int64(place.size),
          compressedSize: Int64(place.compressedSize), nameBytes: name, headerOffset: place.offset,
          crc: UInt32(truncatingIfNeeded: bytes.littleEndian(at: position + 16, count: 4)),
          flags: UInt16(truncatingIfNeeded: bytes.littleEndian(at: position + 8, count: 2)),
          method: UInt16(truncatingIfNeeded: bytes.littleEndian(at: position + 10, count: 2)),
          hostSystem: bytes[position + 5],
          externalAttributes: UInt32(truncatingIfNeeded: bytes.littleEndian(at: position + 38, count: 4))))
      position = next
    }
    guard position == bytes.count else { throw file.damaged("its table of contents is longer than it says") }
    return members
  }

  /// The sizes and the place of an entry, from the Zip64 field where the usual ones are too small.
  private func extent(
    of bytes: [UInt8], at position: Int, _ extra: [UInt8]
  ) throws(InputError) -> (size: Int, compressedSize: Int, offset: Int) {
    var values = [
      bytes.littleEndian(at: position + 24, count: 4), bytes.littleEndian(at: position + 20, count: 4),
      bytes.littleEndian(at: position + 42, count: 4),
    ]
    if values.contains(0xFFFF_FFFF) {
      var large = Zip64Field.content(of: extra)[...]
      for index in values.indices where values[index] == 0xFFFF_FFFF {
        guard large.count >= 8 else { throw file.damaged("an entry lacks its 64-bit sizes") }
        values[index] = Array(large.prefix(8)).littleEndian(at: 0, count: 8)
        large = large.dropFirst(8)
      }
    }
    guard let size = Int(exactly: values[0]), values[1] <= UInt64(file.size), values[2] <= UInt64(file.size),
      bytes.littleEndian(at: position + 34, count: 2) == 0
    else { throw file.damaged("an entry points beyond its end") }
    return (size, Int(values[1]), Int(values[2]))
  }

  private func checkNames(_ members: [ZipMember]) throws(InputError) {
    var names: Set<[UInt8]> = []
    for member in members {
      if let fault = member.pathFault { throw file.damaged(fault, .path) }
      if let fault = member.contentFault { throw file.damaged(fault) }
      guard names.insert(member.nameBytes).inserted else {
        throw file.damaged("the name `\(member.name)` occurs twice")
      }
    }
  }

  /// Entries follow each other from the archive's first byte on, and none reaches into the next or the directory.
  private func checkPlaces(_ members: [ZipMember], _ end: EndRecord) throws(InputError) {
    var previous = 0
    var isFirst = true
    // The order alone: a sorted copy of a hundred thousand members is megabytes.
    let order = members.indices.sorted { (members[$0].headerOffset, $0) < (members[$1].headerOffset, $1) }
    for index in order {
      let member = members[index]
      if isFirst, member.headerOffset != 0 { throw file.damaged("bytes stand before its first entry") }
      isFirst = false
      guard member.headerOffset >= previous else {
        throw file.damaged("the entry `\(member.name)` overlaps another one")
      }
      previous = try contentEnd(of: member)
      guard previous <= end.offset else {
        throw file.damaged("the entry `\(member.name)` reaches into the table of contents")
      }
    }
  }

  /// Where a member's content ends, by its local header, which must say what the directory says.
  private func contentEnd(of member: ZipMember) throws(InputError) -> Int {
    let header = try file.bytes(at: member.headerOffset, count: 30 + member.nameBytes.count)
    guard header.littleEndian(at: 0, count: 4) == 0x0403_4B50, Array(header[30...]) == member.nameBytes,
      header.littleEndian(at: 26, count: 2) == UInt64(member.nameBytes.count),
      header.littleEndian(at: 8, count: 2) == UInt64(member.method),
      UInt16(truncatingIfNeeded: header.littleEndian(at: 6, count: 2)) & 0x2041 == 0
    else { throw file.damaged("the entry `\(member.name)` is not what its table of contents says") }
    let compressedSize = header.littleEndian(at: 18, count: 4)
    let size = header.littleEndian(at: 22, count: 4)
    // With bit 3 the sizes stand behind the content, with Zip64 in a field of the header.
    let isElsewhere =
      header.littleEndian(at: 6, count: 2) & 8 != 0 || compressedSize == 0xFFFF_FFFF || size == 0xFFFF_FFFF
    guard isElsewhere || (compressedSize == UInt64(member.compressedSize) && size == UInt64(member.size)) else {
      throw file.damaged("the entry `\(member.name)` has not the size its table of contents says")
    }
    return member.headerOffset + 30 + member.nameBytes.count + Int(header.littleEndian(at: 28, count: 2))
      + Int(member.compressedSize)
  }
}

/// The extra field that holds 64-bit sizes.
private enum Zip64Field {
  /// The field's content; empty when the entry has none.
  static func content(of extra: [UInt8]) -> [UInt8] {
    var position = 0
    while position + 4 <= extra.count {
      let length = Int(extra.littleEndian(at: position + 2, count: 2))
      guard position + 4 + length <= extra.count else { return [] }
      if extra.littleEndian(at: position, count: 2) == 1 {
        return Array(extra[(position + 4)..<(position + 4 + length)])
      }
      position += 4 + length
    }
    return []
  }
}
