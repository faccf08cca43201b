import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import Testing

@testable import AssayStoragePostgreSQL

/// Stores of earlier versions: `Tests/Fixtures/stores` holds a dump of each that was released.
@Suite("Migration in PostgreSQL", .serialized, .enabled(if: PrivateServer.shared != nil, PrivateServer.absence))
struct MigrationTests {
  /// The versions that were released, and two that never were.
  private static let ladder = TableMigrations(
    steps: TableMigrations.released.steps + [
      TableStep(
        to: 3, keepsReading: false,
        statements: [
          "ALTER TABLE assay_subjects ADD COLUMN length integer NOT NULL DEFAULT 0",
          "UPDATE assay_subjects SET length = octet_length(name)",
        ]),
      TableStep(
        to: 4, keepsReading: true, statements: ["CREATE INDEX assay_subjects_length ON assay_subjects (length)"]),
    ])

  private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Tests/Fixtures/stores/postgresql-1.sql").path

  /// A schema with the store of the first version.
  private func bench() throws -> StoreBench {
    let bench = try StoreBench()
    let connection = try bench.connection()
    let schema = try connection.quoted(StoreAddress(bench.hello()).schema)
    let dump = try String(contentsOfFile: Self.fixture, encoding: .utf8)
    try connection.run(
      script: dump.replacing("version1.", with: schema + ".").replacing(" version1;", with: " \(schema);"))
    return bench
  }

  private func open(_ ladder: TableMigrations, _ bench: StoreBench, isReadOnly: Bool = false) throws -> PostgreSQLStore
  {
    let store = PostgreSQLStore(ladder) { _ in }
    _ = try store.open(bench.hello(isReadOnly: isReadOnly))
    return store
  }

  private func version(_ bench: StoreBench) throws -> Int32 {
    try bench.connection().run("SELECT version FROM assay_store").integer(0, 0)
  }

  /// All samples of the fixture are there.
  private func expectWhole(_ store: PostgreSQLStore) throws {
    #expect(try store.counts().reduce(0) { $0 + $1.count } == 11)
    #expect(try store.notes(prefix: "import:").count == 2)
    #expect(try store.information().deletions == 2)
    #expect(try store.verify() == [])
  }

  @Test("a store that was made by the first version answers as it did") func released() throws {
    let store = try open(.released, try bench())
    try expectWhole(store)
    #expect(store.openingNote?.hasSuffix("from version 1 to version 2") == true)
    #expect(try store.information().format.contains("schema 2"))
  }

  @Test("a store of an earlier version climbs to the newest, and says so once", arguments: [1, 2, 3])
  func climbs(from first: Int32) throws {
    let bench = try bench()
    if first > 1 { try open(TableMigrations(steps: Array(Self.ladder.steps[..<Int(first - 1)])), bench).close() }
    let store = try open(Self.ladder, bench)
    #expect(store.openingNote?.hasSuffix("from version \(first) to version 4") == true)
    try expectWhole(store)
    #expect(try store.information().format.contains("schema 4"))
    let lengths = try bench.connection().run("SELECT count(*) FROM assay_subjects WHERE length = 3").long(0, 0)
    #expect(lengths == 2)
    try store.store([TestLine(id: 1)])
    store.close()
    #expect(try open(Self.ladder, bench).openingNote == nil)
  }

  @Test("texts, commits and groups are the same after the migration, and views of people stay") func same() throws {
    let bench = try bench()
    let connection = try bench.connection()
    // Beside the fixture's samples many that share their form, as the first version stored them.
    try connection.run(
      script: """
        CREATE TABLE IF NOT EXISTS assay_samples_2031 PARTITION OF assay_samples
          FOR VALUES FROM (\(Period.start(of: 2031))) TO (\(Period.start(of: 2032)));
        INSERT INTO assay_commits SELECT max(number) + 1, 3000, 0 FROM assay_commits;
        INSERT INTO assay_ids
        SELECT ('00000000-0000-4000-0000-' || lpad(to_hex(g), 12, '0'))::uuid, g, 1,
          \(Period.start(of: 2031)) + g::bigint * 1000000, c.number
        FROM generate_series(1, 3000) g, (SELECT max(number) AS number FROM assay_commits) c;
        INSERT INTO assay_samples (type, start_us, id, end_us, digest, value, metadata, sample)
        SELECT 1, start_us, id, start_us, digest, digest / 4.0, '{"k": 1}', '{"uuid":"' || upper(id::text)
          || '","value":' || trim_scale(digest / 4.0) || ',"unit":"kg","start":"' || to_char(
            timestamp '2031-01-01' + digest * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
          || '","metadata":{"k":' || digest % 3 || '},"x":[ ' || digest || ']}'
        FROM assay_ids WHERE start_us >= \(Period.start(of: 2031));
        CREATE VIEW mine AS SELECT id, unit, time_zone, sample FROM samples;
        """)
    let read = "SELECT upper(id::text), sample FROM samples ORDER BY id"
    let before = try connection.run(read)
    let groups = "SELECT correlation::text, member::text FROM assay_members ORDER BY correlation, position"
    let links = try connection.run(groups)
    let store = try open(.released, bench)
    #expect(try store.verify() == [])
    let after = try connection.run(read)
    #expect(before.count == after.count && before.count > 3000)
    for row in 0..<before.count {
      #expect(before.text(row, 0) == after.text(row, 0) && before.text(row, 1) == after.text(row, 1))
    }
    let kept = try connection.run(groups)
    #expect(links.count == kept.count && links.count > 0)
    for row in 0..<links.count { #expect(links.text(row, 1) == kept.text(row, 1)) }
    #expect(try connection.run("SELECT count(*) FROM mine WHERE unit = 'kg'").long(0, 0) >= 3000)
    let forms = try connection.run("SELECT count(*) FROM assay_forms").long(0, 0)
    #expect(forms < 30)
    let last = try connection.run("SELECT max(number) FROM assay_commits").long(0, 0)
    #expect(try store.changes(since: last - 1).count == 3002)
    // The same samples again are known.
    #expect(try connection.run("SELECT count(*) FROM assay_ids").long(0, 0) == Int64(before.count))
  }

  @Test("a new store is of the newest version") func new() throws {
    let bench = try StoreBench()
    let store = try open(Self.ladder, bench)
    #expect(store.openingNote == nil)
    #expect(try version(bench) == 4)
    try store.store([TestLine(id: 1)])
    #expect(try store.verify() == [])
  }

  @Test("a migration that fails has not happened") func failing() throws {
    let bench = try bench()
    let steps = Self.ladder.steps + [TableStep(to: 5, keepsReading: true, statements: ["SELECT no_such_thing"])]
    #expect(throws: PluginError.self) { try open(TableMigrations(steps: steps), bench) }
    #expect(try version(bench) == 1)
    try expectWhole(try open(.released, bench))
  }

  @Test("reading changes nothing, and works where the steps allow it", arguments: [true, false])
  func reading(keeps: Bool) throws {
    let bench = try bench()
    if keeps {
      try open(TableMigrations(steps: Array(Self.ladder.steps[..<2])), bench).close()
      try expectWhole(try open(Self.ladder, bench, isReadOnly: true))
    } else {
      let error = try #require(throws: PluginError.self) { try open(Self.ladder, bench, isReadOnly: true) }
      #expect(error.code == .unwritable)
      #expect(error.hint?.contains("assay store compact") == true)
    }
    #expect(try version(bench) == (keeps ? 3 : 1))
  }

  @Test("a store that becomes newer takes nothing more from an earlier plugin") func newer() throws {
    let bench = try bench()
    let earlier = try open(.released, bench)
    try open(Self.ladder, bench).close()
    let error = try #require(throws: PluginError.self) { try earlier.store([TestLine(id: 1)]) }
    #expect(error.code == .future)
    let refusal = try #require(throws: PluginError.self) { try open(.released, bench) }
    #expect(refusal.code == .future)
    #expect(try version(bench) == 4)
  }
}
