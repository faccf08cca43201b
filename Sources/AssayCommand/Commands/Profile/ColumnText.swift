import Assay
import HealthFormats
import HealthModel
import HealthReports

/// Statistics of the columns of tables, and of the paths of JSON, that no profile describes.
struct ColumnText {
  let files: [ForeignProfile]
  let redacts: Bool

  private static let noteLength = 100

  /// A column of a file: of a table, or a path of a list of records.
  private typealias Item = (file: ForeignProfile, list: ForeignProfile.List, column: ColumnProfile)

  var table: String { files.map(table).joined(separator: "\n") }

  private func table(_ file: ForeignProfile) -> String {
    var output: [UInt8] = []
    let name = TextEscaping.escaped(file.path, limit: 1000)
    for (index, list) in file.lists.enumerated() {
      if index > 0 { output.append(0x0A) }
      let place = list.path.map { TextEscaping.escaped($0.isEmpty ? "/" : $0, limit: 200) }
      let unit = place == nil ? "row" : "record"
      let records = "\(GroupedDigits.string(list.records)) \(unit)\(list.records == 1 ? "" : "s")"
      output += "\(name)\(place.map { " " + $0 } ?? ""): \(records)\n".utf8
      output += RowTable.text(list.columns.map { (file, list, $0) }, columns, .table).utf8
    }
    if let fault = file.fault { output += "\(name): \(fault)\n".utf8 }
    if file.lists.isEmpty, file.fault == nil { output += "\(name): no values\n".utf8 }
    return String(decoding: output, as: UTF8.self)
  }

  private func notes(_ column: ColumnProfile) -> String {
    var notes = [column.format].compactMap { $0 } + column.doubts
    if column.others > 0 { notes.append("\(GroupedDigits.string(column.others)) of another kind") }
    if let frequent = frequent(column) { notes.append(frequent) }
    return notes.joined(separator: "; ")
  }

  private func frequent(_ column: ColumnProfile) -> String? {
    guard !redacts, !column.frequent.isEmpty else { return nil }
    return column.frequent.map { "\($0.text) (\($0.count))" }.joined(separator: ", ")
  }

  var csv: String { RowTable.text(items, places + columns, .csv) }
  var lines: String { RowTable.text(items, places + columns, .jsonl) }

  private var items: [Item] {
    files.flatMap { file in file.lists.flatMap { list in list.columns.map { (file, list, $0) } } }
  }

  private var places: [Column<Item>] {
    [Column("file") { .text($0.file.path) }, Column("records_path") { Cell($0.list.path) }]
  }

  private var columns: [Column<Item>] {
    let programs: [RowFormat] = [.csv, .json, .jsonl]
    return [
      Column("column") { .text($0.column.name) }, Column("kind") { .text($0.column.kind.rawValue) },
      Column("format", in: programs) { Cell($0.column.format) },
      Column("count", heading: "n", .right) { .grouped($0.column.count) },
      Column("missing", .right) { .grouped($0.column.missing) },
      Column("others", in: programs) { .count($0.column.others) },
      Column("distinct", .right) { $0.column.distinct.map { .grouped($0) } ?? .shown("over 1,000", .count(1000)) },
      Column("distinct_exact", in: programs) { .boolean($0.column.distinct != nil) },
    ]
      + Column.quartiles { item in
        let column = item.column
        let quartiles = column.quartiles.count == 3 ? column.quartiles.map { Optional($0) } : [nil, nil, nil]
        return ([column.minimum] + quartiles + [column.maximum], column.isExact)
      } + [
        Column("exact", in: programs) { $0.column.minimum == nil ? .missing : .boolean($0.column.isExact) },
        Column("first_day", heading: "first day") { Cell($0.column.firstDay) },
        Column("last_day", heading: "last day") { Cell($0.column.lastDay) },
        Column("notes", in: [.table]) { .text(notes($0.column), limit: Self.noteLength) },
        Column("doubts", in: programs) { item in
          let doubts = item.column.doubts
          var json = JSONBuilder()
          json.array { list in for doubt in doubts { list.value(doubt) } }
          return doubts.isEmpty ? .missing : .json(json.bytes, plain: doubts.joined(separator: "; "))
        },
        Column("frequent", in: programs) { item in
          guard let plain = frequent(item.column) else { return .missing }
          var json = JSONBuilder()
          json.array { list in
            for item in item.column.frequent {
              list.object { entry in
                entry.member("text", item.text)
                entry.member("count", item.count)
              }
            }
          }
          return .json(json.bytes, plain: plain)
        },
      ]
  }

  func append(to json: inout JSONBuilder) {
    json.array { list in
      for file in files {
        list.object { item in
          item.member("path", file.path)
          item.member("format", file.format.rawValue)
          item.member("damaged", file.damaged)
          item.member("fault", file.fault)
          if file.passedOver > 0 { item.member("passed_over", file.passedOver) }
          item.array("lists") { lists in
            for records in file.lists {
              lists.object { inner in
                inner.member("records_path", records.path)
                inner.member("records", records.records)
                inner.rows("columns", records.columns.map { (file, records, $0) }, columns)
              }
            }
          }
        }
      }
    }
  }
}
