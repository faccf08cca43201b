/// Rows of small tables, kept by the record that they belong to: laps, segments, blocks of a plan.
struct ChildRows {
  /// Numbers of a row, in the order of its columns; `nil` for what is not set.
  struct Row {
    var numbers: [Double?]
    /// A time is kept whole.
    var integers: [Int64?]
    var text: String?
  }

  private(set) var rows: [Int64: [Row]] = [:]

  /// The most rows that are kept of one table: some 50 MB.
  private static let most = 300_000
  /// The longest text that is kept.
  private static let longestText = 2_000

  /// Reads a table; none if the file does not have it.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the columns, after `parent_key`.
  ///   - text: a column of text, if there is one.
  ///   - context: what readers share.
  /// - Throws: `DatabaseFault` if the table cannot be read, or has too many rows.
  init(_ table: String, _ columns: [String], text: String = "", _ context: RecordContext) throws(DatabaseFault) {
    guard let known = context.schema.tables[table] else { return }
    let statement = try RecordStatement(
      RecordColumns.select(["parent_key"] + columns + [text], from: table, in: known.names), in: context.database)
    var count = 0
    while try statement.step() {
      count += 1
      guard count <= Self.most else { throw DatabaseFault(0, "\(table) has more than \(Self.most) rows") }
      let places = columns.indices.map { Int32(truncatingIfNeeded: $0 + 1) }
      let last = Int32(truncatingIfNeeded: columns.count + 1)
      let row = Row(
        numbers: places.map { statement.setNumber($0) }, integers: places.map { statement.setInteger($0) },
        text: statement.kind(last) == .text ? String(statement.text(last).prefix(Self.longestText)) : nil)
      rows[statement.integer(0), default: []].append(row)
    }
  }
}
