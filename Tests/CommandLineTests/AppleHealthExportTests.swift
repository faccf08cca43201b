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

/// `assay export --as apple-health` writes what other readers read.
@Suite("Export as the Health app does") struct AppleHealthExportTests {
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
      let result = try AssayBinary.run(["export", "--store", store.path, "--as", "apple-health", path])
      #expect(result.status == 0, "\(result.errorText)")
      let expected = try TestFile.lines("Tests/Fixtures/export-writer/\(reader).txt")
      #expect(
        try ExportReaders.read(path, by: reader, in: folder.path)
          == expected.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}
