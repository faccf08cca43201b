import HealthModel

/// The tables of a database and their columns, as the file says.
struct DatabaseSchema {
  /// `PRAGMA user_version`: the version of Health Connect's schema.
  let version: Int64
  private(set) var tables: [String: Columns] = [:]
  /// The names of what is neither a table nor an index, sorted: views, triggers, virtual tables.
  private(set) var others: [String] = []

  struct Columns {
    var names: Set<String> = []
    /// Whether `row_id` is the key of the table, so that a row is found without a scan.
    var isKeyed = false
    /// The first page of the table.
    var root: Int64 = 0
  }

  private static let mostTables = 1_000

  init(of database: ForeignDatabase) throws(Failure) {
    try database.checkPages(from: 1)
    let number = try RecordStatement("PRAGMA user_version", in: database)
    version = try number.step() ? number.integer(0) : 0
    let list = try RecordStatement("SELECT type, name, rootpage FROM sqlite_master", in: database)
    var names: [String] = []
    var roots: [String: Int64] = [:]
    while try list.step() {
      let (type, name) = (list.text(0), list.text(1))
      if type == "index" { continue }
      // A virtual table has no page of its own.
      if type == "table", list.integer(2) > 0 {
        names.append(name)
        roots[name] = list.integer(2)
      } else {
        others.append("\(type) \(name)")
      }
      guard names.count + others.count <= Self.mostTables else {
        throw Failure.database(0, "it has more than \(Self.mostTables) tables, views and triggers")
      }
    }
    for name in names where !name.hasPrefix("sqlite_") {
      guard UnknownTableReader.isPlain(name) else {
        others.append("table, whose name is not a word")
        continue
      }
      let info = try RecordStatement("PRAGMA table_xinfo(\"\(name)\")", in: database)
      var columns = Columns()
      columns.root = roots[name] ?? 0
      while try info.step() {
        let column = info.text(1)
        columns.names.insert(column)
        if column == "row_id", info.text(2).uppercased() == "INTEGER", info.integer(5) == 1 { columns.isKeyed = true }
      }
      tables[name] = columns
    }
    others.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
