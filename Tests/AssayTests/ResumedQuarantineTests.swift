import Assay
import Foundation
import HealthModel
import HealthReports
import HealthStorage
import Synchronization
import Testing

/// An import that goes on changes no quarantine file but its own.
@Suite("Quarantine of a resumed import") struct ResumedQuarantineTests {
  private static func calls(stoppingAt number: Int) -> @Sendable () -> Int32? {
    let count = Mutex(0)
    return {
      count.withLock { count in
        count += 1
        return count == number ? 2 : nil
      }
    }
  }

  /// Lines of which every fifth is refused.
  private static func lines(_ count: Int, from first: Int = 0) -> [String] {
    (first..<first + count).map { number in
      let value = number % 5 == 0 ? "\"x\(number)\"" : "60"
      let second = (number % 60 < 10 ? "0" : "") + String(number % 60)
      return #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":"2026-01-01T08:00:\#(second)Z"}"#
    }
  }

  private static func refused(_ bench: Workbench, _ name: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: bench.folder + "/" + name) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test(
    "an import that began with settings nobody knows, or with others, starts over and says why",
    arguments: [
      (nil, false, "an earlier version of Assay"), ("anna", false, "an earlier version of Assay"),
      ("anna", true, "the options have changed"),
    ])
  func otherSettings(_ subject: String?, isSaved: Bool, _ reason: String) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", Self.lines(9000).joined(separator: "\n") + "\n")
    let store = try await ImportTests.open("sqlite", bench)
    await #expect(throws: Failure.self) {
      _ = try await bench.load(
        path, into: store, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true, subject: isSaved ? nil : subject,
        interruption: Self.calls(stoppingAt: 2))
    }
    var progress = try #require(try await store.progress(of: path))
    let settings = try #require(progress.details.firstRange(of: /,"settings":"[0-9a-f]+"/))
    if !isSaved { progress.details.removeSubrange(settings) }
    let transaction = try await store.begin()
    try await transaction.commit(progress)
    try await transaction.finish()
    let heard = Mutex<[String]>([])
    let summary = try await bench.load(
      path, into: store, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true, subject: subject,
      note: { note in heard.withLock { $0.append(note) } })
    let notes = heard.withLock { $0 }
    // A second note may say that records of before were kept.
    #expect(notes.first?.contains(reason) == true && notes.count <= 2, "\(notes)")
    #expect(summary.resumedAt == nil)
    #expect(summary.refused == 1800 && summary.read == 9000)
    #expect(Self.refused(bench, "q/own.ndjson").count == 1800)
    #expect(try await store.progress(of: path)?.isFinished == true)
    try await store.close()
  }

  @Test("a correction in the file of an interrupted import is not cut", arguments: [true, false])
  func edited(ownsFolder: Bool) async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", Self.lines(9000).joined(separator: "\n") + "\n")
    let store = try await ImportTests.open("sqlite", bench)
    let name = ownsFolder ? "q/own.ndjson" : "named.ndjson"
    await #expect(throws: Failure.self) {
      _ = try await bench.load(
        path, into: store, jobs: 32, quarantine: name, ownsFolder: ownsFolder, interruption: Self.calls(stoppingAt: 2))
    }
    var kept = Self.refused(bench, name)
    let sample = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
    kept[0] = kept[0].dropLast() + #","replacement":\#(sample)}"#
    _ = try bench.file(name, kept.joined(separator: "\n") + "\n")
    let heard = Mutex<[String]>([])
    let summary = try await bench.load(
      path, into: store, jobs: 32, quarantine: name, ownsFolder: ownsFolder,
      note: { note in heard.withLock { $0.append(note) } })
    let notes = heard.withLock { $0 }
    #expect(notes.first?.contains("was edited since it was interrupted") == true, "\(notes)")
    #expect(summary.resumedAt == nil && summary.read == 9000 && summary.refused == 1800)
    #expect(Self.refused(bench, name).count == 1800)
    // The line with the correction is whole; those that the import kept again are there once.
    let earlier = name.replacing(".ndjson", with: ".earlier.ndjson")
    #expect(Self.refused(bench, earlier) == [kept[0]])
    try await store.close()
  }

  @Test("with another file it starts over, and what the file had before stays") func otherFile() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", Self.lines(5000).joined(separator: "\n") + "\n")
    let store = try await ImportTests.open("sqlite", bench)
    _ = try await bench.load(path, into: store, quarantine: "q/own.ndjson", ownsFolder: true)
    let first = Self.refused(bench, "q/own.ndjson")
    #expect(first.count == 1000)
    _ = try bench.file("a.ndjson", Self.lines(9000, from: 5000).joined(separator: "\n") + "\n")
    await #expect(throws: Failure.self) {
      _ = try await bench.load(
        path, into: store, jobs: 32, quarantine: "other.ndjson", interruption: Self.calls(stoppingAt: 2))
    }
    let summary = try await bench.load(path, into: store, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true)
    #expect(summary.resumedAt == nil)
    #expect(Self.refused(bench, "q/own.ndjson").count == 1800)
    #expect(Self.refused(bench, "q/own.earlier.ndjson") == first)
    try await store.close()
  }

  @Test("one that began anew and was interrupted leaves nothing that the import before it goes on in")
  func startedOver() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let path = try bench.file("a.ndjson", Self.lines(9000).joined(separator: "\n") + "\n")
    let store = try await ImportTests.open("sqlite", bench)
    await #expect(throws: Failure.self) {
      _ = try await bench.load(
        path, into: store, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true, subject: "anna",
        interruption: Self.calls(stoppingAt: 3))
    }
    await #expect(throws: Failure.self) {
      _ = try await bench.load(
        path, into: store, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true, subject: "ben",
        interruption: Self.calls(stoppingAt: 1))
    }
    let summary = try await bench.load(
      path, into: store, jobs: 32, quarantine: "q/own.ndjson", ownsFolder: true, subject: "anna")
    #expect(summary.refused == 1800)
    let lines = Self.refused(bench, "q/own.ndjson")
    #expect(lines.count == 1800)
    #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") && !$0.contains("\"ben\"") })
    try await store.close()
  }
}
