import CSQLite
import HealthModel

/// A statement that reads rows, column by column.
final class RecordStatement {
  private let database: ForeignDatabase
  private let pointer: OpaquePointer

  enum Kind { case null, integer, number, text, blob }

  init(_ sql: String, in database: ForeignDatabase) throws(Failure) {
    self.database = database
    var made: OpaquePointer?
    database.beginStep()
    let code = sqlite3_prepare_v2(database.connection, sql, -1, &made, nil)
    guard code == SQLITE_OK, let made else { throw database.fault(code) }
    pointer = made
  }

  deinit { sqlite3_finalize(pointer) }

  /// Goes to the next row; `false` after the last.
  func step() throws(Failure) -> Bool {
    database.beginStep()
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case SQLITE_INTERRUPT: throw Failure.database(code, "to find a row takes too long, as if tables were not in order")
    default: throw database.fault(code)
    }
  }

  /// Begins again, with a number for the only parameter.
  func restart(with number: Int64) {
    sqlite3_reset(pointer)
    sqlite3_bind_int64(pointer, 1, number)
  }

  /// Begins again, with a text for the only parameter.
  func restart(with text: String) {
    sqlite3_reset(pointer)
    text.withCString { _ = sqlite3_bind_text(pointer, 1, $0, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self)) }
  }

  func kind(_ column: Int32) -> Kind {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .number
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// The cell as a whole number; text is converted as SQLite does, to 0 if it is not one.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  func number(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  /// The whole number in a cell; `nil` for what is not one, and for the number that means "not set".
  ///
  /// SQLite would read a time such as `2026-05-01T08:00:00Z` as 2026 milliseconds.
  func setInteger(_ column: Int32) -> Int64? {
    let value: Int64
    switch kind(column) {
    case .integer, .number: value = integer(column)
    case .text:
      guard let number = Int64(text(column)) else { return nil }
      value = number
    default: return nil
    }
    return value == Sentinel.integer ? nil : value
  }

  /// The number in a cell; `nil` for NULL and for the numbers that mean "not set".
  func setNumber(_ column: Int32) -> Double? {
    switch kind(column) {
    case .null: nil
    case .integer: integer(column) == Sentinel.integer ? nil : number(column)
    default: number(column) == Sentinel.number ? nil : number(column)
    }
  }

  /// Calls a function with the bytes of a text or blob, which are valid until the next step.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // The pointer first: to ask for the length converts a number into text.
    let start = sqlite3_column_blob(pointer, column)
    let count = Int(sqlite3_column_bytes(pointer, column))
    guard let start else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return body(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
  }

  func text(_ column: Int32) -> String { withBytes(column) { String(decoding: $0, as: UTF8.self) } }
}

/// The numbers that Health Connect stores for "not set".
enum Sentinel {
  /// `Double.MIN_VALUE` of Java.
  static let number = Double.leastNonzeroMagnitude
  static let integer: Int64 = -1
}
