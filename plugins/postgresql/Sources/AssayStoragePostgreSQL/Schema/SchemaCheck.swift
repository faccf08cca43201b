import HealthModel
import HealthPluginKit
import HealthStorage

/// Tells what a schema is, and makes a store of one that is not there or empty.
struct SchemaCheck {
  let connection: ServerConnection
  let schema: String

  private enum State {
    case absent
    case empty
    case store(version: Int32)
    case foreign
  }

  /// Makes sure that the schema is a store of the version that this plugin knows.
  ///
  /// - Parameter isReadOnly: whether nothing may be made.
  /// - Throws: `PluginError` when it is no store, or a newer one; nothing has changed then.
  func prepare(isReadOnly: Bool) throws(PluginError) {
    if case .store(let version) = try state() { return try check(version) }
    guard !isReadOnly else {
      throw PluginError(
        .configuration, "the database has no store in the schema \(shown)", code: .missing,
        hint: "name the schema of the store: schema=NAME")
    }
    try connection.run(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    do throws(PluginError) {
      // Of several that make the same store one does, and the others find it.
      try StoreLocks(schema: schema).writing.hold(connection)
      try make()
      try connection.run(script: "COMMIT")
    } catch {
      _ = try? connection.run(script: "ROLLBACK")
      throw error
    }
  }

  private var shown: String { TextEscaping.escaped(schema) }

  private func make() throws(PluginError) {
    switch try state() {
    case .store(let version): return try check(version)
    case .foreign:
      throw PluginError(
        .configuration, "the schema \(shown) holds tables of something else", code: .foreign,
        hint: "give the store a schema of its own: schema=NAME")
    case .absent:
      let name = try connection.quoted(schema)
      try connection.run(script: "CREATE SCHEMA \(name)")
    case .empty: break
    }
    for statement in Schema.statements { try connection.run(statement) }
  }

  private func check(_ version: Int32) throws(PluginError) {
    guard version <= Schema.version else {
      throw PluginError(
        .configuration, "the store in the schema \(shown) was written by a newer version", code: .future,
        hint: "use the version that wrote it, or a newer one")
    }
    guard version == Schema.version else {
      throw PluginError(.configuration, "the schema \(shown) is no store that is known", code: .foreign)
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
