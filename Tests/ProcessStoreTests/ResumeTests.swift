import Foundation
import HealthModel
import HealthPlugins
import HealthStorage
import HealthTestKit
import Testing

/// A plugin that dies is started again, and every sample is stored exactly once, whenever it died.
@Suite(.enabled(if: Bench.hasPython, "python3 is not here"), .timeLimit(.minutes(10)))
struct ResumeTests {
  /// The moments at which `line_store.py` can die, and how many times it comes to them before.
  static let deaths: [String] = [
    "before-begin", "in-batch", "before-ack", "after-begin", "before-commit", "stored", "after-commit",
  ].flatMap { moment in
    // There are four appends of three batches each, and two commits.
    (moment.contains("commit") || moment == "stored" ? [1, 2] : [1, 2, 4, 7, 12]).map { "\(moment):\($0)" }
  }

  @Test("a death at any message loses nothing and doubles nothing", arguments: ResumeTests.deaths)
  func death(_ moment: String) async throws {
    try await Bench.withFolder { folder in
      let path = folder + "/store.json"
      let store = try await Bench.open(
        "line_store.py", ["--die", moment, "--flag", folder + "/flag"], store: path)
      var accepted = 0
      for part in 0..<4 {
        let receipt = try await store.append(try Bench.batch(Bench.pulses(250, from: part * 250)))
        accepted += receipt.count(of: .accepted)
        if part % 2 == 1 { try await store.commit(Bench.progress(Int64(part))) }
      }
      #expect(FileManager.default.fileExists(atPath: folder + "/flag"), "the plugin did not die")
      #expect(accepted == 1000)
      #expect(try await store.progress(of: "/data/day.ndjson") == Bench.progress(3))
      #expect(try await store.information().lastCommit == 2)
      try await store.close()

      let again = try await Bench.open("line_store.py", store: path, options: StorageOptions(isReadOnly: true))
      #expect(try await again.counts() == [StoredTypeCount(type: "heartRate", count: 1000)])
      let lines = try await Bench.lines(again)
      #expect(Set(lines).count == 1000)
      #expect(try await again.imports() == [Bench.progress(3)])
      try await again.close()
    }
  }

  @Test("what is rolled back is gone, and what is asked meanwhile sees committed samples only")
  func rollback() async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open("line_store.py", store: folder + "/store.json")
      _ = try await store.append(try Bench.batch(Bench.pulse()))
      #expect(try await store.counts().isEmpty)
      #expect(try await Bench.lines(store).isEmpty)
      await store.rollback()
      let receipt = try await store.append(try Bench.batch(Bench.pulse(), Bench.pressure))
      #expect(receipt.count(of: .accepted) == 4)
      try await store.commit(nil)
      #expect(try await Bench.lines(store).count == 2)
      _ = try await store.append(try Bench.batch(Bench.mass))
      let waiting = Task { try await store.delete(SampleQuery()) }
      while store.line.waiterCount < 1 { await Task.yield() }
      try await store.close()
      let refused = await #expect(throws: StorageError.self) { _ = try await waiting.value }
      #expect(refused?.code == .failed)
      let again = try await Bench.open("line_store.py", store: folder + "/store.json")
      #expect(try await Bench.lines(again).count == 2)
      try await again.close()
    }
  }

  @Test("a store opened for reading takes nothing") func readOnly() async throws {
    try await Bench.withFolder { folder in
      let options = StorageOptions(isReadOnly: true)
      let missing = await #expect(throws: StorageError.self) {
        _ = try await Bench.open("line_store.py", store: folder + "/store.json", options: options)
      }
      #expect(missing?.code == .pluginConfiguration)
      try await Bench.open("line_store.py", store: folder + "/store.json").close()
      let store = try await Bench.open("line_store.py", store: folder + "/store.json", options: options)
      let batch = try Bench.batch(Bench.pulse())
      let append = await #expect(throws: StorageError.self) { _ = try await store.append(batch) }
      let deletion = await #expect(throws: StorageError.self) { _ = try await store.delete(SampleQuery()) }
      #expect(append?.code == .unwritable)
      #expect(deletion?.code == .unwritable)
      try await store.close()
      let closed = await #expect(throws: StorageError.self) { _ = try await store.counts() }
      #expect(closed?.code == .failed)
    }
  }

  @Test("a store that a plugin keeps in the plain way holds all laws") func conformance() async throws {
    try await Bench.withFolder { folder in
      let store = Bench.storeUnderTest("line_store.py")
      // Writing and asking are tried with the plugins of the project; this one changes and deletes as well.
      let report = await StorageConformance.run(store, folder: folder, only: ["changes", "delete", "progress"])
      for failure in report.failures { Issue.record("\(failure)") }
      #expect(report.isPassed, "\(report)")
    }
  }
}
