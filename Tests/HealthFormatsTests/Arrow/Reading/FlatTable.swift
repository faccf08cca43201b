/// Why a stream is not one of the Arrow format, as the reader of these tests sees it.
struct ArrowFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A table of a FlatBuffer, read by the format's rules alone: it shares nothing with the writer.
struct FlatTable {
  let bytes: [UInt8]
  let place: Int

  /// The root of a buffer.
  init(root bytes: [UInt8]) throws(ArrowFault) {
    self.bytes = bytes
    place = Int(try Self.number(UInt32.self, bytes, 0))
  }

  private init(_ bytes: [UInt8], _ place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// A number of a field; `nil` where it has its default.
  func number<Number: FixedWidthInteger>(_ field: Int, _ type: Number.Type) throws(ArrowFault) -> Number? {
    guard let place = try fieldPlace(field) else { return nil }
    guard place % (Number.bitWidth / 8) == 0 else { throw ArrowFault("field \(field) is not aligned") }
    return try Self.number(type, bytes, place)
  }

  /// The table of a field.
  func table(_ field: Int) throws(ArrowFault) -> FlatTable {
    guard let place = try fieldPlace(field) else { throw ArrowFault("there is no table \(field)") }
    return FlatTable(bytes, try follow(place))
  }

  /// The text of a field.
  func text(_ field: Int) throws(ArrowFault) -> String {
    guard let place = try fieldPlace(field) else { throw ArrowFault("there is no text \(field)") }
    let start = try follow(place)
    let end = start + 4 + Int(try Self.number(UInt32.self, bytes, start))
    guard end < bytes.count, bytes[end] == 0 else { throw ArrowFault("a text does not end with 0") }
    return String(decoding: bytes[start + 4..<end], as: UTF8.self)
  }

  /// The tables of a field.
  func tables(_ field: Int) throws(ArrowFault) -> [FlatTable] {
    guard let place = try fieldPlace(field) else { throw ArrowFault("there is no vector \(field)") }
    let start = try follow(place)
    var tables: [FlatTable] = []
    for index in 0..<Int(try Self.number(UInt32.self, bytes, start)) {
      tables.append(FlatTable(bytes, try follow(start + 4 + 4 * index)))
    }
    return tables
  }

  /// The structures of two numbers of a field.
  func pairs(_ field: Int) throws(ArrowFault) -> [(Int, Int)] {
    guard let place = try fieldPlace(field) else { throw ArrowFault("there is no vector \(field)") }
    let start = try follow(place)
    guard (start + 4) % 8 == 0 else { throw ArrowFault("structures are not aligned") }
    var pairs: [(Int, Int)] = []
    for index in 0..<Int(try Self.number(UInt32.self, bytes, start)) {
      let place = start + 4 + 16 * index
      pairs.append(
        (Int(try Self.number(Int64.self, bytes, place)), Int(try Self.number(Int64.self, bytes, place + 8))))
    }
    return pairs
  }

  private func fieldPlace(_ field: Int) throws(ArrowFault) -> Int? {
    guard place % 4 == 0 else { throw ArrowFault("a table is not aligned") }
    let fields = place - Int(try Self.number(Int32.self, bytes, place))
    let size = Int(try Self.number(UInt16.self, bytes, fields))
    guard 4 + 2 * field < size else { return nil }
    let offset = Int(try Self.number(UInt16.self, bytes, fields + 4 + 2 * field))
    guard offset < Int(try Self.number(UInt16.self, bytes, fields + 2)) else {
      throw ArrowFault("field \(field) is behind its table")
    }
    return offset == 0 ? nil : place + offset
  }

  private func follow(_ place: Int) throws(ArrowFault) -> Int {
    place + Int(try Self.number(UInt32.self, bytes, place))
  }

  /// A number, its lowest byte first.
  static func number<Number: FixedWidthInteger>(
    _ type: Number.Type, _ bytes: [UInt8], _ place: Int
  ) throws(ArrowFault) -> Number {
    let size = Number.bitWidth / 8
    guard place >= 0, place + size <= bytes.count else {
      throw ArrowFault("\(place) is outside of \(bytes.count) bytes")
    }
    return (0..<size).reduce(0) { $0 | Number(truncatingIfNeeded: bytes[place + $1]) << Number(8 * $1) }
  }
}
