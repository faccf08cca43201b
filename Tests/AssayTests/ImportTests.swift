import Assay
import AssayKit
import Foundation
import HealthModel
import HealthReports
import HealthStorage
import SQLiteStore
import SeededRandom
import Synchronization
import Testing

/// Imports through the library: exactly once, counts that add up, one content in every store.
struct ImportTests {
  @Test("a second import inserts nothing, in every store", arguments: ["memory", "sqlite"])
  func twice(_ scheme: String) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: SeededGenerator.seed())
    let path = try bench.file("a.ndjson", samples.lines(800, faulty: true).joined(separator: "\n"))
    let store = try await Self.open(scheme, bench)
    let first = try await bench.load(path, into: store, quarantine: "q.ndjson")
    #expect(first.accepted > 700)
    #expect(first.refused > 0)
    Self.expectBalanced(first)
    let exported = try await bench.export(store)
    let second = try await bench.load(path, into: store, quarantine: "q.ndjson")
    #expect(second.accepted == 0)
    #expect(second.duplicates == first.accepted + (first.duplicates ?? 0))
    #expect(second.refused == first.refused)
    Self.expectBalanced(second)
    #expect(try await bench.export(store) == exported)
    #expect(try bench.text("q.ndjson").split(separator: "\n").count > 0)
    try await store.close()
  }

  @Test("stores hold the same, and an export imported again gives the same") func sameContent() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: SeededGenerator.seed())
    let path = try bench.file("a.ndjson", samples.lines(600).joined(separator: "\n"))
    let memory = try await Self.open("memory", bench)
    let sqlite = try await Self.open("sqlite", bench)
    _ = try await bench.load(path, into: memory)
    _ = try await bench.load(path, into: sqlite)
    let exported = try await bench.export(sqlite)
    #expect(try await bench.export(memory) == exported)
    let again = try await Self.open("sqlite", bench, name: "again.db")
    let summary = try await bench.load(try bench.file("e.ndjson", exported), into: again)
    #expect(summary.refused == 0)
    #expect(try await bench.export(again) == exported)
    try await sqlite.close()
    try await again.close()
  }

  @Test("a given id with other content is a conflict; the stored one stays", arguments: ["memory", "sqlite"])
  func conflict(_ scheme: String) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let id = "6C1B5A0E-3D0B-4E0E-9A6D-0F6F2B6A1C01"
    func line(_ value: Int) -> String {
      "{\"uuid\":\"\(id)\",\"type\":\"heartRate\",\"value\":\(value),\"unit\":\"count/min\","
        + "\"start\":\"2026-01-01T08:00:00Z\"}"
    }
    let path = try bench.file("a.ndjson", [line(70), line(71), line(70)].joined(separator: "\n"))
    let store = try await Self.open(scheme, bench)
    let summary = try await bench.load(path, into: store, quarantine: "q.ndjson")
    #expect(summary.accepted == 1)
    #expect(summary.conflicts == 1)
    #expect(summary.duplicates == 1)
    Self.expectBalanced(summary)
    #expect(try await bench.export(store).contains("\"value\":70"))
    let kept = try bench.text("q.ndjson")
    #expect(kept.contains("\"reason\":\"conflict\""))
    #expect(kept.contains("uuid-conflict"))
    try await store.close()
  }

  @Test("an interrupted import goes on and ends as if nothing had happened", arguments: [1, 2, 3])
  func interruption(_ chunks: Int) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: 7)
    let path = try bench.file("a.ndjson", samples.lines(9000, faulty: true).joined(separator: "\n"))
    let whole = try await Self.open("sqlite", bench, name: "whole.db")
    let wanted = try await bench.load(path, into: whole, jobs: 32, quarantine: "whole.ndjson")
    let store = try await Self.open("sqlite", bench, name: "parts.db")
    let calls = Mutex(0)
    await #expect(throws: Failure.self) {
      _ = try await bench.load(path, into: store, jobs: 32, quarantine: "parts.ndjson") {
        calls.withLock { count in
          count += 1
          return count == chunks ? 2 : nil
        }
      }
    }
    let summary = try await bench.load(path, into: store, jobs: 32, quarantine: "parts.ndjson")
    #expect(summary.resumedAt != nil)
    #expect(summary.read == wanted.read)
    #expect(summary.accepted == wanted.accepted)
    #expect(summary.byCode == wanted.byCode)
    #expect(summary.byType == wanted.byType)
    Self.expectBalanced(summary)
    #expect(try await bench.export(store) == bench.export(whole))
    #expect(try bench.text("parts.ndjson") == bench.text("whole.ndjson"))
    try await store.close()
    try await whole.close()
  }

  @Test("an interrupted import does not go on for another subject", arguments: [("anna", "ben"), ("anna", "anna")])
  func settings(_ first: String, _ second: String) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    var samples = GeneratedSamples(seed: 7)
    // A sample with an id of its own is the same sample, whoever's it is.
    let lines = samples.lines(9000).filter { !$0.contains("\"uuid\"") }
    let path = try bench.file("a.ndjson", lines.joined(separator: "\n"))
    let store = try await Self.open("sqlite", bench)
    let calls = Mutex(0)
    await #expect(throws: Failure.self) {
      _ = try await bench.load(path, into: store, jobs: 32, subject: first) {
        calls.withLock { count in
          count += 1
          return count == 2 ? 2 : nil
        }
      }
    }
    let summary = try await bench.load(path, into: store, jobs: 32, subject: second)
    #expect((summary.resumedAt != nil) == (first == second))
    // Nothing of what is read now was stored for the other one.
    let whole = try await Self.open("memory", bench)
    _ = try await bench.load(path, into: whole, subject: second)
    let wanted = try await bench.export(whole).split(separator: "\n")
    #expect(Set(try await bench.export(store).split(separator: "\n")).isSuperset(of: wanted))
    try await store.close()
  }

  static func open(_ scheme: String, _ bench: Workbench, name: String = "a.db") async throws -> any StorageBackend {
    let factory = scheme == "memory" ? StorageBackendFactory.memory : SQLitePlugin.factory
    return try await factory.open(
      StorageURL(scheme: scheme, location: bench.folder + "/" + name),
      StorageContext(registry: bench.registry, lines: NormalizedLines(registry: bench.registry)))
  }

  static func expectBalanced(_ summary: Summary) {
    #expect(
      summary.read == summary.accepted + (summary.duplicates ?? 0) + (summary.conflicts ?? 0) + summary.refused)
  }
}
