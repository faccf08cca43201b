import Assay
import AssayKit
import Foundation
import Testing

/// What to do about a failure is said in the words of who asks: a program has no options of the command.
@Suite("Remedies") struct RemedyTests {
  private static let root = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  @Test("the command names an option, the library does not", arguments: StorageError.Remedy.allCases)
  func words(_ remedy: StorageError.Remedy) {
    let error = StorageError(.failed, "it failed", remedy: remedy)
    #expect(error.remedy == remedy && error.description == "it failed; \(remedy.text)")
    #expect(!remedy.text.contains("--"))
    let shown = Failure(error).message
    #expect(shown.hasPrefix("error[store-failed]: it failed; ") && shown.contains("--"), "\(shown)")
  }

  @Test("a hint without a remedy is the same for both") func hints() {
    let error = StorageError(.failed, "it failed", hint: "try again")
    #expect(error.remedy == nil && Failure(error).message == "error[store-failed]: it failed; try again")
  }

  @Test("another writer is waited for", arguments: ["%/health.db", "jsonl:%/health"])
  func locked(_ kind: String) async throws {
    let folder = NSTemporaryDirectory() + "assay-remedy-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let name = kind.replacingOccurrences(of: "%", with: folder)
    let types = try HealthTypes.builtIn()
    let first = try await HealthStore(name, types: types)
    let second = try await HealthStore(name, types: types, options: StorageOptions(waitMilliseconds: 30))
    let now = first.now
    try await first.write { transaction in
      try await transaction.save(.quantity(.heartRate, 60, .count / .minute, from: now)).check()
      let error = await #expect(throws: StorageError.self) {
        _ = try await second.save(.quantity(.heartRate, 61, .count / .minute, from: now))
      }
      #expect(error?.code == .locked && error?.remedy == .waitLonger)
    }
    try await second.close()
    try await first.close()
  }

  @Test("findings of samples and bodies name no options") func findings() throws {
    let types = try HealthTypes.builtIn()
    let judged = types.judged(
      [.quantity(QuantityType("zzzzzzzzzzzz"), 1, .count, from: Instant(microseconds: 0))],
      now: Instant(microseconds: SavedSampleTests.now))
    let unknown = judged.findings(at: 0)
    #expect(unknown.map(\.code) == [.typeUnknown])
    let body = #"[{"type":"heartRate","value":64,"unit":"count/min","start":"2026-01-05T08:00:00"}]"#
    let verdict = BodyValidator(types).validate(Array(body.utf8), now: Instant(microseconds: SavedSampleTests.now))
    #expect(verdict.findings.map(\.diagnostic.code) == [.timeNoOffset])
    let hints = (unknown + verdict.findings.map(\.diagnostic)).map { $0.hint ?? "" }
    #expect(hints.allSatisfy { !$0.isEmpty && !$0.contains("--") }, "\(hints)")
  }

  /// What programs use without the command.
  static let folders = [
    "Sources/AssayKit", "Sources/HealthPlugins", "Sources/HealthQueries",
    "Sources/HealthStorage", "plugins/jsonl/Sources", "plugins/postgresql/Sources", "plugins/sqlite/Sources",
  ]

  @Test("no text of the library names an option of the command", arguments: folders)
  func texts(_ folder: String) throws {
    let url = Self.root.appendingPathComponent(folder)
    let files = try #require(FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        // Options of createdb are PostgreSQL's.
        let found = line.firstMatch(of: /"[^"]*--[a-z]/) != nil && !line.contains("createdb")
        #expect(!found, "\(file.lastPathComponent): \(line)")
      }
    }
    #expect(count > 0)
  }
}
