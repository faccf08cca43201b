import HealthStorage

/// Brings a store of an earlier version to the newest one, in one transaction: an interrupted migration has not happened.
enum SchemaMigration {
  /// Migrates a store if it needs to be; the lock must be held.
  ///
  /// - Returns: the version that the store had; `nil` when another process was faster.
  /// - Throws: `StorageError`, `DatabaseError`; the store is as it was then.
  static func run(
    in db: Database, at place: StorePlace, _ ladder: SchemaLadder, check: (Database) throws -> Void
  ) throws -> Int64? {
    try db.execute(sql: "BEGIN IMMEDIATE")
    do {
      let found = try SchemaCheck.version(of: db, at: place, ladder)
      guard found < ladder.newest.number else {
        try db.execute(sql: "ROLLBACK")
        return nil
      }
      for step in ladder.steps(after: found) {
        for statement in step.statements { try db.execute(sql: statement) }
        try step.transform(db)
      }
      try db.execute(sql: "PRAGMA user_version = \(ladder.newest.number)")
      // A state that the next opening would refuse is not committed.
      _ = try SchemaCheck.version(of: db, at: place, ladder)
      try check(db)
      try db.execute(sql: "COMMIT")
      return found
    } catch {
      if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
      throw error
    }
  }
}
