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
          headerOffset: place.offset, crc: UInt32(truncatingIfNeeded: bytes.littleEndian(at: position + 16, count: 4)),
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

/// The record at the end of an archive that says where its central directory is.
struct EndRecord {
  var count: Int
  var offset: Int
  /// How many bytes it takes.
  var length: Int

  private static let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]

  /// Finds the one end record; an archive with two could be read in two ways.
  static func find(in file: ArchiveFile) throws(InputError) -> EndRecord {
    let count = min(file.size, 22 + 0xFFFF)
    let tailStart = file.size - count
    let tail = try file.bytes(at: tailStart, count: count)
    let places = tail.indices.filter { index in
      tail[index] == 0x50 && index + 22 <= tail.count && tail[index..<index + 4].elementsEqual(signature)
    }
    let found = places.last { Int(tail.littleEndian(at: $0 + 20, count: 2)) == tail.count - $0 - 22 }
    guard let place = found else {
      throw .damaged(
        path: file.path, code: .truncated,
        reason: "the archive ends before its table of contents, since a download or copy of it broke off")
    }
    let end = try read(tail, at: place, of: file, tailStart: tailStart)
    guard places.allSatisfy({ $0 == place || tailStart + $0 < end.offset }) else {
      throw file.damaged("it has two end records")
    }
    return end
  }

  private static func read(
    _ tail: [UInt8], at place: Int, of file: ArchiveFile, tailStart: Int
  ) throws(InputError) -> EndRecord {
    var entries = tail.littleEndian(at: place + 10, count: 2)
    var length = tail.littleEndian(at: place + 12, count: 4)
    var offset = tail.littleEndian(at: place + 16, count: 4)
    var isConsistent =
      tail.littleEndian(at: place + 4, count: 4) == 0 && tail.littleEndian(at: place + 8, count: 2) == entries
    var directoryEnd = tailStart + place
    let locator = directoryEnd - 20
    if locator >= 0 {
      let bytes = try file.bytes(at: locator, count: 20)
      if bytes.littleEndian(at: 0, count: 4) == 0x0706_4B50 {
        let wide = try zip64(at: bytes.littleEndian(at: 8, count: 8), before: locator, of: file)
        // Values that fit into the small record must be the same in both.
        isConsistent =
          isConsistent && (entries == 0xFFFF || entries == wide.entries)
          && (length == 0xFFFF_FFFF || length == wide.length) && (offset == 0xFFFF_FFFF || offset == wide.offset)
        (entries, length, offset, directoryEnd) = (wide.entries, wide.length, wide.offset, wide.place)
      }
    }
    guard isConsistent, let count = Int(exactly: entries), length <= UInt64(directoryEnd),
      offset <= UInt64(directoryEnd)
    else { throw file.damaged("its end record contradicts itself") }
    guard Int(offset) + Int(length) == directoryEnd else {
      throw file.damaged("there are bytes before its first entry, or around its table of contents")
    }
    return EndRecord(count: count, offset: Int(offset), length: Int(length))
  }

  /// The record of an archive over 4 GiB or with more than 65,535 entries.
  private static func zip64(
    at offset: UInt64, before locator: Int, of file: ArchiveFile
  ) throws(InputError) -> (entries: UInt64, length: UInt64, offset: UInt64, place: Int) {
    guard offset <= UInt64(locator), locator - Int(offset) >= 56 else {
      throw file.damaged("its end record contradicts itself")
    }
    let place = Int(offset)
    let bytes = try file.bytes(at: place, count: 56)
    let entries = bytes.littleEndian(at: 32, count: 8)
    guard bytes.littleEndian(at: 0, count: 4) == 0x0606_4B50, bytes.littleEndian(at: 24, count: 8) == entries,
      bytes.littleEndian(at: 16, count: 8) == 0, bytes.littleEndian(at: 4, count: 8) == UInt64(locator - place - 12)
    else { throw file.damaged("its end record contradicts itself") }
    return (entries, bytes.littleEndian(at: 40, count: 8), bytes.littleEndian(at: 48, count: 8), place)
  }
}

/// The header before a member's content.
///
/// Programs that read an archive from its beginning go by it and by the data descriptor after the content, so both must
/// say what the directory says.
struct LocalHeader {
  let contentOffset: Int
  private let file: ArchiveFile
  private let member: ZipMember
  /// Whether a data descriptor has to say what the header leaves open.
  private let needsDescriptor: Bool

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
      narrow.contains(Zip64Field.isElsewhere) ? try file.bytes(at: contentOffset - extraLength, count: extraLength) : []
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

  private static func facts(of member: ZipMember) -> [UInt64] {
    [UInt64(member.crc), UInt64(member.size), UInt64(member.compressedSize)]
  }

  private static func contradiction(_ record: String, _ member: ZipMember, _ file: ArchiveFile) -> InputError {
    file.damaged(
      "the \(record) of the entry `\(member.name)` gives another size or checksum than the table of contents")
  }
}

/// The extra field that holds 64-bit sizes.
enum Zip64Field {
  /// A number of 32 bits that says: it is in the field.
  static let isElsewhere: UInt64 = 0xFFFF_FFFF

  /// The numbers of a record, those that do not fit 32 bits replaced by the field's, in its order.
  ///
  /// - Returns: the numbers; `nil` if the field lacks one of them.
  static func widened(_ numbers: [UInt64], by extra: [UInt8]) -> [UInt64]? {
    guard numbers.contains(isElsewhere) else { return numbers }
    var field = content(of: extra)[...]
    var wide = numbers
    for index in wide.indices where wide[index] == isElsewhere {
      guard field.count >= 8 else { return nil }
      wide[index] = Array(field.prefix(8)).littleEndian(at: 0, count: 8)
      field = field.dropFirst(8)
    }
    return wide
  }

  /// The field's content; empty if the field is absent.
  private static func content(of extra: [UInt8]) -> [UInt8] {
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
