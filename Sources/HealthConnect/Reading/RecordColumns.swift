/// A row of a table of records: where a statement has the columns that all records have, and those of the table.
struct RecordColumns {
  static let row: Int32 = 0
  static let uuid: Int32 = 1
  static let modified: Int32 = 2
  static let clientID: Int32 = 3
  static let clientVersion: Int32 = 4
  static let device: Int32 = 5
  static let app: Int32 = 6
  static let method: Int32 = 7
  static let start: Int32 = 8
  static let startOffset: Int32 = 9
  static let end: Int32 = 10
  static let endOffset: Int32 = 11
  /// The first column of the table's own.
  static let own: Int32 = 12

  private static let common = [
    "row_id", "uuid", "last_modified_time", "client_record_id", "client_record_version", "device_info_id",
    "app_info_id", "recording_method",
  ]
  private static let instant = ["time", "zone_offset", "", ""]
  private static let interval = ["start_time", "start_zone_offset", "end_time", "end_zone_offset"]

  /// A statement that reads the records of a table; columns that the file does not have are NULL.
  static func sql(of table: RecordTable, _ columns: [String], in known: Set<String>, byKey: Bool = false) -> String {
    let names = common + (table.isInstant ? instant : interval) + columns
    return select(names, from: table.name, in: known) + (byKey ? " WHERE row_id = ?1" : "")
  }

  /// A statement that reads columns of a table.
  ///
  /// All names are of this program, and none is of the file. No index is used, whose pages are not checked.
  static func select(_ names: [String], from table: String, in known: Set<String>) -> String {
    let columns = names.map { known.contains($0) ? "\"\($0)\"" : "NULL" }.joined(separator: ", ")
    return "SELECT \(columns) FROM \"\(table)\" NOT INDEXED"
  }
}

package struct DatabasePlace: Sendable, Hashable, CustomStringConvertible {
  package let table: String
  package internal(set) var row: Int64

  /// `steps_record_table row 17`.
  package var description: String { "\(table) row \(row)" }
}
