@testable import SQLiteStore

/// The version that was released, and two that never were.
enum TestLadder {
  /// All of them.
  static let whole = SchemaMigrations(first: Schema.version1, steps: [toSecond, toThird])

  private static let subjects = """
    CREATE TABLE assay_subjects (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      length INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """
  static let words = "CREATE TABLE assay_words (word TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID"
  private static let index = "CREATE INDEX assay_words_by_length ON assay_words (length(word))"

  /// A table that is made anew with another column, a new one, and what SQL does not say.
  static let toSecond = SchemaStep(
    to: SchemaVersion(
      number: 2,
      objects: Schema.version1.objects.map { $0.name == "assay_subjects" ? ($0.name, subjects) : $0 }
        + [("assay_words", words)]),
    keepsReading: false,
    statements: [
      "CREATE TEMP TABLE assay_moved AS SELECT id, name FROM assay_subjects", "DROP TABLE assay_subjects", subjects,
      "INSERT INTO assay_subjects (id, name) SELECT id, name FROM temp.assay_moved", "DROP TABLE temp.assay_moved",
      words,
    ]
  ) { db in
    for name in try texts("SELECT name FROM assay_subjects", in: db) {
      let statement = try PreparedStatement("UPDATE assay_subjects SET length = ?1 WHERE name = ?2", in: db)
      statement.bind(1, Int64(name.utf8.count))
      statement.bind(2, copying: name)
      try statement.run()
    }
  }

  private static let toThird = SchemaStep(
    to: SchemaVersion(number: 3, objects: toSecond.to.objects + [("assay_words_by_length", index)]), keepsReading: true,
    statements: [index, "INSERT INTO assay_words SELECT name FROM assay_subjects"])

  private static func texts(_ sql: String, in db: Database) throws -> [String] {
    let statement = try PreparedStatement(sql, in: db)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    return texts
  }
}
