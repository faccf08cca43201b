/// Rows of small tables, kept by the record that they belong to: laps, segments, blocks of a plan.
struct ChildRows {
  /// Numbers of a row, in the order of its columns; `nil` for what is not set.
  struct Row {
    var numbers: [Double?]
    /// A time is kept whole.
    var integers: [Int64?]
    var text: String?
  }

  let table: String
  private var rows: [Int64: [Row]] = [:]

  /// The most rows that are kept of one table, and the most bytes of their texts: some 50 MB.
  private static let most = 300_000
  private static let mostText = 16 << 20

  /// Reads a table; none if the file does not have it.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the columns, after `parent_key`.
  ///   - text: a column of text, if there is one.
  ///   - context: what readers share.
  /// - Throws: `DatabaseFault` if the table cannot be read, or has too many rows.
  init(_ table: String, _ columns: [String], text: String = "", _ context: RecordContext) throws(DatabaseFault) {
    self.table = table
    guard let known = context.schema.tables[table] else { return }
    let statement = try RecordStatement(
      RecordColumns.select(["parent_key"] + columns + [text], from: table, in: known.names), in: context.database)
    var count = 0
    var textCount = 0
    while try statement.step() {
      count += 1
      guard count <= Self.most else { throw DatabaseFault(0, "\(table) has more than \(Self.most) rows") }
      let places = columns.indices.map { Int32(truncatingIfNeeded: $0 + 1) }
      let last = Int32(truncatingIfNeeded: columns.count + 1)
      let row = Row(
        numbers: places.map { statement.setNumber($0) }, integers: places.map { statement.setInteger($0) },
        text: statement.kind(last) == .text ? statement.text(last) : nil)
      textCount += row.text?.utf8.count ?? 0
      guard textCount <= Self.mostText else {
        throw DatabaseFault(0, "\(table) has more than \(Self.mostText) bytes of text")
      }
      rows[statement.integer(0), default: []].append(row)
    }
  }

  /// The rows of a record, once: two records with the same number, as only a damaged or hostile file has them, do not
  /// multiply what belongs to them.
  mutating func take(of record: Int64) -> [Row] { rows.removeValue(forKey: record) ?? [] }

  /// What is left after all records took their rows.
  ///
  /// - Parameter parent: the table that the records are in.
  /// - Returns: the table of the rows and how many are left, if any is.
  func leftovers(without parent: String) -> [(table: String, reason: String)] {
    let count = rows.values.reduce(0) { $0 + $1.count }
    return count == 0 ? [] : [(table, "\(count) of its rows are not read: their record is not in \(parent)")]
  }
}
