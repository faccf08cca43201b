import HealthFormats
import HealthModel

/// Makes samples of a table, one after the other.
protocol TableReader: AnyObject {
  /// Where the last sample came from.
  var place: DatabaseLocation { get }
  /// Why what was written last is not a sample; `nil` if it is one.
  var fault: String? { get }
  /// What was left over after the last sample, by the name of its table.
  var leftovers: [(table: String, reason: String)] { get }

  func next(into line: inout SampleText) throws(Failure) -> Bool
}

extension TableReader {
  var fault: String? { nil }
  var leftovers: [(table: String, reason: String)] { [] }
}

extension SampleText {
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func times(of row: RecordStatement) {
    time(",\"start\":", milliseconds: row.setInteger(RecordColumns.start))
    let hasOffset = offset(",\"offset\":", seconds: row.setZone(RecordColumns.startOffset))
    guard let end = row.setInteger(RecordColumns.end) else { return }
    time(",\"end\":", milliseconds: end)
    guard hasOffset else { return }
    offset(",\"end_offset\":", seconds: row.setZone(RecordColumns.endOffset))
  }

  /// Adds a number as the value of a quantity: nothing if it is not set, and a text, which is reported, if it is not a
  /// number.
  mutating func value(_ row: RecordStatement, _ column: Int32, unit: [UInt8]) {
    switch row.kind(column) {
    case .null: return
    case .integer, .number:
      guard let number = row.setNumber(column) else { return }
      append(",\"value\":")
      append(number)
    case .text:
      append(",\"value\":")
      row.withBytes(column) { quote($0) }
    case .blob:
      append(",\"value\":")
      let count = row.withBytes(column) { $0.count }
      quote("\(count) bytes")
    }
    append(",\"unit\":")
    bytes += unit
  }

  /// Adds a case of a category by its raw number.
  ///
  /// A number without a case stays a text, which is reported.
  mutating func value(_ number: Int64?, cases: [Int], column: String) {
    guard let number else { return }
    append(",\"value\":")
    if number >= 0, number < cases.count, cases[Int(number)] >= 0 {
      append(Int64(cases[Int(number)]))
    } else {
      quote("\(column) \(number)")
    }
  }
}

/// Reads a table of which nothing is known, row by row, as it is: what a newer Android writes is counted and kept.
final class UnknownTableReader: TableReader {
  private let rows: RecordStatement
  private let names: [String]
  private(set) var place: DatabaseLocation

  /// The columns that are read, and how long a text of one may be; together they are within the longest line.
  private static let mostColumns = 100
  private static let longestText = 10_000

  init(_ table: String, _ columns: Set<String>, _ context: RecordContext) throws(Failure) {
    place = DatabaseLocation(table: table, row: 0)
    names = Array(
      columns.filter(Self.isPlain).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(Self.mostColumns))
    let list = names.map { ", \"\($0)\"" }.joined()
    rows = try RecordStatement("SELECT rowid\(list) FROM \"\(table)\" NOT INDEXED", in: context.database)
  }

  static func isPlain(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }
  }

  func next(into line: inout SampleText) throws(Failure) -> Bool {
    guard try rows.step() else { return false }
    place.row = rows.integer(0)
    line.removeAll()
    line.append("{")
    var isFirst = true
    for (index, name) in names.enumerated() {
      let column = Int32(truncatingIfNeeded: index + 1)
      let kind = rows.kind(column)
      guard kind != .null else { continue }
      if !isFirst { line.append(",") }
      isFirst = false
      line.quote(name)
      line.append(":")
      switch kind {
      case .integer: line.append(rows.integer(column))
      case .number: line.append(rows.number(column))
      case .text: rows.withBytes(column) { line.quote(UnsafeBufferPointer(rebasing: $0.prefix(Self.longestText))) }
      default: appendBlob(column, to: &line)
      }
    }
    line.append("}")
    return true
  }

  private func appendBlob(_ column: Int32, to line: inout SampleText) {
    line.append("\"")
    rows.withBytes(column) { bytes in
      if let id = UUIDBytes(bytes) {
        id.append(to: &line.bytes)
      } else {
        line.append(Int64(bytes.count))
        line.append(" bytes")
      }
    }
    line.append("\"")
  }
}
