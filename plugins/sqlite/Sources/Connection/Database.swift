import CSQLite

/// A connection to a database file, used by one thread at a time.
///
/// Statements that are done with are kept and given out again for the same text.
package final class Database {
  /// The library's connection; `nil` once it is closed.
  private(set) var connection: OpaquePointer?
  private var idle: [String: [OpaquePointer]] = [:]
  private var idleCount = 0

  /// The most idle statements that are kept.
  private static let idleLimit = 200

  init(path: String, isReadOnly: Bool = false, waitMilliseconds: Int = 0) throws(DatabaseError) {
    let mode = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = String(cString: opened == nil ? sqlite3_errstr(code) : sqlite3_errmsg(opened))
      sqlite3_close(opened)
      throw DatabaseError(code, message)
    }
    connection = opened
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_timeout(opened, Int32(clamping: waitMilliseconds))
  }

  deinit { try? close() }

  /// Closes the connection, which must not be used afterwards.
  func close() throws(DatabaseError) {
    guard let open = connection else { return }
    for statement in idle.values.joined() { sqlite3_finalize(statement) }
    idle = [:]
    let code = sqlite3_close(open)
    guard code == SQLITE_OK else { throw DatabaseError(code, String(cString: sqlite3_errmsg(open))) }
    connection = nil
  }

  /// Whether a transaction was begun and neither committed nor rolled back.
  var isInsideTransaction: Bool { connection.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// Whether the file that was opened no longer has its name.
  var hasMoved: Bool {
    var answer: Int32 = 0
    guard let connection else { return false }
    return sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &answer) == SQLITE_OK && answer != 0
  }

  /// The system's error number after the last I/O error; 0 when there was none.
  var systemError: Int32 { connection.map { sqlite3_system_errno($0) } ?? 0 }

  /// Runs statements whose rows do not matter.
  package func execute(sql: String) throws(DatabaseError) {
    guard let connection else { throw .closed }
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, String(cString: sqlite3_errmsg(connection))) }
  }

  /// The number in the first row and column of a query; 0 without a row.
  package func integer(_ sql: String) throws -> Int64 {
    let statement = try PreparedStatement(sql, in: self)
    let result = try statement.step() ? statement.integer(0) : 0
    try statement.run()
    return result
  }

  /// The text in the first row and column of a query.
  func text(_ sql: String) throws -> String? {
    let statement = try PreparedStatement(sql, in: self)
    let result = try statement.step() ? statement.optionalText(0) : nil
    try statement.run()
    return result
  }
}

/// Statements.
extension Database {
  /// An idle statement of a text, or a new one.
  func take(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    guard let connection else { throw .closed }
    if let statement = idle[sql]?.popLast() {
      idleCount -= 1
      return statement
    }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw DatabaseError(code, String(cString: sqlite3_errmsg(connection)))
    }
    return statement
  }

  func giveBack(_ statement: OpaquePointer, _ sql: String) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    guard connection != nil, idleCount < Self.idleLimit else {
      sqlite3_finalize(statement)
      return
    }
    idle[sql, default: []].append(statement)
    idleCount += 1
  }
}

/// The error message of the library.
package struct DatabaseError: Error, CustomStringConvertible {
  /// The primary result code (sqlite.org/rescode.html): `SQLITE_FULL`, `SQLITE_BUSY`.
  var resultCode: Int32
  var message: String

  init(_ code: Int32, _ message: String) {
    resultCode = code & 0xFF
    self.message = message
  }

  package var description: String { message }

  /// Whether a row was refused for a key that is there already, or for a rule of its table.
  var isConstraint: Bool { resultCode == SQLITE_CONSTRAINT }

  static var closed: DatabaseError { DatabaseError(SQLITE_MISUSE, "the connection is closed") }
}
