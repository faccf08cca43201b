import HealthModel

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
