import HealthModel
import HealthQueries
import HealthReports

/// Writes the rows of a wide table in a format.
struct WideOutput {
  /// How the times of a row are written.
  struct Clock {
    /// The day of a row's start; `nil` for tables without a column for it.
    var date: ((WideRow) -> String)?
    var time: (Int64, WideRow) -> String
  }

  private let format: RowFormat
  private let columns: [WideColumn]
  private let clock: Clock
  private let hasEnds: Bool
  private let hasSubjects: Bool
  private let output: ByteOutput
  private var table: PageTable
  private var isFirst = true

  init(
    _ format: RowFormat, _ columns: [WideColumn], _ clock: Clock, hasEnds: Bool, hasSubjects: Bool,
    to output: ByteOutput
  ) {
    self.format = format
    self.columns = columns
    self.clock = clock
    self.hasEnds = hasEnds
    self.hasSubjects = hasSubjects
    self.output = output
    table = PageTable(
      Self.names(clock, hasEnds, hasSubjects) + columns.map { TextEscaping.escaped($0.title, limit: 80) },
      numbers: Set(columns.filter { $0.unit != nil }.map { TextEscaping.escaped($0.title, limit: 80) }))
  }

  private static func names(_ clock: Clock, _ hasEnds: Bool, _ hasSubjects: Bool) -> [String] {
    (clock.date == nil ? [] : ["date"]) + ["start"] + (hasEnds ? ["end"] : []) + (hasSubjects ? ["subject"] : [])
  }

  /// The cells before the values, `nil` for no subject.
  private func head(_ row: WideRow) -> [String?] {
    var cells: [String?] = []
    if let date = clock.date { cells.append(date(row)) }
    cells.append(clock.time(row.start, row))
    if hasEnds { cells.append(row.end.map { clock.time($0, row) }) }
    if hasSubjects { cells.append(row.subject) }
    return cells
  }

  /// Writes what comes before the rows.
  func begin() throws(OutputError) {
    switch format {
    case .csv:
      var line: [UInt8] = []
      for (index, name) in (Self.names(clock, hasEnds, hasSubjects) + columns.map(\.title)).enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        StatsCSV.append(text: name, to: &line)
      }
      try output.append(line + [UInt8(ascii: "\n")])
    case .json: try output.append("[")
    case .jsonl, .table: break
    }
  }

  mutating func write(_ row: WideRow) throws(OutputError) {
    var text: [UInt8] = []
    switch format {
    case .csv: appendLine(row, to: &text)
    case .table: addLine(row, to: &text)
    case .jsonl: text = object(row) + [UInt8(ascii: "\n")]
    case .json:
      text = Array((isFirst ? "\n" : ",\n").utf8) + object(row)
      isFirst = false
    }
    try output.append(text)
  }

  /// Writes what comes after the rows.
  mutating func end() throws(OutputError) {
    var text: [UInt8] = []
    if format == .table { table.finish(to: &text) }
    if format == .json { text = Array("\n]\n".utf8) }
    try output.append(text)
  }

  private func appendLine(_ row: WideRow, to line: inout [UInt8]) {
    for (index, cell) in head(row).enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      StatsCSV.append(text: cell ?? "", to: &line)
    }
    for cell in row.cells {
      line.append(UInt8(ascii: ","))
      switch cell {
      case .empty: break
      case .number(let number): if number.isFinite { DecimalWriter.append(number, to: &line) }
      case .text(let text): StatsCSV.append(text: text, to: &line)
      }
    }
    line.append(UInt8(ascii: "\n"))
  }

  private mutating func addLine(_ row: WideRow, to text: inout [UInt8]) {
    for cell in head(row) { table.add { $0 += TextEscaping.escaped(cell ?? "-", limit: 60).utf8 } }
    for cell in row.cells {
      switch cell {
      case .empty: table.add(isNumber: true) { $0.append(UInt8(ascii: "-")) }
      case .number(let number): table.add(isNumber: true) { DecimalWriter.append(ShownCell.short(number), to: &$0) }
      case .text(let word): table.add { $0 += TextEscaping.escaped(word, limit: 60).utf8 }
      }
    }
    table.endRow(to: &text)
  }

  private func object(_ row: WideRow) -> [UInt8] {
    var json = JSONBuilder()
    json.object { json in
      for (name, cell) in zip(Self.names(clock, hasEnds, hasSubjects), head(row)) { json.member(name, cell) }
      for (column, cell) in zip(columns, row.cells) {
        switch cell {
        case .empty: break
        case .number(let number): json.member(column.title, finite: number)
        case .text(let text): json.member(column.title, text)
        }
      }
    }
    return json.bytes
  }
}
