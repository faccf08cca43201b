import Foundation
import Testing

/// Copying from store to store: what comes out of the second is what went into the first.
@Suite("Copies between stores") struct CopyTests {
  private func copy(_ from: String, _ to: String, _ options: String...) throws -> (status: Int32, report: RunReport) {
    let result = try AssayBinary.run(
      ["import", "--from-store", from, "--store", to, "--output-format", "json"] + options)
    guard let report = try? RunReport(result) else { throw NoReport(result: result) }
    return (result.status, report)
  }

  private func export(_ store: String) throws -> String {
    let result = try AssayBinary.run(["export", "--store", store])
    guard result.status == 0 else { throw NoReport(result: result) }
    return result.text
  }

  /// A store with all kinds of samples: given ids and derived ones, correlations, members that two of them share.
  private func filled(_ folder: TemporaryFolder) throws -> TestStore {
    let store = TestStore(folder)
    _ = try store.importing(
      ImportTests.demo[0], ImportTests.demo[1], "Tests/Fixtures/apple-health/correlations-shared.xml",
      "Tests/Fixtures/jsonlines/escapes.ndjson")
    return store
  }

  @Test("there and back", arguments: ["jsonl", "sqlite"]) func roundTrip(_ scheme: String) throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let content = try store.export()
      let middle = "\(scheme):" + folder.path(of: scheme == "jsonl" ? "middle/" : "middle.db")
      let last = "sqlite:" + folder.path(of: "last.db")
      let (status, report) = try copy(store.path, middle)
      #expect(status == 0)
      #expect(report.summary.isBalanced)
      #expect(report.summary.refused == 0)
      #expect(try export(middle) == content)
      #expect(try copy(middle, last).status == 0)
      #expect(try export(last) == content)
      // Digests are right as well: what is imported into the copy is known.
      let again = try TestStore(folder, "last.db").importing(ImportTests.demo[0])
      #expect(again.report.summary.accepted == 0)
      #expect(again.report.summary.conflicts == 0)
    }
  }

  @Test("a second copy adds nothing") func twice() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let target = folder.path(of: "target.db")
      let first = try copy(store.path, target).report.summary
      #expect(first.accepted > 80)
      let second = try copy(store.path, target)
      #expect(second.status == 0)
      #expect(second.report.summary.accepted == 0)
      #expect(second.report.summary.isBalanced)
      #expect(second.report.summary.read == first.read)
    }
  }

  @Test("only what is selected") func selection() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let target = folder.path(of: "target.db")
      let (_, report) = try copy(store.path, target, "--type", "heartRate", "--source", "Apple Watch")
      #expect(report.summary.accepted > 0)
      #expect(Set(try StoredSample.all(in: export(target)).map(\.type)) == ["heartRate"])
    }
  }

  @Test("a conflict goes to the quarantine in its normal form, from where it can be replayed") func conflict() throws {
    try TemporaryFolder.with { folder in
      let id = "6C1B5A0E-3D0B-4E0E-9A6D-0F6F2B6A1CFF"
      func line(_ value: Int) -> String {
        "{\"uuid\":\"\(id)\",\"type\":\"heartRate\",\"value\":\(value),\"unit\":\"count/min\","
          + "\"start\":\"2026-01-01T08:00:00Z\"}\n"
      }
      let first = TestStore(folder, "first.db")
      let second = TestStore(folder, "second.db")
      _ = try first.importing(folder.write("first.ndjson", line(64)))
      _ = try second.importing(folder.write("second.ndjson", line(65)))
      let (status, report) = try copy(first.path, second.path)
      #expect(status == 1)
      #expect(report.summary.conflicts == 1)
      #expect(report.diagnostics.map(\.code) == ["uuid-conflict"])
      let kept = try second.quarantine().filter { $0.reason == "conflict" }
      #expect(kept.map { String(decoding: $0.bytes, as: UTF8.self) + "\n" } == [try first.export()])
      _ = try AssayBinary.run(["store", "delete", "--store", second.path, "--id", id, "--yes"])
      let file = try #require(second.quarantineFiles().first { $0.contains("/first.db-") })
      let replay = try AssayBinary.run(["revalidate", file, "--store", second.path, "--restore-deleted"])
      #expect(replay.status == 0, "\(replay.errorText)")
      #expect(try second.samples(of: "heartRate").compactMap(\.number) == [64])
    }
  }

  @Test("what is imported and what is copied do not mix") func usage() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let target = folder.path(of: "target.db")
      let fine = try folder.write("fine.ndjson", ExitCase.fine + "\n")
      for options in [[fine], ["--subject", "P1"], ["--timezone", "UTC"], ["--format", "csv"]] {
        let arguments = ["import", "--from-store", store.path, "--store", target] + options
        #expect(try AssayBinary.run(arguments).status == 2, "\(options)")
      }
      #expect(try AssayBinary.run(["import", fine, "--store", target, "--type", "heartRate"]).status == 2)
      let same = ["import", "--from-store", store.path, "--store", "sqlite:" + folder.path + "/./health.db"]
      #expect(try AssayBinary.run(same).status == 2)
      #expect(try AssayBinary.run(["import", "--from-store", folder.path(of: "no.db"), "--store", target]).status == 3)
      #expect(!FileManager.default.fileExists(atPath: target))
    }
  }

  @Test("the books are kept in the store, and a dry run keeps nothing") func books() throws {
    try TemporaryFolder.with { folder in
      let store = try filled(folder)
      let target = folder.path(of: "target.db")
      let dry = try copy(store.path, target, "--dry-run")
      #expect(dry.status == 0)
      #expect(!FileManager.default.fileExists(atPath: target))
      let (_, report) = try copy(store.path, target)
      #expect(report.summary == dry.report.summary)
      let info = try AssayBinary.run(["store", "info", "--store", target, "--output-format", "json"])
      let object = try #require(try JSONSerialization.jsonObject(with: Data(info.output)) as? [String: Any])
      let imports = try #require(object["imports"] as? [[String: Any]])
      #expect(imports.map { $0["path"] as? String } == ["sqlite:" + store.path])
      #expect(imports.first?["accepted"] as? Int == report.summary.accepted)
      #expect(TestFile.names(in: folder.path).allSatisfy { !$0.hasPrefix(".assay") })
    }
  }
}
