import Foundation
import Testing

/// Looking after a store: what is in it, whether it is sound, deleting, compacting.
@Suite("Store") struct StoreTests {
  private func run(_ store: TestStore, _ verb: String, _ options: String...) throws -> ProcessResult {
    try AssayBinary.run(["store", verb, "--store", store.path] + options)
  }

  private func filled(_ folder: TemporaryFolder) throws -> TestStore {
    let store = TestStore(folder)
    _ = try store.importing(ImportTests.demo[0])
    return store
  }

  @Test("info says what is in it, for people") func text() throws {
    try TemporaryFolder.with { folder in
      let result = try run(filled(folder), "info")
      #expect(result.status == 0, "\(result.errorText)")
      for words in ["format", "SQLite", "samples", "heartRate", "bloodPressure", "demo/samples.ndjson", "done"] {
        #expect(result.text.contains(words), "\(words) is not in\n\(result.text)")
      }
    }
  }

  @Test("info says what is in it, for machines") func json() throws {
    try TemporaryFolder.with { folder in
      let result = try run(filled(folder), "info", "--output-format", "json")
      let info = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
      #expect(info["schema"] as? Int == 1)
      #expect(info["samples"] as? Int == 20)
      let types = try #require(info["types"] as? [String: Int])
      #expect(types["heartRate"] == 3)
      #expect(types["bloodPressureSystolic"] == 1)
      #expect(types.values.reduce(0, +) == 20)
      let imports = try #require(info["imports"] as? [[String: Any]])
      #expect(imports.count == 1)
      #expect(imports.first?["accepted"] as? Int == 20)
      #expect(imports.first?["refused"] as? Int == 4)
      #expect(imports.first?["finished"] as? Bool == true)
    }
  }

  @Test("a store that holds together is sound") func sound() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      _ = try store.importing(ImportTests.demo[1])
      let result = try run(store, "verify")
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.text.hasPrefix("valid: "))
    }
  }

  @Test("a value that somebody changed is found, though the file holds together") func changed() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      _ = try SQLiteReader.rows(
        of: store.path,
        "UPDATE assay_samples SET value = value + 1 WHERE type = (SELECT id FROM assay_types WHERE name = 'stepCount')")
      let result = try run(store, "verify")
      #expect(result.status == 1)
      #expect(result.text.contains("stepCount"))
      #expect(!result.text.contains("heartRate"))
      #expect(result.text.contains("not valid"))
    }
  }

  @Test("a sample that the catalog refuses is found") func refused() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let narrow = try folder.write(
        "narrow/heartRate.yaml",
        """
        schema: 1
        overrides: heartRate
        reason: a made-up study of slow hearts
        value: {allowed: {min: 0, max: 70}, plausible: {min: 10, max: 70}}

        """)
      let catalog = (narrow as NSString).deletingLastPathComponent
      let result = try run(store, "verify", "--catalog", catalog, "--output-format", "json")
      #expect(result.status == 1, "\(result.errorText)")
      let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
      #expect(report["sound"] as? Bool == false)
      let types = try #require(report["types"] as? [String: [String: Any]])
      #expect(types["heartRate"]?["refused"] as? Int == 1)
      #expect((types["heartRate"]?["by_code"] as? [String: Int]) == ["value-not-allowed": 1])
      #expect(types["stepCount"]?["refused"] as? Int == 0)
    }
  }

  @Test(
    "deleting wants to know which samples, and a yes",
    arguments: [
      [], ["--yes"], ["--all", "--type", "heartRate", "--yes"], ["--type", "heartRate"],
      ["--type", "hartRate", "--yes"], ["--id", "no-uuid", "--yes"],
    ])
  func deletionUsage(_ options: [String]) throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let content = try store.export()
      let result = try AssayBinary.run(["store", "delete", "--store", store.path] + options)
      #expect(result.status == 2, "\(result.errorText)")
      #expect(try store.export() == content)
    }
  }

  @Test("what is deleted is gone, and comes back only when that is asked for") func deletion() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let content = try store.export()
      let dry = try run(store, "delete", "--type", "stepCount", "--dry-run")
      #expect(dry.text == "2 samples match\n")
      #expect(try store.export() == content)
      let result = try run(store, "delete", "--type", "stepCount", "--yes")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "2 samples deleted\n")
      #expect(try store.samples(of: "stepCount").isEmpty)
      let again = try store.importing(ImportTests.demo[0])
      #expect(again.report.summary.accepted == 0)
      #expect(again.report.summary.isBalanced)
      let restored = try store.importing(ImportTests.demo[0], options: ["--restore-deleted"])
      #expect(restored.report.summary.accepted == 2)
      #expect(try store.export() == content)
    }
  }

  @Test("a member goes with its group") func group() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let result = try run(store, "delete", "--type", "bloodPressureSystolic", "--yes")
      #expect(result.text == "3 samples deleted\n")
      #expect(try store.samples(of: "bloodPressure").isEmpty)
      #expect(try store.samples(of: "bloodPressureDiastolic").isEmpty)
      #expect(try store.samples(of: "food").count == 1)
    }
  }

  @Test("by id") func identity() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let id = "6c1b5a0e-3d0b-4e0e-9a6d-0f6f2b6a1c01"
      #expect(try StoredSample.all(in: store.export("--id", id)).map(\.uuid) == [id.uppercased()])
      #expect(try run(store, "delete", "--id", id, "--yes").text == "1 sample deleted\n")
      let gone = try AssayBinary.run(["export", "--store", store.path, "--id", id])
      #expect(gone.status == 1 && gone.text.isEmpty)
      #expect(gone.errorText == "assay: no sample of the store has the UUID \(id.uppercased())\n")
    }
  }

  @Test("a source's own samples only") func owner() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let dry = try run(store, "delete", "--owner", "org.example.pace", "--dry-run")
      #expect(dry.text == "2 samples match\n")
      let foreign = try run(store, "delete", "--owner", "org.example.pace", "--type", "heartRate", "--yes")
      #expect(foreign.text == "0 samples match\n")
      #expect(try store.samples(of: "heartRate").count == 3)
      #expect(try run(store, "delete", "--owner", "org.example.pace", "--yes").text == "2 samples deleted\n")
      #expect(try store.samples(of: "stepCount").isEmpty)
    }
  }

  @Test("compacting changes no answer") func compact() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      _ = try run(store, "delete", "--type", "stepCount", "--yes")
      let content = try store.export()
      let result = try run(store, "compact")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.contains("bytes before, "))
      #expect(try store.export() == content)
      #expect(try store.importing(ImportTests.demo[0]).report.summary.accepted == 0)
    }
  }

  @Test("a question makes no store", arguments: ["info", "verify"]) func noStore(_ verb: String) throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.run(["store", verb, "--store", folder.path(of: "none.db")])
      #expect(result.status == 3)
      #expect(result.errorText.contains("assay: error[store-"))
      #expect(TestFile.names(in: folder.path) == [])
    }
  }
}
