/// A table of a FlatBuffer that somebody else wrote: each place that it names is checked before it is followed.
struct FlatBufferTable {
  private let bytes: [UInt8]
  private let place: Int
  private let fields: Int
  private let fieldsEnd: Int

  /// The root of a buffer.
  init(root bytes: [UInt8]) throws(ArrowReadError) {
    try self.init(bytes, at: Int(Self.number(UInt32.self, bytes, at: 0)))
  }

  private init(_ bytes: [UInt8], at place: Int) throws(ArrowReadError) {
    self.bytes = bytes
    self.place = place
    fields = place - Int(try Self.number(Int32.self, bytes, at: place))
    let size = Int(try Self.number(UInt16.self, bytes, at: fields))
    guard size >= 4, size <= bytes.count - fields else { throw .broken("a table has no places of fields") }
    fieldsEnd = fields + size
  }

  /// A number of a field; the default where the table leaves it out.
  func number<Number: FixedWidthInteger>(_ field: Int, default other: Number) throws(ArrowReadError) -> Number {
    guard let place = try fieldPlace(field) else { return other }
    return try Self.number(Number.self, bytes, at: place)
  }

  /// Whether the table has a field.
  func has(_ field: Int) throws(ArrowReadError) -> Bool { try fieldPlace(field) != nil }

  /// The table of a field; `nil` if it is left out.
  func table(_ field: Int) throws(ArrowReadError) -> FlatBufferTable? {
    guard let place = try fieldPlace(field) else { return nil }
    return try FlatBufferTable(bytes, at: follow(place))
  }

  /// The text of a field; empty if it is left out.
  func text(_ field: Int) throws(ArrowReadError) -> String {
    guard let place = try fieldPlace(field) else { return "" }
    let start = try follow(place)
    let count = Int(try Self.number(UInt32.self, bytes, at: start))
    guard count <= bytes.count - start - 4 else { throw .broken("a text ends outside of it") }
    // Many fields may share one text, and each has a copy.
    guard count <= 1 << 10 else { throw .broken("a name is longer than 1 KiB") }
    return String(decoding: bytes[start + 4..<start + 4 + count], as: UTF8.self)
  }

  /// The tables of a field; none if it is left out.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - limit: the most tables.
  /// - Returns: the tables.
  /// - Throws: `ArrowReadError` when they are not within the bytes, or are too many.
  func tables(_ field: Int, limit: Int) throws(ArrowReadError) -> [FlatBufferTable] {
    guard let (start, count) = try vector(field, width: 4) else { return [] }
    guard count <= limit else { throw .broken("a list has \(count) elements, more than \(limit)") }
    var tables: [FlatBufferTable] = []
    for index in 0..<count { tables.append(try FlatBufferTable(bytes, at: follow(start + 4 * index))) }
    return tables
  }

  /// The structures of two numbers of a field.
  func pairs(_ field: Int) throws(ArrowReadError) -> [(Int64, Int64)] {
    guard let (start, count) = try vector(field, width: 16) else { return [] }
    var pairs: [(Int64, Int64)] = []
    pairs.reserveCapacity(count)
    for index in 0..<count {
      let place = start + 16 * index
      pairs.append(
        (try Self.number(Int64.self, bytes, at: place), try Self.number(Int64.self, bytes, at: place + 8)))
    }
    return pairs
  }

  /// The structures `Block` of a field: where messages are in a file.
  func blocks(_ field: Int) throws(ArrowReadError) -> [(offset: Int64, metadata: Int64, body: Int64)] {
    guard let (start, count) = try vector(field, width: 24) else { return [] }
    var blocks: [(offset: Int64, metadata: Int64, body: Int64)] = []
    blocks.reserveCapacity(count)
    for index in 0..<count {
      let place = start + 24 * index
      // Four bytes after the length of the metadata are not used.
      blocks.append(
        (
          try Self.number(Int64.self, bytes, at: place), Int64(try Self.number(Int32.self, bytes, at: place + 8)),
          try Self.number(Int64.self, bytes, at: place + 16)
        ))
    }
    return blocks
  }

  /// The numbers of a field.
  func numbers(_ field: Int) throws(ArrowReadError) -> [Int64] {
    guard let (start, count) = try vector(field, width: 8) else { return [] }
    var numbers: [Int64] = []
    for index in 0..<count { numbers.append(try Self.number(Int64.self, bytes, at: start + 8 * index)) }
    return numbers
  }

  /// Where the elements of a vector begin, and how many there are, all within the bytes.
  private func vector(_ field: Int, width: Int) throws(ArrowReadError) -> (start: Int, count: Int)? {
    guard let place = try fieldPlace(field) else { return nil }
    let start = try follow(place)
    let count = Int(try Self.number(UInt32.self, bytes, at: start))
    guard count <= (bytes.count - start - 4) / width else { throw .broken("a list ends outside of it") }
    return (start + 4, count)
  }

  private func fieldPlace(_ field: Int) throws(ArrowReadError) -> Int? {
    let entry = fields + 4 + 2 * field
    guard entry + 2 <= fieldsEnd else { return nil }
    let offset = Int(try Self.number(UInt16.self, bytes, at: entry))
    return offset == 0 ? nil : place + offset
  }

  private func follow(_ place: Int) throws(ArrowReadError) -> Int {
    place + Int(try Self.number(UInt32.self, bytes, at: place))
  }

  /// A number, its lowest byte first.
  private static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, _ bytes: [UInt8], at place: Int
  ) throws(ArrowReadError) -> Number {
    let size = Number.bitWidth / 8
    guard place >= 0, place <= bytes.count - size else { throw .broken("a place is outside of it") }
    var number: Number = 0
    for index in 0..<size { number |= Number(truncatingIfNeeded: bytes[place + index]) << Number(8 * index) }
    return number
  }
}
