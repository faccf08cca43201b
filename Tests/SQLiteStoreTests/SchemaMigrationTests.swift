import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Synchronization
import Testing

@testable import SQLiteStore

/// Stores of earlier versions: `Tests/Fixtures/stores` holds one of each that was released.
@Suite struct MigrationTests {
  let place: Place

  init() throws { place = try Place() }

  // MARK: - The bench

  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/stores").path
  private static let workbench = Result { try SampleWorkbench() }

  /// Takes a stored file of the first version.
  private func takeFixture() throws {
    try FileManager.default.copyItem(atPath: Self.fixtures + "/sqlite-1.db", toPath: place.path)
  }

  private func open(
    _ ladder: SchemaMigrations, isReadOnly: Bool = false, notes: Notes = Notes(), registry: Registry? = nil
  ) throws -> StepwiseStore {
    try Self.open(ladder, at: place.path, isReadOnly: isReadOnly, notes: notes, registry: registry)
  }

  private static func open(
    _ ladder: SchemaMigrations, at path: String, isReadOnly: Bool = false, notes: Notes = Notes(),
    registry: Registry? = nil
  ) throws -> StepwiseStore {
    var context = try workbench.get().context(StorageOptions(isReadOnly: isReadOnly, waitMilliseconds: 2_000))
    context.note = { notes.add($0) }
    if let registry { context.registry = registry }
    return StepwiseStore(try SQLiteBackend(at: path, context, ladder))
  }

  private final class Notes: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private func export(_ store: StepwiseStore) async throws -> String {
    var query = SampleQuery()
    query.omitsMembers = true
    var lines: [String] = []
    try await store.query(query) { batch in
      lines += try Self.workbench.get().lines(of: batch)
      return true
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func exported() throws -> String {
    try String(contentsOfFile: fixtures + "/export.ndjson", encoding: .utf8)
  }

  private func schema() throws -> [[String: String]] {
    try place.rows("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name")
  }

  private func version() throws -> String? { try place.rows("PRAGMA user_version").first?["user_version"] }

  /// The store is of the third version, and nothing is lost.
  private func expectThird(_ store: StepwiseStore) async throws {
    #expect(try await export(store) == Self.exported())
    #expect(try await store.imports().map(\.path) == ["samples.ndjson", "more.ndjson"])
    #expect(try await store.information().deletions == 2)
    #expect(try await store.information().format.hasSuffix("schema 3"))
    #expect(try await store.verify() == [])
    #expect(
      try place.rows("SELECT name, length FROM assay_subjects ORDER BY id") == [
        ["name": "P-1", "length": "3"], ["name": "P-2", "length": "3"],
      ])
    #expect(try place.rows("SELECT word FROM assay_words").count == 2)
  }

  // MARK: - Tests

  @Test("a store that was made by the first version answers as it did") func released() async throws {
    try takeFixture()
    let notes = Notes()
    let store = try open(.released, notes: notes)
    #expect(try await export(store) == Self.exported())
    #expect(try await store.verify() == [])
    let again = try Self.workbench.get().batch(
      String(contentsOfFile: Self.fixtures + "/samples.ndjson", encoding: .utf8))
    #expect(try await store.append(again).outcomes.allSatisfy { $0 == .duplicate })
    try await store.close()
    #expect(notes.all == [])
  }

  @Test("a store of an earlier version climbs to the newest, and says so once", arguments: [1, 2])
  func climbs(from first: Int) async throws {
    try takeFixture()
    if first == 2 { try await open(SchemaMigrations(first: Schema.version1, steps: [TestLadder.toSecond])).close() }
    #expect(try version() == String(first))
    let notes = Notes()
    let store = try open(TestLadder.whole, notes: notes)
    try await expectThird(store)
    let new = try Self.workbench.get().batch(
      #"{"type":"stepCount","value":1,"unit":"count","start":"2026-05-01T08:00:00Z","subject":"P-4"}"#)
    #expect(try await store.append(new).outcomes == [.accepted])
    try await store.commit(nil)
    try await store.close()
    #expect(try version() == "3")
    try await open(TestLadder.whole, notes: notes).close()
    #expect(notes.all.count == 1)
    #expect(notes.all.first?.hasSuffix("from version \(first) of its schema to version 3") == true, "\(notes.all)")
  }

  @Test("a store that climbed has the schema of a new one, text for text") func sameAsNew() async throws {
    try takeFixture()
    try await open(TestLadder.whole).close()
    let climbed = try schema().filter { $0["type"] != "view" }
    let other = try MigrationTests()
    try await other.open(TestLadder.whole).close()
    #expect(try climbed == other.schema().filter { $0["type"] != "view" })
  }

  /// A process may end at any moment: what is on the disk then is the store before or behind the migration.
  @Test("an interrupted migration has not happened, and the next one does") func interrupted() async throws {
    try takeFixture()
    let copies = place.folder + "/copies"
    try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: false)
    let made = Notes()
    let (path, folder) = (place.path, place.folder)
    @Sendable func copy() throws {
      made.add("copy")
      let number = made.all.count
      try FileManager.default.createDirectory(atPath: "\(copies)/\(number)", withIntermediateDirectories: false)
      for name in ["health.db", "health.db-wal"] where FileManager.default.fileExists(atPath: folder + "/" + name) {
        try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: "\(copies)/\(number)/\(name)")
      }
    }
    let steps = TestLadder.whole.steps.map { step in
      SchemaStep(to: step.to, keepsReading: step.keepsReading, statements: []) { db in
        try copy()
        for statement in step.statements {
          try db.execute(sql: statement)
          try copy()
        }
        try step.transform(db)
        try copy()
      }
    }
    let store = try open(SchemaMigrations(first: Schema.version1, steps: steps))
    try copy()
    try await store.close()
    try copy()
    let total = made.all.count
    #expect(total > 10)
    for number in 1...total {
      try FileManager.default.removeItem(atPath: path)
      for name in ["health.db", "health.db-wal"] {
        let from = "\(copies)/\(number)/\(name)"
        if FileManager.default.fileExists(atPath: from) {
          try FileManager.default.copyItem(atPath: from, toPath: folder + "/" + name)
        }
      }
      let again = try open(TestLadder.whole)
      try await expectThird(again)
      try await again.close()
    }
  }

  @Test(
    "a step that fails leaves the store as it was",
    arguments: ["SELECT no_such_thing", "CREATE TABLE assay_odd (a)", ""])
  func failing(_ statement: String) async throws {
    try takeFixture()
    let before = try place.bytes()
    // The last one runs, and leaves another schema than it promises.
    let step = SchemaStep(
      to: TestLadder.toSecond.to, keepsReading: true,
      statements: statement.isEmpty
        ? [TestLadder.words] : TestLadder.toSecond.statements + [statement, "SELECT no_such_thing"])
    let error = #expect(throws: StorageError.self) {
      _ = try open(SchemaMigrations(first: Schema.version1, steps: [step]))
    }
    #expect(error?.code == (statement.isEmpty ? .corrupt : .failed), "\(error?.description ?? "")")
    #expect(try version() == "1")
    let store = try open(.released)
    #expect(try await export(store) == Self.exported())
    try await store.close()
    #expect(try place.bytes().count == before.count)
  }

  @Test("types that do not fit leave the store as it was") func incompatible() async throws {
    try takeFixture()
    let registry = try Types.registry([Types.quantity("heartRate", "count", .cumulative)])
    let error = #expect(throws: StorageError.self) { _ = try open(TestLadder.whole, registry: registry) }
    #expect(error?.code == .incompatible)
    #expect(try version() == "1")
  }

  @Test("reading changes nothing, and works where the steps allow it", arguments: [true, false])
  func reading(keeps: Bool) async throws {
    try takeFixture()
    try await open(SchemaMigrations(first: Schema.version1, steps: keeps ? [TestLadder.toSecond] : [])).close()
    let before = try place.bytes()
    if keeps {
      let store = try open(TestLadder.whole, isReadOnly: true)
      #expect(try await export(store) == Self.exported())
      #expect(try await store.information().format.hasSuffix("schema 2"))
      try await store.close()
    } else {
      let error = #expect(throws: StorageError.self) { _ = try open(TestLadder.whole, isReadOnly: true) }
      #expect(error?.code == .unwritable)
      #expect(error?.message.contains("has version 1 of the schema, and this program reads version 3") == true)
      #expect(error?.hint?.contains("assay store compact") == true)
    }
    #expect(try place.bytes() == before)
    #expect(try version() == (keeps ? "2" : "1"))
  }

  @Test("a newer store is refused and untouched; one that becomes newer takes nothing more from an earlier program")
  func newer() async throws {
    try takeFixture()
    let earlier = try open(.released)
    #expect(try await export(earlier) == Self.exported())
    try await open(TestLadder.whole).close()
    let batch = try Self.workbench.get().batch(
      #"{"type":"stepCount","value":1,"unit":"count","start":"2026-05-01T08:00:00Z"}"#)
    let writing = await #expect(throws: StorageError.self) { _ = try await earlier.append(batch) }
    #expect(writing?.code == .future)
    let reading = await #expect(throws: StorageError.self) { _ = try await self.export(earlier) }
    #expect(reading?.code == .future)
    try await earlier.close()
    let before = try place.bytes()
    for isReadOnly in [true, false] {
      let error = #expect(throws: StorageError.self) { _ = try open(.released, isReadOnly: isReadOnly) }
      #expect(error?.code == .future)
    }
    #expect(try place.bytes() == before)
  }

  @Test("of several that migrate at once one does") func atOnce() async throws {
    try takeFixture()
    let notes = Notes()
    let path = place.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { try await Self.open(TestLadder.whole, at: path, notes: notes).close() }
      }
      try await group.waitForAll()
    }
    #expect(notes.all.count == 1)
    let store = try open(TestLadder.whole)
    try await expectThird(store)
    try await store.close()
  }
}
