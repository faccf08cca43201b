import HealthStorage

/// The definitions of types that are not built in, in a table that only stores with such types have.
///
/// It is not part of a version of the schema: earlier programs pass over it, and read and write the store as before.
extension SQLiteBackend {
  private static let table = """
    CREATE TABLE IF NOT EXISTS assay_definitions (
      name TEXT NOT NULL PRIMARY KEY,
      text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  func remember(_ definitions: [StoredDefinition], in turn: borrowing WriteTurn) async throws(StorageError) {
    guard !definitions.isEmpty else { return }
    try await write { db, state in
      if case .open(let transaction) = state, transaction.hasAccepted {
        throw StorageError(.failed, "appended samples wait for their commit, so no definition is remembered")
      }
      do {
        try self.inTransaction(db, &state) { _ in
          try db.execute(sql: Self.table)
          let statement = try PreparedStatement(
            """
            INSERT INTO assay_definitions (name, text) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET text = excluded.text
            """, in: db)
          for definition in definitions {
            statement.bind(1, copying: definition.name)
            statement.bind(2, copying: definition.text)
            try statement.run()
          }
          try self.checkFiles()
          try db.execute(sql: "COMMIT")
        }
      } catch {
        // No appended sample is lost with it, so it does not have to be acknowledged by `rollback`.
        state = .idle(state.settled)
        throw error
      }
      if case .open(let transaction) = state { state = .idle(transaction.committed) }
      self.lock.release()
    }
  }

  /// The definitions in a store, by name; none if it has no table for them.
  static func definitions(in db: Database) throws -> [StoredDefinition] {
    guard try db.integer("SELECT count(*) FROM sqlite_master WHERE name = 'assay_definitions'") > 0 else { return [] }
    let statement = try PreparedStatement("SELECT name, text FROM assay_definitions ORDER BY name", in: db)
    var definitions: [StoredDefinition] = []
    while try statement.step() {
      definitions.append(StoredDefinition(name: statement.text(0), text: statement.text(1)))
    }
    return definitions
  }
}
