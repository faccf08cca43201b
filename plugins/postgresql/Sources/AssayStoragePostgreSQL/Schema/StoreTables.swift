import HealthModel

/// The tables of a store.
///
/// Their names begin with `assay_`; people ask the views.
enum StoreTables {
  /// The earliest version that was released.
  static let firstVersion: Int32 = 1
  /// The version that `statements` make; `TableMigrations` leads on from it.
  static let version: Int32 = 2
  /// Marks both time columns of a sample without a time; as the least number it comes first in every order.
  static let noTime = SampleBatch.noTime
  /// The same in a statement.
  ///
  /// A bare number would be one of arbitrary length, which no index serves.
  static let noTimeText = "'\(SampleBatch.noTime)'::bigint"
  /// The number of no subject: a column of the key has no NULL.
  static let noSubject: Int32 = 0

  /// The statements that make an empty schema a store, in order.
  static var statements: [String] {
    lists + SampleTables.statements + SampleFunctions.statements + PublicViews.statements
  }

  // Texts that are compared or ordered are so by their bytes. Texts of any length are kept unique by hash indexes: an
  // entry of a B-tree has at most 2,704 bytes.
  private static let lists = [
    "CREATE TABLE assay_store (product text NOT NULL, version integer NOT NULL, "
      + "has_masked boolean NOT NULL DEFAULT false)",
    "INSERT INTO assay_store (product, version) VALUES ('assay', \(version))",
    """
    CREATE TABLE assay_types (
      id integer PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      has_members boolean NOT NULL DEFAULT false,
      is_member boolean NOT NULL DEFAULT false,
      longest_us bigint NOT NULL DEFAULT 0,
      samples bigint NOT NULL DEFAULT 0)
    """,
    texts("subjects", ["name"]),
    SampleTables.subjectNames,
    texts("sources", ["name", "bundle", "version", "product", "os"]),
    texts("devices", ["name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi"]),
    "CREATE TABLE assay_deletions (id uuid PRIMARY KEY, type integer NOT NULL, deleted bigint NOT NULL)",
    "CREATE INDEX assay_deletions_deleted ON assay_deletions (deleted)",
    "CREATE TABLE assay_commits (number bigint PRIMARY KEY, added bigint NOT NULL, deleted bigint NOT NULL)",
    """
    CREATE TABLE assay_notes (
      place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text COLLATE "C" NOT NULL,
      content text NOT NULL,
      EXCLUDE USING hash (key WITH =))
    """,
    """
    CREATE TABLE assay_sessions (
      place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      session text COLLATE "C" NOT NULL UNIQUE,
      number bigint NOT NULL)
    """,
  ]

  /// The table of texts that many samples share: each as JSON, as it is in samples, and its parts as texts.
  private static func texts(_ name: String, _ parts: [String]) -> String {
    let columns = parts.map { "\($0) text COLLATE \"C\"" }.joined(separator: ", ")
    return """
      CREATE TABLE assay_\(name) (
        id integer PRIMARY KEY, content text COLLATE "C" NOT NULL, \(columns), EXCLUDE USING hash (content WITH =))
      """
  }

  static let tableNames = [
    "assay_samples", "assay_ids", "assay_members", "assay_forms", "assay_deletions", "assay_commits", "assay_types",
    "assay_subjects", "assay_sources", "assay_devices", "assay_notes", "assay_sessions", "assay_store",
  ]
}
