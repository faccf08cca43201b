import Foundation
import HealthCatalog
import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import SQLiteStore

/// A store with samples for one test; its folder goes with the value.
final class SampleShelf: Sendable {
  enum Kind: String, Sendable, CaseIterable { case memory, sqlite }

  let store: HealthStore
  private let folder: String?

  private static let shared: Result<SampleWorkbench, any Error> = Result {
    try SampleWorkbench(definitions: [
      CatalogFile(path: "test.note.yaml", bytes: Array(note.utf8)),
      CatalogFile(path: "test.mood.yaml", bytes: Array(mood.utf8)),
      CatalogFile(path: "test.sitting.yaml", bytes: Array(sitting.utf8)),
    ])
  }

  /// The built-in types and some of these tests.
  static func workbench() throws -> SampleWorkbench { try shared.get() }

  /// Opens an empty store and commits samples, one a line.
  init(_ kind: Kind, _ lines: String...) async throws {
    let workbench = try Self.workbench()
    let backend: any StorageBackend
    switch kind {
    case .memory:
      folder = nil
      backend = MemoryStore(registry: workbench.registry)
    case .sqlite:
      let path = FileManager.default.temporaryDirectory.path + "/assay-queries-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      folder = path
      backend = try await SQLitePlugin.factory.open(
        StorageURL(scheme: "sqlite", location: path + "/health.db"), workbench.context())
    }
    store = HealthStore(backend)
    try await add(lines.joined(separator: "\n"))
  }

  deinit {
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Appends samples, one a line, and commits them.
  func add(_ lines: String) async throws {
    guard !lines.isEmpty else { return }
    let batch = try Self.workbench().batch(lines)
    _ = try await store.backend.write { transaction in try await transaction.append(batch) }
  }

  private static let note = """
    schema: 1
    type: test.note
    kind: characteristic
    title: Note
    value: {kind: string, max_length: 4096}

    """

  private static let mood = """
    schema: 1
    type: test.mood
    kind: category
    title: Mood
    values: {low: 0, high: 1, later: {}}

    """

  private static let sitting = """
    schema: 1
    type: test.sitting
    kind: correlation
    title: Sitting
    members:
      before: {type: heartRate, count: 0..1}
      after: {type: heartRate, count: 0..1}
      sleepAnalysis: 0..*

    """
}

extension SampleShelf {
  /// Microseconds of a moment of `2026-01-01T08:00:00Z`'s form; 0 when it is none.
  static func moment(_ text: String) -> Int64 {
    let bytes = Array(text.utf8)
    return TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)?.instant.microseconds ?? 0
  }

  /// A line of heart rate at so many minutes after 2026-01-01T00:00:00Z.
  static func heart(_ value: Int, at minute: Int, lasting minutes: Int = 0) -> String {
    func text(_ minute: Int) -> String {
      TimestampWriter.string(moment("2026-01-01T00:00:00Z") + Int64(minute) * 60 * Instant.second)
    }
    return #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":"\#(text(minute))","#
      + #""end":"\#(text(minute + minutes))"}"#
  }
}

extension [Sample] {
  /// The numbers of the quantities, `72 80`; other kinds by type.
  var text: String {
    map { sample in sample.quantity.map { String(Int($0.value)) } ?? sample.type }.joined(separator: " ")
  }
}
