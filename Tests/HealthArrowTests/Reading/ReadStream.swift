/// A stream of the Arrow format, read whole and strictly.
struct ReadStream {
  /// A column of the schema.
  struct Field: Hashable {
    var name: String
    var kind: UInt8
    var isNullable: Bool
    /// Bits of a number; the unit of an instant.
    var detail: Int
  }

  /// A value that is there.
  enum Value: Hashable {
    case text([UInt8])
    case integer(Int64)
    case double(UInt64)
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
    for field in try schema.tables(1) {
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
      guard try field.tables(5).isEmpty else { throw ArrowFault("a column with children") }
      fields.append(
        Field(
          name: try field.text(0), kind: kind, isNullable: try field.number(1, UInt8.self) == 1, detail: detail))
    }
    for entry in try schema.tables(2) { metadata[try entry.text(0)] = try entry.text(1) }
  }

  private mutating func readBatch(_ batch: FlatTable, _ body: [UInt8]) throws(ArrowFault) {
    let count = Int(try batch.number(0, Int64.self) ?? 0)
    let nodes = try batch.pairs(1)
    guard nodes.count == fields.count else { throw ArrowFault("\(nodes.count) columns") }
    var buffers = try batch.pairs(2)[...]
    var end = 0
    func next() throws(ArrowFault) -> [UInt8] {
      guard let (start, length) = buffers.popFirst() else { throw ArrowFault("too few buffers") }
      guard start % 8 == 0, start >= end, start + length <= body.count else { throw ArrowFault("a buffer at \(start)") }
      end = start + length
      return Array(body[start..<end])
    }
    var columns: [[Value?]] = []
    for (field, node) in zip(fields, nodes) {
      guard node.0 == count else { throw ArrowFault("\(field.name) has \(node.0) values of \(count)") }
      guard field.isNullable || node.1 == 0 else { throw ArrowFault("\(field.name) lacks values") }
      let presence = try next()
      guard node.1 == 0 || presence.count == (count + 7) / 8 else { throw ArrowFault("bits of \(field.name)") }
      let offsets = field.kind == 5 ? try next() : []
      let values = try next()
      var column: [Value?] = []
      for row in 0..<count {
        let isThere = node.1 == 0 || presence[row / 8] >> UInt8(row % 8) & 1 == 1
        column.append(try Self.value(row, field, offsets, values, isThere: isThere))
      }
      guard column.count(where: { $0 == nil }) == node.1 else { throw ArrowFault("\(field.name): absent values") }
      columns.append(column)
    }
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
