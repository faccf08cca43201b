import Foundation
import HealthModel
import HealthQueries
import HealthStorage
import HealthTestKit
import SQLiteStore
import Testing

/// A store that changes: in memory or in a file of a test's own.
struct ChangeBench: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case memory, sqlite
  }

  let backend: any StorageBackend
  let workbench: SampleWorkbench
  /// The path of the file; `nil` in memory.
  let path: String?

  private static let shared = Result { try SampleWorkbench() }

  /// Runs a function with an empty store that is gone behind it.
  static func with<Value>(_ kind: Kind, _ body: (ChangeBench) async throws -> Value) async throws -> Value {
    let workbench = try shared.get()
    if kind == .memory {
      return try await body(
        ChangeBench(backend: MemoryStore(registry: workbench.registry), workbench: workbench, path: nil))
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assay-changes-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/health.db"
    let backend = try await SQLitePlugin.factory.open(
      StorageURL(scheme: "sqlite", location: path), workbench.context())
    let value = try await body(ChangeBench(backend: backend, workbench: workbench, path: path))
    try await backend.close()
    return value
  }

  /// The store as queries see it.
  var store: HealthStore { store(of: backend) }

  /// The same types in another backend.
  func store(of backend: any StorageBackend) -> HealthStore { HealthStore(backend) }

  /// Another connection to the store's file, which only reads.
  func reader() async throws -> HealthStore {
    let location = try #require(path)
    return store(
      of: try await SQLitePlugin.factory.open(
        StorageURL(scheme: "sqlite", location: location), workbench.context(StorageOptions(isReadOnly: true))))
  }

  /// Stores samples in one commit.
  func commit(_ lines: String...) async throws {
    let batch = try workbench.batch(lines.joined(separator: "\n"))
    _ = try await backend.write { transaction in try await transaction.append(batch) }
  }

  /// Deletes samples in one commit, with what goes with them.
  func delete(_ ids: SampleID...) async throws {
    var query = SampleQuery()
    query.ids = ids
    _ = try await backend.delete(query)
  }

  /// An id of a sample.
  static func id(_ number: Int) -> SampleID {
    SampleID(high: 0x6C1B_5A0E_3D0B_4E0E, low: 0x9A6D_0000_0000_0000 | UInt64(number))
  }

  /// A heart rate with an id of its own.
  static func heart(_ number: Int, id: Int? = nil, at time: String = "2026-01-02T08:00:00Z") -> String {
    #"{"uuid":"\#(Self.id(id ?? number))","type":"heartRate","value":\#(number),"unit":"count/min","start":"\#(time)"}"#
  }

  /// A step count with an id of its own.
  static func steps(_ number: Int) -> String {
    #"{"uuid":"\#(id(number))","type":"stepCount","value":\#(number),"unit":"count","#
      + #""start":"2026-01-02T08:00:00Z","end":"2026-01-02T08:05:00Z"}"#
  }

  /// A correlation with two members, all with ids of their own.
  static func pressure(_ number: Int) -> String {
    #"{"uuid":"\#(id(number))","type":"bloodPressure","start":"2026-01-02T09:00:00Z","members":["#
      + #"{"uuid":"\#(id(number + 1))","type":"bloodPressureSystolic","value":120,"unit":"mmHg"},"#
      + #"{"uuid":"\#(id(number + 2))","type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}"#
  }
}
