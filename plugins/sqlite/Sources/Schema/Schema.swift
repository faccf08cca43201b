/// The tables of a store.
///
/// README.md describes them; the views are what people query. Rows hold no clock and nothing random, and numbers are
/// given in input order: the same input leaves the same dump.
enum Schema {
  /// `ASSY`, in the header of every store.
  static let applicationID: Int64 = 0x4153_5359

  static let version1 = SchemaVersion(number: 1, objects: objects1)

  private static let objects1: [(name: String, sql: String)] = [
    (
      "assay_counters",
      """
      CREATE TABLE assay_counters (
        name TEXT NOT NULL PRIMARY KEY,
        value INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "assay_types",
      """
      CREATE TABLE assay_types (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        shape TEXT,
        unit TEXT,
        aggregation TEXT,
        longest_us INTEGER NOT NULL
      ) STRICT
      """
    ),
    (
      "assay_cases",
      """
      CREATE TABLE assay_cases (
        type INTEGER NOT NULL,
        raw INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (type, raw)
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "assay_sources",
      """
      CREATE TABLE assay_sources (
        id INTEGER PRIMARY KEY,
        json TEXT NOT NULL UNIQUE,
        name TEXT, bundle TEXT, version TEXT, product TEXT, os TEXT
      ) STRICT
      """
    ),
    (
      "assay_devices",
      """
      CREATE TABLE assay_devices (
        id INTEGER PRIMARY KEY,
        json TEXT NOT NULL UNIQUE,
        name TEXT, manufacturer TEXT, model TEXT, hardware TEXT, firmware TEXT, software TEXT, local TEXT, udi TEXT
      ) STRICT
      """
    ),
    (
      "assay_subjects",
      """
      CREATE TABLE assay_subjects (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
      ) STRICT
      """
    ),
    (
      "assay_origins",
      """
      CREATE TABLE assay_origins (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
      ) STRICT
      """
    ),
    (
      "assay_samples",
      """
      CREATE TABLE assay_samples (
        type INTEGER NOT NULL,
        start_us INTEGER NOT NULL,
        id BLOB NOT NULL,
        end_us INTEGER,
        value ANY,
        start_offset INTEGER, end_offset INTEGER,
        created_us INTEGER, created_offset INTEGER,
        source INTEGER, device INTEGER, subject INTEGER, origin INTEGER,
        digest INTEGER,
        batch INTEGER NOT NULL,
        metadata TEXT, original TEXT, unknown TEXT,
        scattered INTEGER,
        PRIMARY KEY (type, start_us, id)
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "assay_samples_by_batch",
      """
      CREATE INDEX assay_samples_by_batch ON assay_samples (batch, type, start_us, id)
      WHERE scattered IS NOT NULL
      """
    ),
    (
      "assay_commit_spans",
      """
      CREATE TABLE assay_commit_spans (
        batch INTEGER NOT NULL,
        type INTEGER NOT NULL,
        first_us INTEGER NOT NULL,
        last_us INTEGER NOT NULL,
        PRIMARY KEY (batch, type)
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "assay_given_ids",
      """
      CREATE TABLE assay_given_ids (
        id BLOB NOT NULL PRIMARY KEY,
        type INTEGER NOT NULL,
        start_us INTEGER NOT NULL,
        digest INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "assay_members",
      """
      CREATE TABLE assay_members (
        correlation_type INTEGER NOT NULL,
        correlation_start_us INTEGER NOT NULL,
        correlation_id BLOB NOT NULL,
        position INTEGER NOT NULL,
        role TEXT NOT NULL,
        member_type INTEGER NOT NULL,
        member_start_us INTEGER NOT NULL,
        member_id BLOB NOT NULL,
        PRIMARY KEY (correlation_type, correlation_start_us, correlation_id, position)
      ) STRICT, WITHOUT ROWID
      """
    ),
    (
      "assay_members_by_member",
      "CREATE INDEX assay_members_by_member ON assay_members (member_type, member_start_us, member_id)"
    ),
    (
      "assay_deletions",
      """
      CREATE TABLE assay_deletions (
        id BLOB NOT NULL PRIMARY KEY,
        type INTEGER NOT NULL,
        batch INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """
    ), ("assay_deletions_by_batch", "CREATE INDEX assay_deletions_by_batch ON assay_deletions (batch)"),
    (
      "assay_imports",
      """
      CREATE TABLE assay_imports (
        id INTEGER PRIMARY KEY,
        input TEXT NOT NULL UNIQUE,
        path TEXT NOT NULL,
        byte_offset INTEGER NOT NULL, line_number INTEGER NOT NULL, column_number INTEGER NOT NULL,
        prefix_hash BLOB NOT NULL,
        read INTEGER NOT NULL, accepted INTEGER NOT NULL, duplicates INTEGER NOT NULL,
        conflicts INTEGER NOT NULL, refused INTEGER NOT NULL,
        details TEXT NOT NULL,
        quarantine_length INTEGER NOT NULL, unsupported_length INTEGER NOT NULL,
        finished INTEGER NOT NULL, incomplete INTEGER NOT NULL,
        catalog_hash TEXT NOT NULL, version TEXT NOT NULL
      ) STRICT
      """
    ),
  ]

  /// Makes an empty file a store of a version, in one transaction: a store that was not finished is an empty file again.
  static func create(_ version: SchemaVersion, in db: Database) throws {
    // In the rollback journal of an empty database, so that the header says what the file is before the log begins.
    try db.execute(sql: "BEGIN IMMEDIATE")
    do {
      guard try db.integer("SELECT count(*) FROM sqlite_master") == 0 else {
        try db.execute(sql: "ROLLBACK")
        return
      }
      for object in version.objects { try db.execute(sql: object.sql) }
      for view in Views.fixed { try db.execute(sql: view) }
      try db.execute(
        sql: """
          INSERT INTO assay_counters (name, value) VALUES ('batch', 0), ('masked_ids', 0);
          PRAGMA application_id = \(applicationID);
          PRAGMA user_version = \(version.number);
          COMMIT;
          """)
    } catch {
      if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
      throw error
    }
  }
}

struct SchemaVersion: Sendable {
  let number: Int64
  /// The statements that make the tables and indexes, by name; SQLite keeps their text, by which they are checked.
  let objects: [(name: String, sql: String)]
}

/// A step of a migration: how a store of one version becomes one of the next.
///
/// A store that climbed has the same schema as a new one, text for text: a table whose definition changes is made anew
/// and filled, since `ALTER TABLE` would leave another text.
struct SchemaStep: Sendable {
  /// The version that the step leads to, the one after the version before.
  let to: SchemaVersion
  /// Whether the queries of this program answer from a store that has not taken the step.
  ///
  /// A store on a medium that cannot be written is read only if they do.
  let keepsReading: Bool
  /// The statements, which run within the migration's transaction.
  let statements: [String]
  /// The step after the statements that SQL cannot express.
  var transform: @Sendable (Database) throws -> Void = { _ in }
}

/// The versions of the schema that this program knows, and the steps between them.
struct SchemaMigrations: Sendable {
  let first: SchemaVersion
  var steps: [SchemaStep] = []

  static let released = SchemaMigrations(first: Schema.version1)

  /// The version of new stores, which all others are brought to.
  var newest: SchemaVersion { steps.last?.to ?? first }

  /// A version by its number; `nil` when there never was one.
  func version(_ number: Int64) -> SchemaVersion? {
    number == first.number ? first : steps.first { $0.to.number == number }?.to
  }

  func steps(after number: Int64) -> ArraySlice<SchemaStep> { steps.drop { $0.to.number <= number } }

  /// Whether queries answer from a store of a version.
  func canRead(_ number: Int64) -> Bool { steps(after: number).allSatisfy(\.keepsReading) }
}
