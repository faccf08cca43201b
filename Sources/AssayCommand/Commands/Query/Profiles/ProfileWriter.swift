import HealthModel
import HealthQueries

/// Writes rows of cells in one of the formats of samples.
struct ProfileWriter {
  let columns: [ShownColumn]
  private let format: RowFormat
  private let csv: StructureCSV
  private var table: StructureTable
  private var isFirst = true

  init(_ columns: [ShownColumn], format: RowFormat, clock: TableClock, decoder: SampleDecoder) {
    self.columns = columns
    self.format = format
    csv = StructureCSV(columns, decoder: decoder)
    table = StructureTable(columns, decoder: decoder, clock: clock)
  }

  /// Appends what is before the rows.
  func begin(to text: inout [UInt8]) {
    switch format {
    case .csv: csv.appendHeader(to: &text)
    case .json: text.append(UInt8(ascii: "["))
    case .jsonl, .table: break
    }
  }

  mutating func append(_ cells: [ShownCell], to text: inout [UInt8]) {
    switch format {
    case .table: table.append(cells, to: &text)
    case .csv: csv.appendLine(cells, to: &text)
    case .json:
      text += (isFirst ? "\n" : ",\n").utf8
      text += object(cells)
    case .jsonl:
      text += object(cells)
      text.append(UInt8(ascii: "\n"))
    }
    isFirst = false
  }

  /// Appends what is after the rows.
  mutating func end(to text: inout [UInt8]) {
    switch format {
    case .table: table.finish(to: &text)
    case .json: text += "\n]\n".utf8
    case .csv, .jsonl: break
    }
  }

  /// A row as an object with all keys; `null` for what is missing.
  private func object(_ cells: [ShownCell]) -> [UInt8] {
    var json = JSONBuilder()
    json.object { json in
      for (column, cell) in zip(columns, cells) {
        json.key(column.name)
        switch cell {
        case .missing: json.value(json: "null".utf8)
        case .number(let number), .length(let number), .quantity(let number, _): json.value(number)
        case .boolean(let value): json.value(value)
        case .text, .time: json.value(cell.plainText)
        }
      }
    }
    return json.bytes
  }
}
