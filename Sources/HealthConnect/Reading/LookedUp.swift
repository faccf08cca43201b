import HealthModel

/// Rows of a small table that records name by their number, kept as parts of a JSON object.
struct LookedUp {
  struct Item {
    var text: [UInt8] = []
    var number: Int64 = 0
  }

  private let statement: RecordStatement?
  private let keys: [StaticString]
  private var known: [Int64: Item] = [:]

  private static let most = 4_096

  init(
    _ table: String, _ texts: [String], number: String = "", keys: [StaticString], _ schema: DatabaseSchema,
    _ database: ForeignDatabase
  ) throws(DatabaseFault) {
    self.keys = keys
    guard let columns = schema.tables[table], columns.isKeyed else {
      statement = nil
      return
    }
    let sql = RecordColumns.select(texts + [number], from: table, in: columns.names) + " WHERE row_id = ?1"
    statement = try RecordStatement(sql, in: database)
  }

  mutating func item(_ row: Int64) throws(DatabaseFault) -> Item {
    if let item = known[row] { return item }
    guard let statement else { return Item() }
    statement.restart(with: row)
    var item = Item()
    if try statement.step() {
      var line = SampleText()
      for (index, key) in keys.enumerated() {
        let column = Int32(truncatingIfNeeded: index)
        guard statement.kind(column) == .text else { continue }
        line.append(line.bytes.isEmpty ? "\"" : ",\"")
        line.append(key)
        line.append("\":")
        statement.withBytes(column) { line.quote($0) }
      }
      item.text = line.bytes
      item.number = statement.setInteger(Int32(truncatingIfNeeded: keys.count)) ?? 0
    }
    if known.count >= Self.most { known.removeAll() }
    known[row] = item
    return item
  }
}
