import CSQLite
import HealthModel
import HealthStorage

/// Looks for damage: first SQLite in its pages, then here whether rows fit together as the writer leaves them.
///
/// Every question is one pass in the order of a key, and stops when enough was found.
struct StoreCheck {
  private let db: Database
  private var faults: [StoreFault] = []

  /// The most faults that are reported.
  private static let limit = 100

  private init(_ db: Database) { self.db = db }

  /// The faults of a store, at most 100.
  static func faults(in db: Database) throws -> [StoreFault] {
    var check = StoreCheck(db)
    do {
      try check.checkPages()
      for question in StoreQuestion.all where check.faults.count < limit { try check.ask(question) }
    } catch let error as DatabaseError where error.resultCode == SQLITE_CORRUPT {
      // An error of SQLite is reported once; nothing after it can be read.
      let reason = TextEscaping.escaped(error.message)
      if check.faults.count < limit { check.faults.append(StoreFault("SQLite cannot read all of the file: \(reason)")) }
    }
    return check.faults
  }

  private mutating func checkPages() throws {
    let statement = try PreparedStatement("PRAGMA integrity_check(\(Self.limit))", in: db)
    while try statement.step() {
      let finding = statement.text(0)
      guard finding != "ok", faults.count < Self.limit else { continue }
      faults.append(StoreFault("SQLite finds: \(TextEscaping.escaped(finding))"))
    }
  }

  private mutating func ask(_ question: StoreQuestion) throws {
    let statement = try PreparedStatement(question.sql + " LIMIT \(Self.limit - faults.count)", in: db)
    while try statement.step() {
      faults.append(StoreFault("\(question.thing) \(Self.name(statement)) \(statement.text(1))"))
    }
  }

  /// The id or name in a row's first column, made safe to show.
  private static func name(_ row: PreparedStatement) -> String {
    guard row.isBlob(0) else { return TextEscaping.escaped(utf8: row.bytes(0)) }
    return row.sampleID(0)?.description ?? "of \(row.bytes(0).count) bytes"
  }
}

/// A question whose every answer is a fault: the id or name of a thing, and what is wrong with it.
struct StoreQuestion {
  var thing: String
  var sql: String

  static let all = [
    counters, samples, givenIDs, members, correlations, positions, memberless, spans, deletions, cases, sources,
    devices, imports,
  ]

  private static let counters = StoreQuestion(
    thing: "the counter",
    sql: """
      SELECT c.name, 'has a number that is not a count' FROM assay_counters c
      WHERE c.value NOT BETWEEN 0 AND \(PreparedStatement.maximumCount)
      """)

  private static let samples = StoreQuestion(
    thing: "the sample",
    sql: """
      SELECT s.id, CASE
        WHEN length(s.id) <> 16 THEN 'has an id that is not 16 bytes long'
        WHEN t.id IS NULL THEN 'is of a type that is missing'
        WHEN s.end_us IS NULL AND s.start_us <> 0 THEN 'has a start without an end'
        WHEN s.end_us - s.start_us > t.longest_us THEN 'lasts longer than its type is known to'
        WHEN t.kind = 'quantity' AND typeof(s.value) <> 'real' THEN 'has a value that is not a number'
        WHEN s.source IS NOT NULL AND NOT EXISTS (SELECT 1 FROM assay_sources x WHERE x.id = s.source)
          THEN 'has a source that is missing'
        WHEN s.device IS NOT NULL AND NOT EXISTS (SELECT 1 FROM assay_devices x WHERE x.id = s.device)
          THEN 'has a device that is missing'
        WHEN s.subject IS NOT NULL AND NOT EXISTS (SELECT 1 FROM assay_subjects x WHERE x.id = s.subject)
          THEN 'has a subject that is missing'
        WHEN s.origin IS NOT NULL AND NOT EXISTS (SELECT 1 FROM assay_origins x WHERE x.id = s.origin)
          THEN 'has an origin that is missing'
        WHEN NOT json_valid(coalesce(s.metadata, '{}')) THEN 'has metadata that are not JSON'
        WHEN NOT json_valid(coalesce(s.original, '{}')) THEN 'has original values that are not JSON'
        WHEN NOT json_valid('{' || coalesce(s.unknown, '') || '}') THEN 'has unknown fields that are not JSON'
        WHEN s.batch NOT BETWEEN 1 AND (SELECT value FROM assay_counters WHERE name = 'batch')
          THEN 'is of a commit that has not been'
        WHEN s.digest IS NULL AND substr(hex(s.id), 1, 13) <> printf('%012X8', max(s.start_us, 0) / 1000)
          THEN 'has an id that does not follow from its start'
        WHEN s.start_us NOT BETWEEN \(Instant.earliest) AND \(Instant.latest)
          OR s.end_us NOT BETWEEN s.start_us AND \(Instant.latest)
          OR s.created_us NOT BETWEEN \(Instant.earliest) AND \(Instant.latest)
          THEN 'has times that are not in order or in no calendar'
        WHEN s.digest IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM assay_given_ids g
          WHERE g.id = s.id AND g.type = s.type AND g.start_us = s.start_us AND g.digest = s.digest)
          THEN 'is not among those with given ids'
        WHEN EXISTS (SELECT 1 FROM assay_deletions d WHERE d.id = s.id) THEN 'is stored and deleted'
        WHEN s.scattered IS NULL AND NOT EXISTS (
          SELECT 1 FROM assay_commit_spans c
          WHERE c.batch = s.batch AND c.type = s.type AND s.start_us BETWEEN c.first_us AND c.last_us)
          THEN 'is not where its commit has samples'
      END AS fault
      FROM assay_samples s LEFT JOIN assay_types t ON t.id = s.type WHERE fault IS NOT NULL
      """)

  private static let givenIDs = StoreQuestion(
    thing: "the given id",
    sql: """
      SELECT g.id, 'has no sample' FROM assay_given_ids g WHERE NOT EXISTS (
        SELECT 1 FROM assay_samples s
        WHERE s.type = g.type AND s.start_us = g.start_us AND s.id = g.id AND s.digest = g.digest)
      """)

  private static let members = StoreQuestion(
    thing: "the sample",
    sql: """
      SELECT m.member_id, 'is a member of a correlation and not stored' FROM assay_members m WHERE NOT EXISTS (
        SELECT 1 FROM assay_samples s
        WHERE s.type = m.member_type AND s.start_us = m.member_start_us AND s.id = m.member_id)
      """)

  private static let correlations = StoreQuestion(
    thing: "the correlation",
    sql: """
      SELECT m.correlation_id, 'has members and is not stored' FROM assay_members m
      WHERE m.position = 0 AND NOT EXISTS (
        SELECT 1 FROM assay_samples s JOIN assay_types t ON t.id = s.type AND t.kind = 'correlation'
        WHERE s.type = m.correlation_type AND s.start_us = m.correlation_start_us AND s.id = m.correlation_id)
      """)

  private static let positions = StoreQuestion(
    thing: "the correlation",
    sql: """
      SELECT m.correlation_id, 'lacks some of its members' FROM assay_members m
      GROUP BY m.correlation_type, m.correlation_start_us, m.correlation_id
      HAVING min(m.position) <> 0 OR max(m.position) <> count(*) - 1
      """)

  private static let memberless = StoreQuestion(
    thing: "the correlation",
    sql: """
      SELECT s.id, 'has no members' FROM assay_types t CROSS JOIN assay_samples s ON s.type = t.id
      WHERE t.kind = 'correlation' AND NOT EXISTS (
        SELECT 1 FROM assay_members m
        WHERE m.correlation_type = s.type AND m.correlation_start_us = s.start_us AND m.correlation_id = s.id)
      """)

  private static let spans = StoreQuestion(
    thing: "the commit",
    sql: """
      SELECT CAST(c.batch AS TEXT), CASE
        WHEN NOT EXISTS (SELECT 1 FROM assay_types t WHERE t.id = c.type) THEN 'has samples of a type that is missing'
        WHEN EXISTS (SELECT 1 FROM assay_samples s
          WHERE s.type = c.type AND s.start_us = c.first_us AND s.batch = c.batch AND s.scattered IS NULL)
          AND EXISTS (SELECT 1 FROM assay_samples s
          WHERE s.type = c.type AND s.start_us = c.last_us AND s.batch = c.batch AND s.scattered IS NULL)
          THEN NULL
        ELSE 'has no sample where it should begin or end'
      END AS fault FROM assay_commit_spans c WHERE fault IS NOT NULL
      """)

  private static let deletions = StoreQuestion(
    thing: "the deleted sample",
    sql: """
      SELECT d.id, CASE
        WHEN length(d.id) <> 16 THEN 'has an id that is not 16 bytes long'
        WHEN d.batch NOT BETWEEN 1 AND (SELECT value FROM assay_counters WHERE name = 'batch')
          THEN 'was deleted by a commit that has not been'
        WHEN NOT EXISTS (SELECT 1 FROM assay_types t WHERE t.id = d.type) THEN 'was of a type that is missing'
      END AS fault FROM assay_deletions d WHERE fault IS NOT NULL
      """)

  private static let cases = StoreQuestion(
    thing: "the case",
    sql: """
      SELECT c.name, 'is of a type that is missing' FROM assay_cases c
      WHERE NOT EXISTS (SELECT 1 FROM assay_types t WHERE t.id = c.type)
      """)

  private static let sources = StoreQuestion(
    thing: "the source",
    sql: "SELECT CAST(s.id AS TEXT), 'is not JSON' FROM assay_sources s WHERE NOT json_valid(s.json)")

  private static let devices = StoreQuestion(
    thing: "the device",
    sql: "SELECT CAST(d.id AS TEXT), 'is not JSON' FROM assay_devices d WHERE NOT json_valid(d.json)")

  private static let imports = StoreQuestion(
    thing: "the import of",
    sql: """
      SELECT i.path, 'has counts that do not add up' FROM assay_imports i
      WHERE i.read <> i.accepted + i.duplicates + i.conflicts + i.refused
        OR min(i.read, i.accepted, i.duplicates, i.conflicts, i.refused, i.byte_offset) < 0
        OR max(i.read, i.byte_offset, i.line_number, i.column_number) > \(PreparedStatement.maximumCount)
      """)
}
