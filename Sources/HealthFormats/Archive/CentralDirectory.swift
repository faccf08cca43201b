/// An archive's central directory.
///
/// It refuses what makes two programs see two contents: entries that overlap, names that occur twice, bytes before the
/// first entry, a second directory, local headers that contradict it.
struct CentralDirectory {
  private let file: ArchiveFile

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
    var members = try directory.entries(end)
    try directory.checkNames(members)
    try directory.locate(&members, before: end.offset)
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
      let name = bytes[(position + 46)..<(position + 46 + nameLength)]
      let extra = Array(bytes[(position + 46 + nameLength)..<(position + 46 + nameLength + extraLength)])
      let place = try extent(of: bytes, at: position, extra)
      members.append(
        ZipMember(
          size: Int64(place.size), compressedSize: Int64(place.compressedSize), nameBytes: name,
          headerOffset: place.offset,
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
    let narrow = [
      bytes.littleEndian(at: position + 24, count: 4), bytes.littleEndian(at: position + 20, count: 4),
      bytes.littleEndian(at: position + 42, count: 4),
    ]
    guard let values = Zip64Field.widened(narrow, by: extra) else {
      throw file.damaged("an entry lacks its 64-bit sizes")
    }
    guard let size = Int(exactly: values[0]), values[1] <= UInt64(file.size), values[2] <= UInt64(file.size),
      bytes.littleEndian(at: position + 34, count: 2) == 0
    else { throw file.damaged("an entry points beyond its end") }
    return (size, Int(values[1]), Int(values[2]))
  }

  private func checkNames(_ members: [ZipMember]) throws(InputError) {
    var names: Set<ArraySlice<UInt8>> = []
    for member in members {
      if let fault = member.pathFault { throw file.damaged(fault, .path) }
      if let fault = member.contentFault { throw file.damaged(fault) }
      guard names.insert(member.nameBytes).inserted else {
        throw file.damaged("the name `\(member.name)` occurs twice")
      }
    }
  }

  /// Finds the members' contents.
  ///
  /// The first entry is at the archive's first byte, and none reaches into the next or the directory. Bytes between two
  /// entries are passed over.
  private func locate(_ members: inout [ZipMember], before directory: Int) throws(InputError) {
    var previous = 0
    var isFirst = true
    // The order alone: a sorted copy of a hundred thousand members is megabytes.
    let order = members.indices.sorted { (members[$0].headerOffset, $0) < (members[$1].headerOffset, $1) }
    for index in order {
      let member = members[index]
      if isFirst, member.headerOffset != 0 { throw file.damaged("there are bytes before its first entry") }
      isFirst = false
      guard member.headerOffset >= previous else {
        throw file.damaged("the entry `\(member.name)` overlaps another one")
      }
      let header = try LocalHeader(of: member, in: file)
      guard header.contentOffset + Int(member.compressedSize) <= directory else {
        throw file.damaged("the entry `\(member.name)` reaches into the table of contents")
      }
      members[index].contentOffset = header.contentOffset
      previous = try header.entryEnd(before: directory)
    }
  }
}
