import CSQLite

/// The C library that stores are written with.
public enum SQLiteLibrary {
  /// Its version, such as `3.40.1`.
  public static var version: String { sqlite3_libversion().map { String(cString: $0) } ?? "unknown" }
}
