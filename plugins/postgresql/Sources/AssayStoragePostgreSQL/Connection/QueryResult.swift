import CLibPQ
import HealthModel

/// The server's answer to a statement; columns are in binary form.
final class QueryResult {
  private let handle: OpaquePointer

  /// Takes over what libpq returned.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  /// How the statement ended.
  var status: ExecStatusType { PQresultStatus(handle) }

  /// Whether the statement did what it should.
  var isSuccess: Bool {
    let status = self.status
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_SINGLE_TUPLE
      || status == PGRES_COPY_IN
  }

  var count: Int { Int(PQntuples(handle)) }

  /// How many rows a statement changed.
  var affected: Int { Self.text(PQcmdTuples(handle)).flatMap { Int($0) } ?? 0 }

  /// The kind of statement: `COMMIT`, or `ROLLBACK` for a commit that could not be.
  var tag: String { Self.text(PQcmdStatus(handle)) ?? "" }

  var state: String? { Self.text(assay_error_state(handle)) }

  /// The server's message about an error, in one sentence, without the values it is about.
  var message: String? { Self.text(assay_error_message(handle)) }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

  func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(handle, Int32(clamping: row), Int32(clamping: column)) != 0
  }

  /// Passes a column's bytes on; they last as long as the call.
  func withBytes<Value>(_ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    let place = PQgetvalue(handle, Int32(clamping: row), Int32(clamping: column))
    let count = PQgetlength(handle, Int32(clamping: row), Int32(clamping: column))
    return body(UnsafeRawBufferPointer(start: place, count: place == nil ? 0 : Int(count)))
  }

  /// A whole number of any length; 0 for NULL.
  func long(_ row: Int, _ column: Int) -> Int64 { withBytes(row, column) { $0.bigEndianInteger } }

  /// A whole number of any length, truncated to 32 bits; 0 for NULL.
  func integer(_ row: Int, _ column: Int) -> Int32 { Int32(truncatingIfNeeded: long(row, column)) }

  func flag(_ row: Int, _ column: Int) -> Bool { long(row, column) != 0 }

  /// A `double precision`; `nil` for NULL.
  func number(_ row: Int, _ column: Int) -> Double? {
    isNull(row, column) ? nil : Double(bitPattern: UInt64(bitPattern: long(row, column)))
  }

  func bytes(_ row: Int, _ column: Int) -> [UInt8] { withBytes(row, column) { Array($0) } }

  func text(_ row: Int, _ column: Int) -> String {
    withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
  }

  func id(_ row: Int, _ column: Int) -> SampleID { withBytes(row, column) { SampleID(bytes: $0) ?? SampleID.none } }
}
