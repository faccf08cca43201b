import HealthModel
import HealthPlugins
import HealthStorage

/// Determines what a schema is, makes a store of a missing or empty one, and migrates a store of an earlier version.
struct SchemaOpening {
  let connection: ServerConnection
  let schema: String
  let ladder: TableLadder

  private enum State {
    case absent
    case empty
    case store(version: Int32)
    case foreign
  }

  /// Makes sure that the schema is a store that this plugin can work with.
  ///
  /// - Returns: the version that the store was migrated from; `nil` when it was not.
  func prepare(isReadOnly: Bool) throws(PluginError) -> Int32? {
    if case .store(let version) = try state() {
      try check(version)
      if version == ladder.newest { return nil }
      if isReadOnly {
        guard ladder.canRead(version) else { throw past(version) }
        return nil
      }
    }
    guard !isReadOnly else {
      throw PluginError(
        .configuration, "the database has no store in the schema \(shown)", code: .missing,
        hint: "name the schema of the store: schema=NAME")
    }
    try connection.run(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    do throws(PluginError) {
      // Of several that make the same store one does, and the others find it.
      try StoreLocks(schema: schema).writing.hold(connection)
      let from = try make()
      try connection.run(script: "COMMIT")
      return from
    } catch {
      _ = try? connection.run(script: "ROLLBACK")
      throw error
    }
  }

  private var shown: String { TextEscaping.escaped(schema) }

  /// Makes a store or migrates it, whoever was faster; the result is the version that it was migrated from.
  private func make() throws(PluginError) -> Int32? {
    switch try state() {
    case .store(let version):
      try check(version)
      guard version < ladder.newest else { return nil }
      try climb(from: version)
      return version
    case .foreign:
      throw PluginError(
        .configuration, "the schema \(shown) holds tables of something else", code: .foreign,
        hint: "give the store a separate schema: schema=NAME")
    case .absent:
      let name = try connection.quoted(schema)
      try connection.run(script: "CREATE SCHEMA \(name)")
    case .empty: break
    }
    for statement in StoreTables.statements { try connection.run(statement) }
    try climb(from: StoreTables.version)
    return nil
  }

  private func climb(from version: Int32) throws(PluginError) {
    for step in ladder.steps(after: version) {
      for statement in step.statements { try connection.run(statement) }
      try step.work?(connection)
      try connection.run("UPDATE assay_store SET version = $1", [.integer(step.to)])
    }
  }

  private func past(_ version: Int32) -> PluginError {
    PluginError(
      .configuration,
      "the store in the schema \(shown) has version \(version), and this plugin reads version \(ladder.newest)",
      code: .unwritable,
      hint:
        "run `assay store compact` on it once, as a user who may write there: opening a store for writing migrates it")
  }

  private func check(_ version: Int32) throws(PluginError) {
    guard version <= ladder.newest else {
      throw PluginError(
        .configuration, "the store in the schema \(shown) was written by a newer version", code: .future,
        hint: "use the version that wrote it, or a newer one")
    }
    guard version >= StoreTables.firstVersion else {
      throw PluginError(.configuration, "the schema \(shown) is not a known store", code: .foreign)
    }
  }

  private func state() throws(PluginError) -> State {
    let found = try connection.run(
      """
      SELECT
        EXISTS (SELECT FROM pg_namespace WHERE nspname = $1),
        EXISTS (
          SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1),
        2 = (
          SELECT count(*) FROM pg_attribute a
          JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = $1 AND c.relname = 'assay_store' AND (
            a.attname = 'product' AND a.atttypid = 'text'::regtype
            OR a.attname = 'version' AND a.atttypid = 'integer'::regtype)),
        (SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = $1)
      """, [.text(schema)])
    guard found.flag(0, 0) else { return .absent }
    guard found.flag(0, 3) else {
      throw PluginError(
        .configuration, "the user may not use the schema \(shown)", code: .unwritable,
        hint: "let its owner run: GRANT USAGE ON SCHEMA … TO …")
    }
    guard found.flag(0, 1) else { return .empty }
    guard found.flag(0, 2) else { return .foreign }
    let store = try connection.run("SELECT version FROM assay_store WHERE product = 'assay'")
    return store.count == 1 ? .store(version: store.integer(0, 0)) : .foreign
  }
}
