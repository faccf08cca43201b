import Foundation
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import SQLiteStore

/// What a power cut leaves of a writer that had begun, with the journal that undoes it, is read all the same.
@Suite struct InterruptedWriterTests {
  private let place: Place
  private let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  /// Puts a store into the test's place as a writer in the middle of a transaction has it on the disk.
  private func interrupt(_ writer: Place, _ sql: String) throws {
    let db = try Database(path: writer.path)
    // So small a cache that pages are written before the commit, with the journal synced before them.
    try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE; \(sql)")
    try db.execute(
      sql: """
        CREATE TABLE filler (a);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200)
        INSERT INTO filler SELECT randomblob(3000) FROM n
        """)
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: writer.path + suffix, toPath: place.path + suffix)
    }
    try db.execute(sql: "ROLLBACK")
    try #require(try place.names() == ["health.db", "health.db-journal"])
  }

  private func stocked() async throws -> Place {
    let writer = try Place()
    let store = try await writer.open(registry)
    _ = try await store.append((0..<50).map { Draft("heartRate", at: Int64($0), value: 60) }, registry)
    try await store.commit()
    try await store.close()
    return writer
  }

  @Test(arguments: [true, false])
  func whatWasCommittedIsRead(isReadOnly: Bool) async throws {
    try await interrupt(stocked(), "DELETE FROM assay_samples")
    let store = try await place.open(registry, isReadOnly: isReadOnly)
    #expect(try await store.answers().count == 50)
    #expect(try await store.verify().isEmpty)
    try await store.close()
    #expect(try !place.names().contains("health.db-journal"))
    #expect(try !place.names().contains("health.db-lock"))
  }

  @Test func aStoreThatWasNeverWholeIsNotThere() async throws {
    try interrupt(Place(), "PRAGMA application_id = \(Schema.applicationID); CREATE TABLE assay_samples (a)")
    let error = await #expect(throws: StorageError.self) { _ = try await place.open(registry, isReadOnly: true) }
    #expect(error?.code == .missing, "\(error?.description ?? "")")
    let store = try await place.open(registry)
    #expect(try await store.counts().isEmpty)
    try await store.close()
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write anywhere"))
  func withoutTheRightToWriteTheErrorSaysWhatToDo() async throws {
    try await interrupt(stocked(), "DELETE FROM assay_samples")
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: place.folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.folder) }
    let error = await #expect(throws: StorageError.self) { _ = try await place.open(registry, isReadOnly: true) }
    #expect(error?.message.contains("interrupted writer") == true)
    #expect(error?.hint?.contains("as a user who may write there") == true)
  }

  /// A process that writes now holds a lock of SQLite's: its journal is nobody else's to undo.
  @Test func aWriterThatIsAliveIsNotDisturbed() async throws {
    let writer = try await stocked()
    let db = try Database(path: writer.path)
    try db.execute(sql: "PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE; UPDATE assay_counters SET value = 1")
    let store = try await writer.open(registry, isReadOnly: true)
    #expect(try await store.answers().count == 50)
    try await store.close()
    #expect(try writer.names().contains("health.db-journal"))
    try db.execute(sql: "ROLLBACK")
  }
}
