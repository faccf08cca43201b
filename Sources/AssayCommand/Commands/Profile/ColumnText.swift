import Assay
import HealthFormats
import HealthModel
import HealthReports

/// Statistics of the columns of tables, and of the paths of JSON, that no profile describes.
struct ColumnText {
  let files: [ForeignProfile]
  /// Whether no texts of the data are shown.
  let redacts: Bool

  private static let numbers = ["min", "q1", "median", "q3", "max"]
  /// How long the notes on a column may be.
  private static let noteLength = 100

  var table: String {
    files.map(table).joined(separator: "\n")
  }

  private func table(_ file: ForeignProfile) -> String {
    var output: [UInt8] = []
    let name = TextEscaping.escaped(file.path, limit: 1000)
    for (index, list) in file.lists.enumerated() {
      if index > 0 { output.append(0x0A) }
      let place = list.path.map { TextEscaping.escaped($0.isEmpty ? "/" : $0, limit: 200) }
      let unit = place == nil ? "row" : "record"
      let records = "\(GroupedDigits.string(list.records)) \(unit)\(list.records == 1 ? "" : "s")"
      output += "\(name)\(place.map { " " + $0 } ?? ""): \(records)\n".utf8
      append(list.columns, to: &output)
    }
    if let fault = file.fault { output += "\(name): \(fault)\n".utf8 }
    if file.lists.isEmpty, file.fault == nil { output += "\(name): no values\n".utf8 }
    return String(decoding: output, as: UTF8.self)
  }

  private func append(_ columns: [ColumnProfile], to output: inout [UInt8]) {
    let counts = ["n", "missing", "distinct"]
    var lines = PageTable(
      ["column", "kind"] + counts + Self.numbers + ["first day", "last day", "notes"],
      numbers: Set(counts + Self.numbers))
    for column in columns {
      lines.add { $0 += TextEscaping.escaped(column.name, limit: 60).utf8 }
      lines.add { $0 += column.kind.rawValue.utf8 }
      for count in [column.count, column.missing] {
        lines.add(isNumber: true) { $0 += GroupedDigits.string(count).utf8 }
      }
      lines.add(isNumber: true) { $0 += (column.distinct.map { GroupedDigits.string($0) } ?? "over 1,000").utf8 }
      for (index, value) in Self.values(column).enumerated() {
        lines.add(isNumber: true) { text in
          guard let value else { return text.append(UInt8(ascii: "-")) }
          if (1...3).contains(index), !column.isExact { text.append(UInt8(ascii: "~")) }
          DecimalWriter.append(ShownCell.short(value), to: &text)
        }
      }
      for day in [column.firstDay, column.lastDay] { lines.add { $0 += (Self.text(day) ?? "-").utf8 } }
      lines.add { $0 += notes(column).utf8 }
      lines.endRow(to: &output)
    }
    lines.finish(to: &output)
  }

  /// What else there is to know about a column, in one cell.
  private func notes(_ column: ColumnProfile) -> String {
    var notes = [column.format].compactMap { $0 } + column.doubts
    if column.others > 0 { notes.append("\(GroupedDigits.string(column.others)) of another kind") }
    if let frequent = frequent(column) { notes.append(frequent) }
    return TextEscaping.escaped(notes.joined(separator: "; "), limit: Self.noteLength)
  }

  private func frequent(_ column: ColumnProfile) -> String? {
    guard !redacts, !column.frequent.isEmpty else { return nil }
    return column.frequent.map { "\($0.text) (\($0.count))" }.joined(separator: ", ")
  }

  /// For other programs.
  var csv: String {
    var output = Array(
      ("file,records_path,column,kind,format,count,missing,others,distinct,distinct_exact,min,q1,median,q3,max,exact,"
        + "first_day,last_day,doubts,frequent\n").utf8)
    for file in files {
      for list in file.lists {
        for column in list.columns { append(column, list, file, to: &output) }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func append(
    _ column: ColumnProfile, _ list: ForeignProfile.List, _ file: ForeignProfile, to output: inout [UInt8]
  ) {
    for text in [file.path, list.path ?? "", column.name, column.kind.rawValue, column.format ?? ""] {
      StatsCSV.append(text: text, to: &output)
      output.append(UInt8(ascii: ","))
    }
    output += "\(column.count),\(column.missing),\(column.others),".utf8
    output += "\(column.distinct ?? 1000),\(column.distinct != nil)".utf8
    for value in Self.values(column) {
      output.append(UInt8(ascii: ","))
      if let value, value.isFinite { DecimalWriter.append(value, to: &output) }
    }
    let exact = column.minimum == nil ? "" : "\(column.isExact)"
    output += ",\(exact),\(Self.text(column.firstDay) ?? ""),\(Self.text(column.lastDay) ?? ""),".utf8
    StatsCSV.append(text: column.doubts.joined(separator: "; "), to: &output)
    output.append(UInt8(ascii: ","))
    StatsCSV.append(text: frequent(column) ?? "", to: &output)
    output.append(0x0A)
  }

  var lines: String {
    files.map { file in
      file.lists.map { list in
        list.columns.map { column in
          var json = JSONBuilder()
          json.object { line in
            line.member("file", file.path)
            line.member("records_path", list.path)
            append(column, to: &line)
          }
          return json.textLine
        }.joined()
      }.joined()
    }.joined()
  }

  /// Appends the files as elements of an array.
  func append(to json: inout JSONBuilder) {
    json.array { list in
      for file in files {
        list.object { item in
          item.member("path", file.path)
          item.member("format", file.format.rawValue)
          item.member("damaged", file.damaged)
          item.member("fault", file.fault)
          if file.passedOver > 0 { item.member("passed_over", file.passedOver) }
          item.key("lists")
          item.array { lists in
            for records in file.lists {
              lists.object { inner in
                inner.member("records_path", records.path)
                inner.member("records", records.records)
                inner.key("columns")
                inner.array { columns in
                  for column in records.columns { columns.object { append(column, to: &$0) } }
                }
              }
            }
          }
        }
      }
    }
  }

  private func append(_ column: ColumnProfile, to json: inout JSONBuilder) {
    json.member("column", column.name)
    json.member("kind", column.kind.rawValue)
    json.member("format", column.format)
    json.member("count", column.count)
    json.member("missing", column.missing)
    json.member("others", column.others)
    json.member("distinct", column.distinct ?? 1000)
    json.member("distinct_exact", column.distinct != nil)
    if column.minimum != nil {
      for (name, value) in zip(Self.numbers, Self.values(column)) { json.member(name, finite: value) }
      json.member("exact", column.isExact)
    }
    json.member("first_day", Self.text(column.firstDay))
    json.member("last_day", Self.text(column.lastDay))
    if !column.doubts.isEmpty { json.member("doubts", texts: column.doubts) }
    guard !redacts, !column.frequent.isEmpty else { return }
    json.key("frequent")
    json.array { list in
      for item in column.frequent {
        list.object { entry in
          entry.member("text", item.text)
          entry.member("count", item.count)
        }
      }
    }
  }

  private static func values(_ column: ColumnProfile) -> [Double?] {
    let quartiles = column.quartiles.count == 3 ? column.quartiles.map { Optional($0) } : [nil, nil, nil]
    return [column.minimum] + quartiles + [column.maximum]
  }

  private static func text(_ date: CivilDate?) -> String? {
    guard let date else { return nil }
    var text: [UInt8] = []
    TimestampWriter.appendDate(date, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
