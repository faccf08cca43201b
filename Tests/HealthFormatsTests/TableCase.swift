import Foundation
import HealthModel
import Testing

@testable import HealthFormats

/// A line of `csv/cases.ndjson`: a table, how it is read, and what reading it gives.
///
/// The table is `text`, or `base64` where it is not UTF-8. `columns`, `constants`, `delimiter`, `decimal` and
/// `date_format` are the layout's, and `mapping` is its mapping as quarantines keep it; `further` holds further layouts
/// of the same table. `records` is what `ReadTable` says of each.
struct TableCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let layout: TableLayout
  let records: [String]

  var testDescription: String { name }

  /// The lines of the file; empty when it cannot be read, which a test of the count reports.
  static let all: [TableCase] = {
    let file = TestFiles.folder.appendingPathComponent("Cases/csv/cases.ndjson")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { TableCase(line: $0) }
  }()

  private init?(line: Substring) {
    guard let json = JSONValue(parsing: line.utf8), let name = json["name"]?.text else { return nil }
    let encoded = json["base64"]?.text.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    guard let bytes = encoded ?? json["text"]?.text.map({ Array($0.utf8) }) else { return nil }
    self.name = name
    self.bytes = bytes
    layout = Self.layout(json)
    records = (json["records"]?.elements ?? []).compactMap(\.text)
  }

  private static func layout(_ json: JSONValue) -> TableLayout {
    var layout = TableLayout(
      columns: texts(json["columns"]),
      constants: texts(json["constants"]),
      delimiter: json["delimiter"]?.text?.utf8.first,
      decimalMark: json["decimal"]?.text?.utf8.first ?? UInt8(ascii: "."), dateFormat: json["date_format"]?.text)
    layout.skippedLines = json["skip_lines"]?.text.flatMap { Int($0) } ?? 0
    layout.allowsTrailingDelimiter = json["trailing_delimiter"]?.flag ?? false
    if let mapping = json["mapping"] { layout.mapping = RecordMapping(mapping) }
    layout.further = (json["further"]?.elements ?? []).map(Self.layout)
    return layout
  }

  private static func texts(_ object: JSONValue?) -> [String: String] {
    (object?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value.text }
  }
}
