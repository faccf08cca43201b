/// Rows as columns of the Arrow format.
package struct ArrowTable: Sendable {
  /// The columns, as many as the schema has fields.
  var columns: [ArrowColumn]
  /// How many rows there are.
  package internal(set) var count = 0

  /// Creates a table without rows.
  package init(_ schema: ArrowSchema) { columns = schema.fields.map { ArrowColumn($0.type) } }

  /// Appends rows of another table of the same schema.
  mutating func append(_ rows: Range<Int>, of other: ArrowTable) {
    for index in columns.indices { columns[index].append(rows, of: other.columns[index]) }
    count += rows.count
  }

  /// Forgets all rows and keeps the room.
  mutating func removeAll() {
    for index in columns.indices { columns[index].removeAll() }
    count = 0
  }

  /// How many bytes of text the first rows have.
  func textLength(upTo row: Int) -> Int { columns.reduce(0) { $0 + $1.textLength(upTo: row) } }
}
