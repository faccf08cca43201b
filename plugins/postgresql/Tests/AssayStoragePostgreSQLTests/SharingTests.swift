import Dispatch
import HealthModel
import HealthPlugins
import HealthStorage
import Synchronization
import Testing

@testable import AssayStoragePostgreSQL

/// Several at once, and what ends a connection.
@Suite("Sharing a PostgreSQL store", .serialized, .enabled(if: PrivateServer.shared != nil, PrivateServer.absence))
struct SharingTests {
  @Test("eight writers with samples in common store each once, and number their commits without gaps")
  func eight() throws {
    let bench = try StoreBench()
    let accepted = Mutex(0)
    let faults = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      do {
        let store = try bench.open()
        for round in 0..<5 {
          let first = writer * 50 + round * 20
          let lines = (first..<first + 100).map { TestLine(id: $0 + 1, start: Int64($0) * 86_400_000_000 * 30) }
          for part in [lines[..<50], lines[50...]] {
            let answer = try store.append(TestLine.lines(Array(part)))
            accepted.withLock { $0 += part.count - answer.duplicates.count - answer.conflicts.count }
          }
          _ = try store.commit(notes: [(key: "session", text: "\(writer) \(round)")])
        }
      } catch {
        faults.withLock { $0.append("\(error)") }
      }
    }
    #expect(faults.withLock { $0 } == [])
    let store = try bench.open()
    let ids = try store.rows().map(\.id)
    #expect(ids.count == Set(ids).count && ids.count == 530)
    #expect(accepted.withLock { $0 } == 530)
    #expect(try store.verify() == [])
    let marks = try store.changes(since: 0).filter { $0.hasPrefix("|") }
    #expect(marks == (1...marks.count).map { "|\($0)" })
  }

  @Test("who waits longer than it will is told that the store is locked") func locked() throws {
    let bench = try StoreBench()
    let first = try bench.open()
    _ = try first.append(TestLine.lines([TestLine(id: 1)]))
    let second = try bench.open(bench.hello(wait: 50))
    let error = try #require(throws: PluginError.self) { try second.append(TestLine.lines([TestLine(id: 1)])) }
    #expect(error.code == .locked)
    _ = try first.commit(notes: [])
    #expect(try second.store([TestLine(id: 1)]).duplicates == [0])
  }

  @Test("a lost server is told, and nothing of the transaction is there") func lost() throws {
    let bench = try StoreBench()
    let losses = Losses()
    let store = try bench.open { _ in losses.count += 1 }
    _ = try store.append(TestLine.lines([TestLine(id: 1)]))
    let lock = StoreLocks(schema: try StoreAddress(bench.hello()).schema).writing
    try bench.connection().run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = $1
      """, [.long(lock.key)])
    // Rows are on their way while the server works on those before: the commit says it at the latest.
    let error = try #require(throws: PluginError.self) {
      _ = try store.append(TestLine.lines([TestLine(id: 2)]))
      _ = try store.commit(notes: [])
    }
    #expect(error.kind == .transient)
    #expect(losses.count == 1)
    #expect(try bench.open().ids() == [])
  }

  /// How often a server was lost.
  private final class Losses {
    var count = 0
  }

  @Test("what is no store, or a newer one, stays as it is") func foreign() throws {
    let bench = try StoreBench()
    let readOnly = bench.hello(isReadOnly: true)
    #expect(try code { try bench.open(readOnly) } == .missing)
    let connection = try bench.connection()
    let schema = try connection.quoted(StoreAddress(readOnly).schema)
    try connection.run(script: "CREATE SCHEMA \(schema); CREATE TABLE \(schema).pets (name text)")
    #expect(try code { try bench.open() } == .foreign)
    try connection.run(script: "DROP TABLE \(schema).pets")
    try bench.open().store([TestLine(id: 1)])
    try connection.run(script: "UPDATE assay_store SET version = 3")
    #expect(try code { try bench.open() } == .future)
    try connection.run(script: "UPDATE assay_store SET version = 2")
    #expect(try bench.open(readOnly).ids() == ["1"])
  }

  @Test("a database that the server does not have is a missing store", arguments: [true, false])
  func noDatabase(isReadOnly: Bool) throws {
    let server = try #require(PrivateServer.shared)
    let url = server.url.replacing("postgresql:///assay?", with: "postgresql:///nowhere?")
    let hello = HostHello(
      host: "test", session: "0", url: url, parameters: StorageURL(url)?.parameters ?? [:], isReadOnly: isReadOnly)
    let error = try #require(throws: PluginError.self) { try PostgreSQLStore(onLoss: { _ in }).open(hello) }
    #expect(error.code == .missing)
    #expect(error.kind == .configuration)
    #expect(error.hint?.contains("createdb") == true)
    // A store that the server refuses for another reason is not missing.
    let stranger = url.replacing("nowhere", with: "assay").replacing("user=assay", with: "user=stranger")
    let other = HostHello(
      host: "test", session: "0", url: stranger, parameters: StorageURL(stranger)?.parameters ?? [:])
    let refusal = try #require(throws: PluginError.self) { try PostgreSQLStore(onLoss: { _ in }).open(other) }
    #expect(refusal.code == .unwritable)
  }

  private func code(_ work: () throws -> PostgreSQLStore) throws -> StorageError.Code? {
    do {
      _ = try work()
      return nil
    } catch let error as PluginError {
      return error.code
    }
  }

  @Test(
    "damage is found",
    arguments: [
      ("DELETE FROM assay_samples WHERE start_us = 5", "its sample is not there"),
      ("DELETE FROM assay_ids", "its id is not known"),
      ("UPDATE assay_samples SET digest = 3 WHERE start_us = 5", "its sample is not there"),
      ("UPDATE assay_forms SET content = left(content, 5)", "is not a JSON object"),
      ("UPDATE assay_forms SET source = 99", "is not there"),
      ("UPDATE assay_samples SET form = 99", "a form or a subject that is not there"),
      ("UPDATE assay_samples SET derived = true, start_us = 5000 WHERE start_us = 5", "is not where that says"),
      ("UPDATE assay_types SET samples = samples + 1", "more samples than it says"),
      ("DELETE FROM assay_members WHERE position = 0", "not numbered from 0"),
      ("UPDATE assay_members SET member_start_us = 7", "a member of the correlation"),
      ("UPDATE assay_types SET has_members = false", "than it says"),
      ("UPDATE assay_types SET longest_us = 0", "than it says"),
      ("UPDATE assay_commits SET number = 2", "is not numbered"),
      ("INSERT INTO assay_commits VALUES (7, 1, 0)", "without gaps"),
      ("INSERT INTO assay_deletions SELECT id, type, 1 FROM assay_ids", "there and deleted"),
      ("DELETE FROM assay_types", "no name"),
    ])
  func damage(_ sql: String, _ words: String) throws {
    let bench = try StoreBench()
    let store = try bench.open()
    try store.store([
      TestLine(id: 1, start: 5, end: 9, sample: #"{"source":{"name":"x"}}"#),
      TestLine(id: 2, type: "member", start: 6, correlation: 0, role: "a"),
      TestLine(id: 3, type: "member", start: 6, correlation: 0, role: "b"),
    ])
    #expect(try store.verify() == [])
    try bench.connection().run(script: sql)
    let faults = try store.verify()
    #expect(faults.contains { $0.message.contains(words) }, "\(faults)")
  }
}
