import HealthModel
import HealthStorage

/// Checks through an open connection that a file is a store of a version that this program knows, as it makes it.
enum SchemaCheck {
  static func isEmpty(_ db: Database) throws -> Bool {
    try db.integer("PRAGMA application_id") == 0 && db.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  /// The version of a store.
  ///
  /// - Throws: `StorageError`: `foreign`, `future`, or `corrupt` when a table is missing or is not as it was made, or
  ///   a trigger was put on one.
  static func version(of db: Database, at place: StoreLocation, _ ladder: SchemaMigrations) throws -> Int64 {
    guard try db.integer("PRAGMA application_id") == Schema.applicationID else { throw StorageError.foreign(place) }
    let number = try number(of: db, at: place, ladder)
    guard let version = ladder.version(number) else {
      throw StorageError.corrupt(place, "schema version \(number) never was")
    }
    let statement = try PreparedStatement(
      "SELECT type, name, sql, substr(tbl_name, 1, 6) = 'assay_' FROM sqlite_master WHERE type <> 'view'", in: db)
    var found: [String: String] = [:]
    while try statement.step() {
      if statement.text(0) == "trigger", statement.integer(3) != 0 {
        throw StorageError.corrupt(place, "it has the trigger \(TextEscaping.escaped(statement.text(1)))")
      }
      found[statement.text(1)] = statement.text(2)
    }
    for object in version.objects {
      guard let sql = found[object.name] else { throw StorageError.corrupt(place, "\(object.name) is missing") }
      guard sql == object.sql else { throw StorageError.corrupt(place, "\(object.name) was altered") }
    }
    return number
  }

  /// The number of a store's version, without a look at its tables.
  ///
  /// - Throws: `StorageError.future`.
  static func number(of db: Database, at place: StoreLocation, _ ladder: SchemaMigrations) throws -> Int64 {
    let number = try db.integer("PRAGMA user_version")
    guard number <= ladder.newest.number else { throw StorageError.future(place, version: number, ladder) }
    return number
  }
}
