/// Finds the records that rows of another table belong to.
///
/// Rows of one record follow each other, so the last is kept.
final class SeriesParent {
  let row: RecordStatement
  /// What is said of a row whose record is not there.
  let orphan: String
  /// The record that was found last; `nil` if the rows name one that is not there.
  private var number: Int64?
  private var isFound = false

  init(_ table: RecordTable, _ columns: [String], _ context: RecordContext, _ known: DatabaseSchema.Columns)
    throws(DatabaseFault)
  {
    guard known.isKeyed else {
      throw DatabaseFault(0, "row_id is not the key of \(table.name), so its records cannot be found by their number")
    }
    orphan = "its record is not in \(table.name)"
    row = try RecordStatement(
      RecordColumns.sql(of: table, columns, in: known.names, byKey: true), in: context.database)
  }

  /// Goes to a record.
  ///
  /// - Returns: whether it is there, and whether it is another than before.
  func find(_ number: Int64) throws(DatabaseFault) -> (isThere: Bool, isNew: Bool) {
    if self.number == number { return (isFound, false) }
    row.restart(with: number)
    isFound = try row.step()
    self.number = number
    return (isFound, true)
  }
}
