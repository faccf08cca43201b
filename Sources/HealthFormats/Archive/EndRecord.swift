/// The record at the end of an archive that says where its central directory is.
struct EndRecord {
  /// How many entries the directory has.
  var count: Int
  /// Where it begins.
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
