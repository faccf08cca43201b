import Foundation
import Testing

/// Python with two readers of exports, which `make test` sets up.
enum ExportReaders {
  /// The interpreter; `nil` when it does not have the readers.
  static let python: String? = {
    let path = AssayBinary.root + "/.build-python/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    let probe = try? run(path, ["-c", "import healthkit_to_sqlite, apple_health_parser"])
    return probe?.status == 0 ? path : nil
  }()

  /// What a reader makes of an export, as lines.
  static func read(_ export: String, by reader: String, in folder: String) throws -> [String] {
    let result = try run(try #require(python), ["Tests/Schema/export_readers.py", reader, export, folder])
    #expect(result.status == 0, "\(result.errorText)")
    return result.text.split(separator: "\n").map(String.init)
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> ProcessResult {
    try ChildProcess(
      program, arguments, environment: AssayBinary.environment(["PYTHONDONTWRITEBYTECODE": "1"]),
      folder: AssayBinary.root
    ).finish()
  }
}

/// `assay export --as apple-health` writes what our reader and others read.
@Suite("Export as the Health app does") struct AppleHealthExportTests {
  private func export(_ store: TestStore, to path: String, _ options: String...) throws -> ProcessResult {
    try AssayBinary.run(["export", "--store", store.path, "--as", "apple-health", path] + options)
  }

  @Test(
    "what came from an export is known when it comes again",
    arguments: [
      "Tests/Fixtures/demo/export.xml", "Tests/Fixtures/apple-health/phone-export-1.xml",
      "Tests/Fixtures/apple-health/phone-export-2.xml", "Tests/Fixtures/apple-health/correlations-both.xml",
      "Tests/Fixtures/apple-health/correlations-nested-only.xml", "Tests/Fixtures/apple-health/entities.xml",
      "Tests/Fixtures/apple-health/two-offsets.xml", "Tests/Fixtures/apple-health/metadata-twice.xml",
      "Tests/Fixtures/apple-health/v3-no-values.xml", "Tests/Fixtures/apple-health/locale-fr.xml",
    ])
  func roundTrip(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let taken = try store.importing(input).report.summary.accepted
      #expect(taken > 0)
      let path = folder.path(of: "export.zip")
      let written = try export(store, to: path)
      #expect(written.status == 0, "\(written.errorText)")
      let (_, again) = try store.importing(path)
      #expect(again.summary.accepted == 0)
      #expect(again.summary.conflicts == 0)
      #expect(again.summary.refused == 0, "\(again.diagnostics)")
      let second = TestStore(folder, "second.db")
      #expect(try second.importing(path).report.summary.accepted == taken)
      // Ids, values and metadata are the same; what an attribute cannot say may differ.
      let ids = { (text: String) in try StoredSample.all(in: text).map { [$0.uuid, $0.type, "\($0.number ?? 0)"] } }
      #expect(try ids(second.export()) == ids(store.export()))
    }
  }

  @Test("structured samples are read from what is written, and known when they come again") func structured() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing("Tests/Fixtures/export-writer/structured.ndjson")
      #expect(status == 0, "\(report.diagnostics)")
      #expect(report.summary.accepted == 10)
      let first = folder.path(of: "first.zip")
      let written = try export(store, to: first)
      #expect(written.status == 0, "\(written.errorText)")
      let second = TestStore(folder, "second.db")
      let (_, read) = try second.importing(first)
      #expect(read.summary.accepted == 10, "\(read.diagnostics)")
      let types = { (text: String) in try StoredSample.all(in: text).map(\.type) }
      #expect(try types(second.export()) == types(store.export()))
      let again = folder.path(of: "again.zip")
      #expect(try export(second, to: again).status == 0)
      let (_, known) = try second.importing(again)
      #expect(known.summary.accepted == 0)
      #expect(known.summary.conflicts == 0)
      #expect(known.summary.refused == 0, "\(known.diagnostics)")
    }
  }

  @Test(
    "what belongs to a sample that is not there is written by itself", arguments: ["workoutRoute", "heartbeatSeries"])
  func alone(_ type: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing("Tests/Fixtures/export-writer/structured.ndjson")
      let path = folder.path(of: "export.zip")
      let written = try export(store, to: path, "--type", type)
      #expect(written.status == 0, "\(written.errorText)")
      let (_, report) = try TestStore(folder, "second.db").importing(path)
      #expect(report.summary.accepted == 1, "\(report.diagnostics)")
    }
  }

  @Test("equal samples give equal bytes, however they came into the store") func sameBytes() throws {
    try TemporaryFolder.with { folder in
      let (one, two) = (TestStore(folder, "one.db"), TestStore(folder, "two.db"))
      let inputs = [
        "Tests/Fixtures/apple-health/correlations-both.xml", "Tests/Fixtures/apple-health/phone-export-1.xml",
      ]
      for input in inputs { _ = try one.importing(input) }
      for input in inputs.reversed() { _ = try two.importing(input) }
      for (store, name) in [(one, "one.zip"), (two, "two.zip")] {
        #expect(try export(store, to: folder.path(of: name)).status == 0)
      }
      #expect(try TestFile.bytes(folder.path(of: "one.zip")) == TestFile.bytes(folder.path(of: "two.zip")))
    }
  }

  @Test("samples of several people are refused, with the way out, and no file appears") func subjects() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      for name in ["A", "B"] {
        _ = try store.importing(
          folder.write("\(name).ndjson", ExitCase.fine + "\n"), options: ["--subject", name])
      }
      let path = folder.path(of: "export.zip")
      let refused = try export(store, to: path)
      #expect(refused.status == 2)
      #expect(
        refused.errorText.contains("of subject `A` and samples of subject `B`; name the one to write by --subject"))
      #expect(!FileManager.default.fileExists(atPath: path))
      let one = try export(store, to: path, "--subject", "A")
      #expect(one.status == 0, "\(one.errorText)")
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("samples that an export has no place for are left out and counted") func omission() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let mood =
        #"{"type":"stateOfMind","start":"2026-01-01T08:00:00Z","fields":{"kind":"momentaryEmotion","valence":0.5}}"#
      #expect(
        try store.importing(folder.write("in.ndjson", mood + "\n" + ExitCase.fine + "\n")).report.summary.accepted == 2)
      let result = try export(store, to: folder.path(of: "export.zip"))
      #expect(result.status == 1)
      #expect(
        result.errorText.contains(
          "1 sample left out, since an export of Apple Health has no place for them: stateOfMind (1)"))
      #expect(try TestStore(folder, "second.db").importing(folder.path(of: "export.zip")).report.summary.accepted == 1)
    }
  }

  static let wrongCalls = [
    (["--as", "apple-health"], "--as takes one file"), (["--as", "apple-health", "a.zip", "-o", "b.zip"], "one file"),
    (["--as", "strava", "a.zip"], "unknown --as `strava`; one of apple-health"), (["a.zip"], "after --output"),
    (["--as", "apple-health", "a.zip", "--limit", "1"], "--limit"),
    (["--as", "apple-health", "a.zip", "--output-format", "csv"], "--output-format"),
  ]

  @Test("calls that contradict themselves are refused", arguments: AppleHealthExportTests.wrongCalls)
  func wrong(_ words: [String], _ message: String) throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.run(["export", "--store", folder.path(of: "none.db")] + words)
      #expect(result.status == 2)
      #expect(result.errorText.contains(message), "\(result.errorText)")
    }
  }

  @Test(
    "other readers read it",
    .enabled(if: ExportReaders.python != nil, "healthkit-to-sqlite and apple-health-parser are not here"),
    arguments: ["healthkit-to-sqlite", "apple-health-parser"])
  func others(_ reader: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing("Tests/Fixtures/export-writer/samples.ndjson")
      #expect(status == 0, "\(report.diagnostics)")
      let path = folder.path(of: "export.zip")
      let result = try export(store, to: path)
      #expect(result.status == 0, "\(result.errorText)")
      let expected = try TestFile.lines("Tests/Fixtures/export-writer/\(reader).txt")
      #expect(
        try ExportReaders.read(path, by: reader, in: folder.path)
          == expected.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}
