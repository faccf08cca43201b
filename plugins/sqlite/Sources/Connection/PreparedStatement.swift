import CSQLite
package import HealthModel
import HealthStorage

/// A statement of a connection, bound and read through SQLite's own interface: the path of every row.
///
/// The statement comes from the connection's idle ones and goes back to them with this object. What is bound without
/// `copying` is not copied and must outlive the step.
package final class PreparedStatement {
  private let db: Database
  private let sql: String
  private let pointer: OpaquePointer
  private let connection: OpaquePointer
  /// The bytes of the bound ids.
  private let scratch: UnsafeMutablePointer<UInt64>
  /// The first failure to bind; thrown by the step, so that nothing is stored as NULL by mistake.
  private var fault: Int32 = SQLITE_OK

  package init(_ sql: String, ids: Int = 2, in db: Database) throws {
    guard let connection = db.connection else { throw DatabaseError.closed }
    pointer = try db.take(sql)
    self.db = db
    self.sql = sql
    self.connection = connection
    scratch = UnsafeMutablePointer<UInt64>.allocate(capacity: ids * 2)
  }

  deinit {
    db.giveBack(pointer, sql)
    scratch.deallocate()
  }

  /// Goes to the next row; `false` after the last.
  package func step() throws -> Bool {
    guard fault == SQLITE_OK else { throw error(fault) }
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Runs a statement to its end and makes it ready for the next values; what was bound stays bound.
  package func run() throws {
    while try step() {}
    sqlite3_reset(pointer)
  }

  /// Ends reading, so that the statement can be bound again.
  package func reset() { sqlite3_reset(pointer) }

  /// How many rows the last insert, update or delete of the connection changed.
  var changes: Int { Int(sqlite3_changes(connection)) }

  var lastRowID: Int64 { sqlite3_last_insert_rowid(connection) }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(code, String(cString: sqlite3_errmsg(connection)))
  }

  private func note(_ code: Int32) { if code != SQLITE_OK, fault == SQLITE_OK { fault = code } }
}

extension PreparedStatement {
  package func bind(_ index: Int32, _ value: Int64) { note(sqlite3_bind_int64(pointer, index, value)) }

  func bind(_ index: Int32, real value: Double) { note(sqlite3_bind_double(pointer, index, value)) }

  func bindNull(_ index: Int32) { note(sqlite3_bind_null(pointer, index)) }

  /// Binds a number, or NULL when there is none.
  func bind(_ index: Int32, optional value: Int64?) { if let value { bind(index, value) } else { bindNull(index) } }

  /// Binds the 16 bytes of an id; each id in a statement has a separate slot.
  func bind(_ index: Int32, _ id: SampleID, slot: Int = 0) {
    scratch[slot * 2] = id.high.bigEndian
    scratch[slot * 2 + 1] = id.low.bigEndian
    note(sqlite3_bind_blob(pointer, index, UnsafeRawPointer(scratch + slot * 2), 16, nil))
  }

  func bind(_ index: Int32, _ range: ByteRange, in arena: UnsafeRawBufferPointer) {
    guard !range.isEmpty, let base = arena.baseAddress else { return bindNull(index) }
    let start = (base + Int(range.start)).assumingMemoryBound(to: CChar.self)
    note(sqlite3_bind_text(pointer, index, start, range.end - range.start, nil))
  }

  func bind(_ index: Int32, copying text: [UInt8]) {
    guard !text.isEmpty else {
      note(sqlite3_bind_text(pointer, index, "", 0, Self.transient))
      return
    }
    text.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      note(sqlite3_bind_text(pointer, index, start, Int32(buffer.count), Self.transient))
    }
  }

  package func bind(_ index: Int32, copying text: String) { bind(index, copying: Array(text.utf8)) }

  /// Binds a text, or NULL when there is none.
  func bind(_ index: Int32, optional text: String?) {
    if let text { bind(index, copying: text) } else { bindNull(index) }
  }

  func bind(_ index: Int32, blob bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      note(sqlite3_bind_zeroblob(pointer, index, 0))
      return
    }
    bytes.withUnsafeBytes { buffer in
      note(sqlite3_bind_blob(pointer, index, buffer.baseAddress, Int32(buffer.count), Self.transient))
    }
  }

  /// Makes SQLite copy the bytes; the C macro `SQLITE_TRANSIENT`, which Swift does not import.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  var columnCount: Int32 { sqlite3_column_count(pointer) }

  func columnName(_ column: Int32) -> String { sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? "" }

  func isInteger(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_INTEGER }

  func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_BLOB }

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// The start and the end of a sample.
  ///
  /// - Throws: `StorageError.corrupt` unless both are times of the calendar, in this order: code adds to them unchecked.
  func times(_ start: Int32, _ end: Int32) throws -> (start: Int64, end: Int64) {
    let (start, end) = (integer(start), integer(end))
    guard Instant.earliest <= start, start <= end, end <= Instant.latest else {
      throw StorageError(
        .corrupt, "the store has a sample with the start \(start) and the end \(end), not times in order")
    }
    return (start, end)
  }

  /// A count or a position that the store keeps.
  ///
  /// - Throws: `StorageError.corrupt` unless it is small enough to be added to.
  func count(_ column: Int32, of thing: String) throws -> Int64 {
    let number = integer(column)
    guard 0...Self.maximumCount ~= number else {
      throw StorageError(.corrupt, "the store has the number \(number) as \(thing)")
    }
    return number
  }

  static let maximumCount: Int64 = 1 << 53

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

  /// The bytes of a text or blob; empty for NULL.
  package func bytes(_ column: Int32) -> [UInt8] {
    var result: [UInt8] = []
    _ = append(column, to: &result)
    return result
  }

  package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Appends the bytes of a text or blob to an arena.
  func append(_ column: Int32, to arena: inout [UInt8]) -> ByteRange {
    guard let start = sqlite3_column_blob(pointer, column) else { return .empty }
    let count = Int(sqlite3_column_bytes(pointer, column))
    let begin = arena.count
    arena.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    return ByteRange(begin..<arena.count)
  }

  /// The id in a blob; `nil` when it is not 16 bytes long.
  package func sampleID(_ column: Int32) -> SampleID? {
    guard let start = sqlite3_column_blob(pointer, column), sqlite3_column_bytes(pointer, column) == 16 else {
      return nil
    }
    return SampleID(
      high: UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}
