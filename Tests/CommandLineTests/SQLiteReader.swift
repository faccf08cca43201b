import Glibc

/// Asks a database by SQLite's own functions, without the code under test.
///
/// They are looked up in the test program, which links the library with the store's plugin.
enum SQLiteReader {
  /// A database that cannot be read.
  struct Failure: Error {
    var message: String
  }

  private typealias Strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Row = @convention(c) (UnsafeMutableRawPointer?, Int32, Strings?, Strings?) -> Int32
  private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Execute =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>, Row?, UnsafeMutableRawPointer?, Strings?) -> Int32
  private typealias Close = @convention(c) (OpaquePointer?) -> Int32

  /// Collects the rows of one answer.
  private final class Rows {
    var texts: [String] = []
  }

  /// The rows of an answer as text, their columns between bars.
  static func rows(of path: String, _ sql: String) throws -> [String] {
    let open = try function("sqlite3_open", as: Open.self)
    let execute = try function("sqlite3_exec", as: Execute.self)
    let close = try function("sqlite3_close", as: Close.self)
    var connection: OpaquePointer?
    let opened = open(path, &connection)
    defer { _ = close(connection) }
    guard opened == 0 else { throw Failure(message: "sqlite3_open: \(opened)") }
    let rows = Rows()
    let code = execute(
      connection, sql,
      { context, count, values, _ in
        guard let context, let values else { return 1 }
        let cells = (0..<Int(count)).map { index in values[index].map { String(cString: $0) } ?? "NULL" }
        Unmanaged<Rows>.fromOpaque(context).takeUnretainedValue().texts.append(cells.joined(separator: "|"))
        return 0
      }, Unmanaged.passUnretained(rows).toOpaque(), nil)
    guard code == 0 else { throw Failure(message: "\(sql): \(code)") }
    return withExtendedLifetime(rows) { rows.texts }
  }

  private static func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
    let library = dlopen("libsqlite3.so.0", RTLD_NOW)
    guard let address = dlsym(library, name) else { throw Failure(message: "no function \(name)") }
    return unsafeBitCast(address, to: type)
  }
}
