import HealthModel
import HealthStorage

/// Deletes samples with their groups, within the open transaction.
///
/// The samples to delete are in temporary tables of keys, so that memory does not grow with them: first the requested
/// samples, then the correlations that these are or belong to, then everything that goes with them.
struct Deletion {
  private let query: SampleQuery
  /// The bundle whose samples alone may go; `nil` when all may.
  private let owner: String?
  private let scope: ReadScope
  private var db: Database { scope.db }

  /// Prepares to delete the samples that meet a query's conditions; order, limit and page do not matter.
  init(_ query: SampleQuery, owner: String?, in scope: ReadScope) {
    var query = query
    query.sort = .ascending
    query.limit = nil
    query.after = nil
    self.query = query
    self.owner = owner
    self.scope = scope
  }

  struct Outcome {
    var samples: Int
    /// How many texts went that no sample has any more.
    var texts = 0
  }

  /// Deletes, leaving tombstones with the number of a commit.
  ///
  /// `removal` is called while `temp.assay_doomed` has the keys of what goes.
  ///
  /// Whoever names a subject wants nothing to be left of it: then texts that no sample has go even when no sample does.
  ///
  /// - Throws: `DatabaseError`, `StorageError`; the transaction must be rolled back then.
  func run(commit: Int64, before removal: (Database) throws -> Void) throws -> Outcome {
    try db.execute(sql: DeletionSQL.tables)
    try choose()
    try db.execute(sql: DeletionSQL.correlations)
    if let owner { try keepForeign(owner) }
    try db.execute(sql: DeletionSQL.groups)
    try removal(db)
    var outcome = Outcome(samples: try remove(commit))
    if outcome.samples > 0 { try db.execute(sql: DeletionSQL.spans) }
    if outcome.samples > 0 || query.subject != nil { outcome.texts = try removeTexts() }
    try db.execute(sql: DeletionSQL.end)
    return outcome
  }

  private func choose() throws {
    let insertion = try PreparedStatement(
      "INSERT INTO temp.assay_doomed (type, start_us, id) VALUES (?1, ?2, ?3)", in: db)
    var filter = try RowFilter(query, in: scope)
    let places = RowFilter.Places(id: 0, start: 1, metadata: 2)
    let columns = filter == nil ? "s.id, s.start_us" : "s.id, s.start_us, s.metadata"
    for part in try QueryPlan(query, owner: owner, in: scope).parts {
      insertion.bind(1, scope.stored.numbers[part.type])
      let rows = try part.selection.rows(columns, in: db)
      while try rows.step() {
        let isMatch = try filter?.matches(rows, at: places, type: part.type)
        guard isMatch != false else { continue }
        insertion.bind(2, rows.integer(1))
        insertion.bind(3, blob: rows.bytes(0))
        try insertion.run()
      }
    }
  }

  /// Marks the correlations that are not wholly the owner's.
  private func keepForeign(_ owner: String) throws {
    let statement = try PreparedStatement(DeletionSQL.foreign, in: db)
    statement.bind(1, copying: owner)
    try statement.run()
  }

  /// Removes what is to go, sample by sample: by its key, which is faster than a set that SQLite would build.
  private func remove(_ commit: Int64) throws -> Int {
    let keys = try PreparedStatement("SELECT type, start_us, id FROM temp.assay_doomed", in: db)
    let removals = try DeletionSQL.removals.map { try PreparedStatement($0, in: db) }
    let stone = try PreparedStatement(
      "INSERT OR REPLACE INTO assay_deletions (id, type, batch) VALUES (?1, ?2, ?3)", in: db)
    stone.bind(3, commit)
    var count = 0
    while try keys.step() {
      let id = keys.bytes(2)
      for removal in removals {
        removal.bind(1, keys.integer(0))
        removal.bind(2, keys.integer(1))
        removal.bind(3, blob: id)
        try removal.run()
      }
      stone.bind(1, blob: id)
      stone.bind(2, keys.integer(0))
      try stone.run()
      count += 1
    }
    return count
  }

  /// Removes the texts that no sample has; the result is how many they were.
  private func removeTexts() throws -> Int {
    var count = 0
    for removal in DeletionSQL.texts {
      let statement = try PreparedStatement(removal, in: db)
      try statement.run()
      count += statement.changes
    }
    return count
  }
}

enum DeletionSQL {
  /// The keys of the samples that go, and of the correlations that hold one of them.
  static let tables = """
    CREATE TEMP TABLE assay_doomed (
      type INTEGER NOT NULL, start_us INTEGER NOT NULL, id BLOB NOT NULL,
      PRIMARY KEY (type, start_us, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE assay_touched (
      type INTEGER NOT NULL, start_us INTEGER NOT NULL, id BLOB NOT NULL, stays INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (type, start_us, id)
    ) STRICT, WITHOUT ROWID;
    """

  /// Notes the correlations that were chosen or hold a sample that was.
  static let correlations = """
    INSERT INTO temp.assay_touched (type, start_us, id)
    SELECT d.type, d.start_us, d.id FROM temp.assay_doomed d
    WHERE d.type IN (SELECT id FROM assay_types WHERE kind = 'correlation');

    INSERT OR IGNORE INTO temp.assay_touched (type, start_us, id)
    SELECT m.correlation_type, m.correlation_start_us, m.correlation_id
    FROM temp.assay_doomed d CROSS JOIN assay_members m
      ON m.member_type = d.type AND m.member_start_us = d.start_us AND m.member_id = d.id;
    """

  /// Marks correlations that are, or hold, a sample of another source than the owner's.
  static let foreign = """
    UPDATE temp.assay_touched AS t SET stays = 1
    WHERE NOT EXISTS (
        SELECT 1 FROM assay_samples s CROSS JOIN assay_sources o ON o.id = s.source
        WHERE s.type = t.type AND s.start_us = t.start_us AND s.id = t.id AND o.bundle = ?1)
      OR EXISTS (
        SELECT 1 FROM assay_members m
        WHERE m.correlation_type = t.type AND m.correlation_start_us = t.start_us AND m.correlation_id = t.id
          AND NOT EXISTS (
            SELECT 1 FROM assay_samples s CROSS JOIN assay_sources o ON o.id = s.source
            WHERE s.type = m.member_type AND s.start_us = m.member_start_us AND s.id = m.member_id
              AND o.bundle = ?1))
    """

  /// Settles what goes: nothing of a correlation that stays, and of one that goes all that no other one holds.
  static let groups = """
    DELETE FROM temp.assay_doomed AS d
    WHERE EXISTS (
        SELECT 1 FROM temp.assay_touched t
        WHERE t.type = d.type AND t.start_us = d.start_us AND t.id = d.id AND t.stays)
      OR EXISTS (
        SELECT 1 FROM assay_members m CROSS JOIN temp.assay_touched t
          ON t.type = m.correlation_type AND t.start_us = m.correlation_start_us AND t.id = m.correlation_id
        WHERE m.member_type = d.type AND m.member_start_us = d.start_us AND m.member_id = d.id AND t.stays);

    INSERT OR IGNORE INTO temp.assay_doomed (type, start_us, id)
    SELECT type, start_us, id FROM temp.assay_touched WHERE NOT stays;

    INSERT OR IGNORE INTO temp.assay_doomed (type, start_us, id)
    SELECT m.member_type, m.member_start_us, m.member_id
    FROM temp.assay_touched t CROSS JOIN assay_members m
      ON m.correlation_type = t.type AND m.correlation_start_us = t.start_us AND m.correlation_id = t.id
    WHERE NOT t.stays AND NOT EXISTS (
      SELECT 1 FROM assay_members o
      WHERE o.member_type = m.member_type AND o.member_start_us = m.member_start_us AND o.member_id = m.member_id
        AND NOT EXISTS (
          SELECT 1 FROM temp.assay_touched u
          WHERE u.type = o.correlation_type AND u.start_us = o.correlation_start_us AND u.id = o.correlation_id
            AND NOT u.stays));
    """

  /// Remove one sample by type, start and id: its links as a correlation, its given id and its row.
  static let removals = [
    "DELETE FROM assay_members WHERE correlation_type = ?1 AND correlation_start_us = ?2 AND correlation_id = ?3",
    "DELETE FROM assay_given_ids WHERE type = ?1 AND start_us = ?2 AND id = ?3",
    "DELETE FROM assay_samples WHERE type = ?1 AND start_us = ?2 AND id = ?3",
  ]

  /// The samples that a commit's span stands for.
  private static let ofSpan = """
    FROM assay_samples s
    WHERE s.type = c.type AND s.start_us BETWEEN c.first_us AND c.last_us AND s.batch = c.batch AND s.scattered IS NULL
    """

  /// Shrinks the spans of commits to the remaining samples: wider ones would reveal the times of deleted samples.
  static let spans = """
    DELETE FROM assay_commit_spans AS c
    WHERE c.type IN (SELECT type FROM temp.assay_doomed) AND NOT EXISTS (SELECT 1 \(ofSpan));

    UPDATE assay_commit_spans AS c SET
      first_us = (SELECT s.start_us \(ofSpan) ORDER BY s.start_us LIMIT 1),
      last_us = (SELECT s.start_us \(ofSpan) ORDER BY s.start_us DESC LIMIT 1)
    WHERE c.type IN (SELECT type FROM temp.assay_doomed);

    """

  /// Remove the texts that no sample has any more.
  static let texts = [
    "DELETE FROM assay_sources WHERE id NOT IN (SELECT source FROM assay_samples WHERE source IS NOT NULL)",
    "DELETE FROM assay_devices WHERE id NOT IN (SELECT device FROM assay_samples WHERE device IS NOT NULL)",
    "DELETE FROM assay_subjects WHERE id NOT IN (SELECT subject FROM assay_samples WHERE subject IS NOT NULL)",
    "DELETE FROM assay_origins WHERE id NOT IN (SELECT origin FROM assay_samples WHERE origin IS NOT NULL)",
  ]

  static let end = """
    DROP TABLE temp.assay_doomed;
    DROP TABLE temp.assay_touched;
    """
}
