import HealthModel
import HealthStorage

/// Checks through an open connection that a file is a store of this version, as this program makes it.
enum SchemaCheck {
  /// Whether the file is an empty database, which becomes a store.
  static func isEmpty(_ db: Database) throws -> Bool {
    try db.integer("PRAGMA application_id") == 0 && db.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  /// - Throws: `StorageError`: `foreign`, `future`, or `corrupt` when a table is missing or is not as it was made, or
  ///   a trigger was put on one.
  static func verify(_ db: Database, at place: StorePlace) throws {
    guard try db.integer("PRAGMA application_id") == Schema.applicationID else { throw StoreRefusal.foreign(place) }
    let version = try db.integer("PRAGMA user_version")
    guard version <= Schema.version else { throw StoreRefusal.future(place, version: version) }
    guard version == Schema.version else { throw StoreRefusal.corrupt(place, "schema version \(version) never was") }
    let statement = try PreparedStatement(
      "SELECT type, name, sql, substr(tbl_name, 1, 6) = 'assay_' FROM sqlite_master WHERE type <> 'view'", in: db)
    var found: [String: String] = [:]
    while try statement.step() {
      if statement.text(0) == "trigger", statement.integer(3) != 0 {
        throw StoreRefusal.corrupt(place, "it has the trigger \(TextEscaping.escaped(statement.text(1)))")
      }
      found[statement.text(1)] = statement.text(2)
    }
    for object in Schema.objects {
      guard let sql = found[object.name] else { throw StoreRefusal.corrupt(place, "\(object.name) is missing") }
      guard sql == object.sql else { throw StoreRefusal.corrupt(place, "\(object.name) was altered") }
    }
  }
}
