import CSQLite
package import HealthModel

/// A connection to a database that someone else made: it reads tables and runs nothing that the file says.
///
/// The file is opened read-only and immutable. Views, triggers, extensions and functions in the schema are off, an
/// authorizer refuses every statement but a plain read, and lengths, columns and the work of one step have limits.
final class ForeignDatabase {
  let connection: OpaquePointer
  private let budget: UnsafeMutablePointer<Int32>
  private var pages: PageCheck

  /// The work of one step, in runs of 1 000 instructions of SQLite: some seconds.
  ///
  /// To find the next row takes a few instructions.
  private static let mostRuns: Int32 = 100_000

  init(path: String) throws(Failure) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(Self.uri(of: path), &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened == nil ? String(cString: sqlite3_errstr(code)) : String(cString: sqlite3_errmsg(opened))
      sqlite3_close(opened)
      throw Failure.database(code, message)
    }
    do {
      pages = try PageCheck(opened)
    } catch {
      sqlite3_close(opened)
      throw error
    }
    connection = opened
    budget = .allocate(capacity: 1)
    budget.initialize(to: Self.mostRuns)
    restrict()
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -4096; PRAGMA query_only = ON")
    sqlite3_set_authorizer(opened, { _, action, first, _, _, _ in ForeignDatabase.answer(action, first) }, nil)
    sqlite3_progress_handler(
      opened, 1_000,
      { context in
        guard let left = context?.assumingMemoryBound(to: Int32.self) else { return 1 }
        left.pointee -= 1
        return left.pointee < 0 ? 1 : 0
      }, budget)
  }

  deinit {
    sqlite3_close_v2(connection)
    budget.deallocate()
  }

  func beginStep() { budget.pointee = Self.mostRuns }

  /// Checks the pages of a table; see `PageCheck`.
  func checkPages(from root: Int64) throws(Failure) { try pages.check(root: root) }

  /// The library's words for the last failure.
  func fault(_ code: Int32) -> Failure { Failure.database(code, String(cString: sqlite3_errmsg(connection))) }

  private func restrict() {
    for option in [SQLITE_DBCONFIG_DEFENSIVE] { assay_sqlite3_db_config(connection, option, 1) }
    let off = [
      SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
      SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, SQLITE_DBCONFIG_DQS_DML,
    ]
    for option in off { assay_sqlite3_db_config(connection, option, 0) }
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, 64 << 20), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20), (SQLITE_LIMIT_COLUMN, 400),
      (SQLITE_LIMIT_EXPR_DEPTH, 50), (SQLITE_LIMIT_COMPOUND_SELECT, 2), (SQLITE_LIMIT_FUNCTION_ARG, 8),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_VARIABLE_NUMBER, 8), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { sqlite3_limit(connection, limit, value) }
  }

  /// Whether a statement may do something: read a column, and ask what columns a table has.
  private static func answer(_ action: Int32, _ name: UnsafePointer<CChar>?) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_READ: return SQLITE_OK
    case SQLITE_PRAGMA:
      guard let name else { return SQLITE_DENY }
      return ["user_version", "table_xinfo"].contains(String(cString: name).lowercased()) ? SQLITE_OK : SQLITE_DENY
    default: return SQLITE_DENY
    }
  }

  private func execute(_ sql: String) throws(Failure) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw fault(code) }
  }

  /// The path as a URI that no name of a file can add an option to.
  private static func uri(of path: String) -> String {
    var text = Array("file:".utf8)
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      if plain.contains(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self) + "?mode=ro&immutable=1"
  }
}

extension Failure {
  /// A database that cannot be read, or not further: a sentence, lower case, without a full stop.
  ///
  /// Of the result codes (sqlite.org/rescode.html) those of damage are the input's fault.
  static func database(_ code: Int32, _ message: String) -> Failure {
    let isDamage = [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
    return Failure(message, status: isDamage ? .refused : .environment)
  }

  package var isDamage: Bool { status == .refused }
}

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
