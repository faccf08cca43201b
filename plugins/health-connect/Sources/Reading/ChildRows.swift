import HealthModel

/// Rows of small tables, kept by the record that they belong to: laps, segments, blocks of a plan.
struct ChildRows {
  /// Numbers of a row, in the order of its columns; `nil` for what is not set.
  struct Row {
    var numbers: [Double?]
    var integers: [Int64?]
    var text: String?
  }

  let table: String
  private let width: Int
  /// The record of each row, its cells, and where its text ends, one after the other: a hostile file has many rows, and an
  /// array for each of them would take several times as much.
  private var parents: [Int64] = []
  private var cells: [ChildCell] = []
  private var texts: [UInt8] = []
  private var textEnds: [Int32] = []
  /// The rows, those of a record after each other.
  private var order: [Int32] = []
  private var isTaken: [Bool] = []
  private var left = 0

  /// The most rows that are kept of one table, and the most bytes of their texts: some 30 MB.
  private static let most = 300_000
  private static let mostText = 16 << 20

  /// Reads a table; none if the file does not have it.
  init(_ table: String, _ columns: [String], text: String = "", _ context: RecordContext) throws(Failure) {
    self.table = table
    width = columns.count
    guard let known = context.schema.tables[table] else { return }
    let statement = try RecordStatement(
      RecordColumns.select(["parent_key"] + columns + [text], from: table, in: known.names), in: context.database)
    let last = Int32(truncatingIfNeeded: columns.count + 1)
    while try statement.step() {
      guard parents.count < Self.most else { throw Failure.database(0, "\(table) has more than \(Self.most) rows") }
      parents.append(statement.integer(0))
      for index in 0..<width { cells.append(ChildCell(statement, Int32(truncatingIfNeeded: index + 1))) }
      guard !text.isEmpty else { continue }
      let isText = statement.kind(last) == .text
      if isText { statement.withBytes(last) { texts += $0 } }
      guard texts.count <= Self.mostText else {
        throw Failure.database(0, "\(table) has more than \(Self.mostText) bytes of text")
      }
      let end = Int32(truncatingIfNeeded: texts.count)
      textEnds.append(isText ? end : ~end)
    }
    order = (0..<Int32(truncatingIfNeeded: parents.count)).sorted { [parents] first, second in
      let (one, other) = (parents[Int(first)], parents[Int(second)])
      return one == other ? first < second : one < other
    }
    isTaken = Array(repeating: false, count: order.count)
    left = order.count
  }

  /// The rows of a record, once: two records with the same number, as only a damaged or hostile file has them, do not
  /// multiply what belongs to them.
  mutating func take(of record: Int64) -> [Row] {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if parents[Int(order[middle])] < record { low = middle + 1 } else { high = middle }
    }
    guard low < order.count, !isTaken[low] else { return [] }
    var rows: [Row] = []
    while low < order.count, parents[Int(order[low])] == record {
      isTaken[low] = true
      rows.append(row(Int(order[low])))
      low += 1
    }
    left -= rows.count
    return rows
  }

  private func row(_ index: Int) -> Row {
    let own = cells[index * width..<(index + 1) * width]
    return Row(numbers: own.map(\.number), integers: own.map(\.integer), text: text(index))
  }

  private func text(_ index: Int) -> String? {
    guard index < textEnds.count, textEnds[index] >= 0 else { return nil }
    let before = index == 0 ? 0 : textEnds[index - 1]
    return String(decoding: texts[Int(before < 0 ? ~before : before)..<Int(textEnds[index])], as: UTF8.self)
  }

  /// What is left after all records took their rows.
  ///
  /// - Returns: the table of the rows and how many are left, if any is.
  func leftovers(without parent: String) -> [(table: String, reason: String)] {
    left == 0 ? [] : [(table, "\(left) of its rows are not read: their record is not in \(parent)")]
  }
}

/// A number of a row in eight bytes, as `RecordStatement` reads it: whole, with a fraction, or both ways.
struct ChildCell {
  private enum Form: UInt8 { case none, integer, number, onlyInteger, onlyNumber }

  // Two words would take 16 bytes a cell with their padding; three parts of four bytes take 12.
  private var high: UInt32 = 0
  private var low: UInt32 = 0
  private var form = Form.none

  init(_ statement: RecordStatement, _ column: Int32) {
    self.init(integer: statement.setInteger(column), number: statement.setNumber(column))
  }

  init(integer: Int64?, number: Double?) {
    var bits: UInt64 = 0
    switch (integer, number) {
    case (nil, nil): break
    case (let integer?, nil): (form, bits) = (.onlyInteger, UInt64(bitPattern: integer))
    case (nil, let number?): (form, bits) = (.onlyNumber, number.bitPattern)
    case (let integer?, let number?):
      (form, bits) = number == Double(integer) ? (.integer, UInt64(bitPattern: integer)) : (.number, number.bitPattern)
    }
    high = UInt32(truncatingIfNeeded: bits >> 32)
    low = UInt32(truncatingIfNeeded: bits)
  }

  private var bits: UInt64 { UInt64(high) << 32 | UInt64(low) }

  /// The whole number; `nil` if it is not one, or not set.
  var integer: Int64? {
    switch form {
    case .integer, .onlyInteger: Int64(bitPattern: bits)
    // As SQLite cuts a fraction off.
    case .number:
      switch Double(bitPattern: bits) {
      case 0x1p63...: .max
      case ..<(-0x1p63): .min
      case let number: Int64(exactly: number.rounded(.towardZero))
      }
    case .none, .onlyNumber: nil
    }
  }

  /// The number; `nil` if it is not set.
  var number: Double? {
    switch form {
    case .integer: Double(Int64(bitPattern: bits))
    case .number, .onlyNumber: Double(bitPattern: bits)
    case .none, .onlyInteger: nil
    }
  }
}
