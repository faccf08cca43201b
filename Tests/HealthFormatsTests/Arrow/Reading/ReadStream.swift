/// A stream of the Arrow format, read whole and strictly.
struct ReadStream {
  /// A column of the schema.
  struct Field: Hashable {
    var name: String
    var kind: UInt8
    var isNullable: Bool
    /// Bits of a number; the unit of an instant.
    var detail: Int
    var children: [Field] = []
  }

  /// A value that is there.
  enum Value: Hashable {
    case text([UInt8])
    case integer(Int64)
    case double(UInt64)
    /// The elements of a list, or the values of a structure.
    case values([Value?])
  }

  private(set) var fields: [Field] = []
  private(set) var metadata: [String: String] = [:]
  /// The values by row.
  private(set) var rows: [[Value?]] = []
  /// How many rows each batch has.
  private(set) var batches: [Int] = []
  /// Whether the end is marked.
  private(set) var isWhole = false

  init(_ bytes: [UInt8]) throws(ArrowFault) {
    var place = 0
    while place < bytes.count {
      guard !isWhole else { throw ArrowFault("something is after the end") }
      guard place % 8 == 0 else { throw ArrowFault("a message is not aligned") }
      guard try FlatTable.number(UInt32.self, bytes, place) == 0xFFFF_FFFF else {
        throw ArrowFault("\(place): no message begins here")
      }
      let size = Int(try FlatTable.number(UInt32.self, bytes, place + 4))
      place += 8
      if size == 0 {
        isWhole = true
        continue
      }
      guard size % 8 == 0, place + size <= bytes.count else { throw ArrowFault("metadata of \(size) bytes") }
      let message = try FlatTable(root: Array(bytes[place..<place + size]))
      place += size
      let length = Int(try message.number(3, Int64.self) ?? 0)
      guard try message.number(0, Int16.self) == 4 else { throw ArrowFault("metadata is not of version 5") }
      guard length % 8 == 0, place + length <= bytes.count else { throw ArrowFault("a body of \(length) bytes") }
      switch try message.number(1, UInt8.self) {
      case 1: try readSchema(try message.table(2))
      case 3: try readBatch(try message.table(2), Array(bytes[place..<place + length]))
      default: throw ArrowFault("a message of another kind")
      }
      place += length
    }
  }

  private mutating func readSchema(_ schema: FlatTable) throws(ArrowFault) {
    guard fields.isEmpty else { throw ArrowFault("a second schema") }
    fields = try Self.fields(schema, 1)
    for entry in try schema.tables(2) { metadata[try entry.text(0)] = try entry.text(1) }
  }

  private static func fields(_ table: FlatTable, _ place: Int) throws(ArrowFault) -> [Field] {
    var fields: [Field] = []
    for field in try table.tables(place) {
      let kind = try field.number(2, UInt8.self) ?? 0
      let type = try field.table(3)
      let detail: Int =
        switch kind {
        case 2:
          try type.number(1, UInt8.self) == 1 ? Int(try type.number(0, Int32.self) ?? 0) : 0
        case 3: Int(try type.number(0, Int16.self) ?? 0)
        case 10: try type.text(1) == "UTC" ? Int(try type.number(0, Int16.self) ?? 0) : 0
        default: 0
        }
      let children = try Self.fields(field, 5)
      guard children.isEmpty == ![12, 13, 17].contains(kind) else { throw ArrowFault("children of kind \(kind)") }
      fields.append(
        Field(
          name: try field.text(0), kind: kind, isNullable: try field.number(1, UInt8.self) == 1, detail: detail,
          children: children))
    }
    return fields
  }

  private mutating func readBatch(_ batch: FlatTable, _ body: [UInt8]) throws(ArrowFault) {
    let count = Int(try batch.number(0, Int64.self) ?? 0)
    var nodes = try batch.pairs(1)[...]
    var buffers = try batch.pairs(2)[...]
    var end = 0
    func next() throws(ArrowFault) -> [UInt8] {
      guard let (start, length) = buffers.popFirst() else { throw ArrowFault("too few buffers") }
      guard start % 8 == 0, start >= end, start + length <= body.count else { throw ArrowFault("a buffer at \(start)") }
      end = start + length
      return Array(body[start..<end])
    }
    func column(_ field: Field, _ count: Int?) throws(ArrowFault) -> [Value?] {
      guard let node = nodes.popFirst() else { throw ArrowFault("too few columns") }
      let count = count ?? node.0
      guard node.0 == count else { throw ArrowFault("\(field.name) has \(node.0) values of \(count)") }
      guard field.isNullable || node.1 == 0 else { throw ArrowFault("\(field.name) lacks values") }
      let presence = try next()
      guard node.1 == 0 || presence.count == (count + 7) / 8 else { throw ArrowFault("bits of \(field.name)") }
      func isThere(_ row: Int) -> Bool { node.1 == 0 || presence[row / 8] >> UInt8(row % 8) & 1 == 1 }
      var values: [Value?] = []
      switch field.kind {
      case 12, 17:
        let offsets = try next()
        guard let child = field.children.first else { throw ArrowFault("a list of nothing") }
        let elements = try column(child, nil)
        for row in 0..<count {
          let start = Int(try FlatTable.number(Int32.self, offsets, 4 * row))
          let end = Int(try FlatTable.number(Int32.self, offsets, 4 * row + 4))
          guard 0 <= start, start <= end, end <= elements.count, isThere(row) || start == end else {
            throw ArrowFault("\(field.name) has a list at \(start)..<\(end)")
          }
          values.append(isThere(row) ? .values(Array(elements[start..<end])) : nil)
        }
      case 13:
        var columns: [[Value?]] = []
        for child in field.children { columns.append(try column(child, count)) }
        for row in 0..<count { values.append(isThere(row) ? .values(columns.map { $0[row] }) : nil) }
      default:
        let offsets = field.kind == 5 ? try next() : []
        let bytes = try next()
        for row in 0..<count {
          values.append(try Self.value(row, field, offsets, bytes, isThere: isThere(row)))
        }
      }
      guard values.count(where: { $0 == nil }) == node.1 else { throw ArrowFault("\(field.name): absent values") }
      return values
    }
    var columns: [[Value?]] = []
    for field in fields { columns.append(try column(field, count)) }
    guard nodes.isEmpty else { throw ArrowFault("too many columns") }
    guard buffers.isEmpty else { throw ArrowFault("too many buffers") }
    batches.append(count)
    for row in 0..<count { rows.append(columns.map { $0[row] }) }
  }

  private static func value(
    _ row: Int, _ field: Field, _ offsets: [UInt8], _ values: [UInt8], isThere: Bool
  ) throws(ArrowFault) -> Value? {
    switch (field.kind, field.detail) {
    case (5, _):
      let start = Int(try FlatTable.number(Int32.self, offsets, 4 * row))
      let end = Int(try FlatTable.number(Int32.self, offsets, 4 * row + 4))
      guard 0 <= start, start <= end, end <= values.count, isThere || start == end else {
        throw ArrowFault("\(field.name) has a text at \(start)..<\(end)")
      }
      return isThere ? .text(Array(values[start..<end])) : nil
    case (2, 32):
      let number = try FlatTable.number(Int32.self, values, 4 * row)
      return isThere ? .integer(Int64(number)) : nil
    case (2, 64), (10, 2):
      let number = try FlatTable.number(Int64.self, values, 8 * row)
      return isThere ? .integer(number) : nil
    case (3, 2):
      let number = try FlatTable.number(UInt64.self, values, 8 * row)
      return isThere ? .double(number) : nil
    default: throw ArrowFault("\(field.name) is of kind \(field.kind)")
    }
  }
}
