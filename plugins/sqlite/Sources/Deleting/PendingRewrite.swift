/// Writes the file anew after a deletion, so that no page has what was deleted.
///
/// Overwriting rows would not do: when SQLite moves rows between pages, copies stay where they were. The deletion's
/// transaction notes that the file has to be written anew, and the note goes when that is done: a deletion that was
/// interrupted in between is finished by the next one.
enum PendingRewrite {
  /// Notes that the file has to be written anew, in the open transaction.
  static func note(in db: Database) throws {
    try db.execute(sql: "INSERT OR IGNORE INTO assay_counters (name, value) VALUES ('rewrite', 1)")
  }

  /// Whether the file has to be written anew.
  static func isDue(in db: Database) throws -> Bool {
    try db.integer("SELECT count(*) FROM assay_counters WHERE name = 'rewrite'") != 0
  }

  /// Writes the file anew through the log, and moves the log into the file; both are synced, and the log is empty then
  /// unless a reader holds on to it.
  static func run(in db: Database) throws {
    try db.execute(sql: "VACUUM; DELETE FROM assay_counters WHERE name = 'rewrite'")
    _ = try db.integer("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
