package import HealthModel
import HealthUnits

/// How commands write rows.
package enum RowFormat: String, Sendable, Hashable, CaseIterable {
  /// Lines for people.
  case table
  case csv
  /// One array of objects.
  case json
  case jsonl

  package static let list = "table, csv, json or jsonl"
}

/// What a row has in a column.
package enum Cell: Sendable {
  case missing
  /// Text, of which a table shows at most a number of characters.
  case text(String, limit: Int = 60)
  case count(Int)
  /// A number: rounded in a table, in full elsewhere.
  case number(Double)
  /// A number with a unit of its own, which JSON leaves out.
  case quantity(Double, unit: String)
  case boolean(Bool)
  /// A time: by the clock of a table or of CSV, in UTC elsewhere.
  case time(Instant)
  /// A length in seconds: `7:45:12` in a table.
  case duration(Double)
  /// JSON, and the text that CSV has in place of it.
  case json([UInt8], plain: String = "")
  /// What a table shows, without anything to escape, and what the other formats have.
  indirect case shown(String, Cell)

  package init(_ text: String?) { self = text.map { .text($0) } ?? .missing }

  package init(_ number: Double?) { self = number.map { .number($0) } ?? .missing }

  package init(_ date: CivilDate?) {
    self = .missing
    guard let date else { return }
    var text: [UInt8] = []
    TimestampWriter.appendDate(date, to: &text)
    self = .text(String(decoding: text, as: UTF8.self))
  }

  /// A count with its digits in groups of three in a table.
  package static func grouped(_ count: Int) -> Cell { .shown(GroupedDigits.string(count), .count(count)) }

  /// The cell as plain text, times in UTC; empty for a missing value and for NaN.
  package var plainText: String {
    var text: [UInt8] = []
    appendPlain(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  fileprivate func appendPlain(to text: inout [UInt8], zone: TimeZoneRules? = nil) {
    switch self {
    case .missing: break
    case .text(let value, _), .json(_, let value): text += value.utf8
    case .count(let count): DecimalWriter.append(Int64(count), to: &text)
    case .number(let number), .duration(let number): if number.isFinite { DecimalWriter.append(number, to: &text) }
    case .quantity(let number, let unit): text += "\(Cell.number(number).plainText) \(unit)".utf8
    case .boolean(let flag): text += (flag ? "true" : "false").utf8
    case .time(let instant):
      TimestampWriter.append(Instant(microseconds: instant.microseconds), in: zone, to: &text)
    case .shown(_, let cell): cell.appendPlain(to: &text, zone: zone)
    }
  }

  fileprivate func appendShown(to text: inout [UInt8], zone: TimeZoneRules?) {
    switch self {
    case .missing: text.append(UInt8(ascii: "-"))
    case .text(let value, let limit): text += TextEscaping.escaped(value, limit: limit).utf8
    case .number(let number): DecimalWriter.append(Self.short(number), to: &text)
    case .quantity(let number, let unit):
      DecimalWriter.append(Self.short(number), to: &text)
      text += " \(unit)".utf8
    case .time(let instant): TimestampWriter.append(instant, in: zone, to: &text)
    case .duration(let seconds):
      guard let whole = Int64(exactly: seconds.rounded()) else { return appendPlain(to: &text) }
      text += Self.clockText(whole.multipliedReportingOverflow(by: Instant.second).partialValue).utf8
    case .shown(let shown, _): text += shown.utf8
    case .count, .boolean, .json: appendPlain(to: &text)
    }
  }

  fileprivate func append(to json: inout JSONBuilder) {
    switch self {
    case .missing: json.value(json: "null".utf8)
    case .count(let count): json.value(count)
    case .number(let number), .duration(let number), .quantity(let number, _): json.value(number)
    case .boolean(let flag): json.value(flag)
    case .text, .time: json.value(plainText)
    case .json(let bytes, _): json.value(json: bytes)
    case .shown(_, let cell): cell.append(to: &json)
    }
  }

  fileprivate var isMissing: Bool {
    switch self {
    case .missing: true
    case .shown(_, let cell): cell.isMissing
    default: false
    }
  }

  /// A number with at most three decimals, or four digits if it is less than 1.
  package static func short(_ number: Double) -> Double {
    guard number.magnitude < 1e12, number != 0 else { return number }
    var scale = 1000.0
    while number.magnitude * scale < 1000, scale < 1e15 { scale *= 10 }
    return (number * scale).rounded() / scale
  }

  /// A length in microseconds as `7:45:12`, hours first.
  package static func clockText(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds) / Instant.second
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60)
    return "\(seconds / 3600):\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Where the cells of a column are.
package enum ColumnAlignment: Sendable, Hashable {
  case left, right
  /// Texts at the left, all else at the right; the name at one of them.
  case mixed(isNameRight: Bool)

  fileprivate var isNameRight: Bool { self == .right || self == .mixed(isNameRight: true) }
}

/// A column of rows: its name, where its cells are, and what it has of a row.
package struct Column<Row> {
  /// The key in JSON.
  package let name: String
  /// The unit of the numbers; `nil` when they have none, or each its own.
  package let unit: String?
  fileprivate let heading: String
  fileprivate let alignment: ColumnAlignment
  fileprivate let formats: [RowFormat]
  package let cell: (Row) -> Cell

  package init(
    _ name: String, unit: String? = nil, heading: String? = nil, _ alignment: ColumnAlignment = .left,
    in formats: [RowFormat] = RowFormat.allCases, _ cell: @escaping (Row) -> Cell
  ) {
    self.name = name
    self.unit = unit
    self.alignment = alignment
    self.formats = formats
    self.cell = cell
    self.heading = heading ?? Self.shown(unit).map { "\(name) (\($0))" } ?? name
  }

  /// A column of other rows that is named and aligned like one.
  package init<Other>(like column: Column<Other>, _ cell: @escaping (Row) -> Cell) {
    self.init(column.name, unit: column.unit, heading: column.heading, column.alignment, in: column.formats, cell)
  }

  /// A unit's name for people.
  private static func shown(_ unit: String?) -> String? { unit == UnitOfMeasure.percentOfHundred ? "%" : unit }

  package var shownUnit: String? { Self.shown(unit) }

  /// The name in CSV.
  fileprivate var title: String { unit.map { "\(name) (\($0))" } ?? name }

  /// Appends a row's cell as a member; nothing for a missing one, unless `null` stands for it.
  package func append(_ row: Row, to json: inout JSONBuilder, hasNulls: Bool = false) {
    guard formats.contains(.json) else { return }
    let cell = cell(row)
    guard hasNulls || !cell.isMissing else { return }
    json.key(name)
    cell.append(to: &json)
  }

  fileprivate func isRight(_ cell: Cell) -> Bool {
    guard case .mixed = alignment else { return alignment.isNameRight }
    if case .text = cell { return false }
    return true
  }
}

extension JSONBuilder {
  /// Rows as an array of objects.
  package mutating func rows<Row>(_ rows: some Sequence<Row>, _ columns: [Column<Row>]) {
    array { list in
      for row in rows { list.object { json in for column in columns { column.append(row, to: &json) } } }
    }
  }

  /// Rows as a member that is an array of objects.
  package mutating func rows<Row>(_ name: String, _ rows: some Sequence<Row>, _ columns: [Column<Row>]) {
    key(name)
    self.rows(rows, columns)
  }
}

/// Rows in a format, written as they come.
package struct RowTable<Row> {
  private let columns: [Column<Row>]
  private let format: RowFormat
  private let zone: TimeZoneRules?
  private let hasNulls: Bool
  private var layout: AlignedColumns
  private var isFirst = true

  /// Begins a table with times by a clock, or with the offset of each, in CSV in UTC; the first `measuredRows` decide its widths.
  package init(
    _ columns: [Column<Row>], _ format: RowFormat, zone: TimeZoneRules? = nil, hasNulls: Bool = false,
    hasNames: Bool = true, measuredRows: Int = AlignedColumns.measuredRows
  ) {
    let columns = columns.filter { $0.formats.contains(format) }
    self.columns = columns
    self.format = format
    self.zone = zone
    self.hasNulls = hasNulls
    layout = AlignedColumns(columns: columns.count, measuredRows: measuredRows)
    for column in columns where hasNames {
      layout.add(isRight: column.alignment.isNameRight) { $0 += column.heading.utf8 }
    }
  }

  /// All of some rows.
  package static func text(
    _ rows: some Sequence<Row>, _ columns: [Column<Row>], _ format: RowFormat, hasNames: Bool = true
  ) -> String {
    var table = RowTable(columns, format, hasNames: hasNames)
    var text: [UInt8] = []
    table.begin(to: &text)
    for row in rows { table.append(row, to: &text) }
    table.end(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends what is before the rows.
  package func begin(to text: inout [UInt8]) {
    switch format {
    case .csv: appendLine(columns.map { .text($0.title) }, to: &text)
    case .json: text.append(UInt8(ascii: "["))
    case .jsonl, .table: break
    }
  }

  package mutating func append(_ row: Row, to text: inout [UInt8]) {
    switch format {
    case .table:
      for column in columns {
        let (cell, zone) = (column.cell(row), zone)
        layout.add(isRight: column.isRight(cell)) { cell.appendShown(to: &$0, zone: zone) }
      }
      layout.endRow(to: &text)
    case .csv: appendLine(columns.map { $0.cell(row) }, to: &text)
    case .json:
      text += (isFirst ? "\n" : ",\n").utf8
      text += object(row)
    case .jsonl:
      text += object(row)
      text.append(UInt8(ascii: "\n"))
    }
    isFirst = false
  }

  /// Appends the rows of a table that wait until its widths are known.
  package mutating func flush(to text: inout [UInt8]) { if format == .table { layout.flush(to: &text) } }

  /// Appends what is after the rows.
  package mutating func end(to text: inout [UInt8]) {
    flush(to: &text)
    if format == .json { text += "\n]\n".utf8 }
  }

  private func object(_ row: Row) -> [UInt8] {
    var json = JSONBuilder()
    json.object { json in for column in columns { column.append(row, to: &json, hasNulls: hasNulls) } }
    return json.bytes
  }

  private func appendLine(_ cells: [Cell], to text: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      let start = text.count
      cell.appendPlain(to: &text, zone: zone)
      if text[start...].contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) {
        let cell = Array(text[start...])
        text.removeSubrange(start...)
        text.append(0x22)
        for byte in cell { text += byte == 0x22 ? [0x22, 0x22] : [byte] }
        text.append(0x22)
      }
    }
    text.append(UInt8(ascii: "\n"))
  }
}

/// Lines of a table whose columns are as wide as the first rows need; wider cells of later rows shift what follows them.
package struct AlignedColumns {
  /// How many rows decide the widths, unless another number is given.
  package static let measuredRows = 1000

  private struct Piece {
    var text: Range<Int>
    var width: Int
    var isRight: Bool
  }

  private var widths: [Int]
  private let gap: Int
  /// How many cells wait at most: those of the measured rows and of the names above them.
  private let waiting: Int
  /// The cells of rows that wait, row by row.
  private var cells: [Piece] = []
  private var texts: [UInt8] = []
  private var isMeasured = false

  package init(columns: Int, gap: Int = 2, measuredRows: Int = AlignedColumns.measuredRows) {
    widths = Array(repeating: 0, count: columns)
    self.gap = gap
    waiting = columns * (min(measuredRows, Int.max / max(1, columns) - 1) + 1)
  }

  /// The lines of whole rows; cells of columns with these numbers are at the right.
  ///
  /// With `widths` columns are that wide, and a wider cell shifts what follows it in its row.
  package static func lines(
    _ rows: [[String]], right: ClosedRange<Int>? = nil, gap: Int = 2, widths: [Int]? = nil
  ) -> String {
    var layout = AlignedColumns(columns: rows.first?.count ?? 0, gap: gap, measuredRows: rows.count)
    if let widths { (layout.widths, layout.isMeasured) = (widths, true) }
    var text: [UInt8] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        layout.add(isRight: right?.contains(column) ?? false) { $0 += cell.utf8 }
      }
    }
    layout.flush(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  package mutating func add(isRight: Bool = false, _ write: (inout [UInt8]) -> Void) {
    let start = texts.count
    write(&texts)
    let width = texts[start...].count { $0 & 0xC0 != 0x80 }
    cells.append(Piece(text: start..<texts.count, width: width, isRight: isRight))
  }

  package mutating func endRow(to output: inout [UInt8]) {
    if isMeasured || cells.count >= waiting { flush(to: &output) }
  }

  package mutating func flush(to output: inout [UInt8]) {
    if !isMeasured {
      for (index, cell) in cells.enumerated() {
        widths[index % widths.count] = max(widths[index % widths.count], cell.width)
      }
      isMeasured = true
    }
    for (index, cell) in cells.enumerated() {
      let column = index % widths.count
      let blanks = repeatElement(UInt8(ascii: " "), count: max(0, widths[column] - cell.width))
      if column > 0 { output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: gap)) }
      if cell.isRight { output.append(contentsOf: blanks) }
      output.append(contentsOf: texts[cell.text])
      if !cell.isRight { output.append(contentsOf: blanks) }
      guard column == widths.count - 1 else { continue }
      while output.last == UInt8(ascii: " ") { output.removeLast() }
      output.append(UInt8(ascii: "\n"))
    }
    cells.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }
}
