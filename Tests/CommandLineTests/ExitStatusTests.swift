import Glibc
import Testing

/// What depends on who runs the tests, and on limits; `Tests/Console/exit-statuses.md` has the statuses.
@Suite("Exit status") struct ExitStatusTests {
  @Test(
    "a file without permission is the environment's fault",
    .enabled(if: geteuid() != 0, "root may read every file"))
  func permission() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("closed.ndjson", StoredSample.line + "\n")
      #expect(chmod(path, 0) == 0)
      #expect(try AssayBinary.run(["validate", path]).status == 3)
    }
  }

  @Test("few files that may be open are a failure with a message, not a trap", arguments: 4...16)
  func openFiles(_ limit: Int) throws {
    try TemporaryFolder.with { folder in
      try folder.write("fine.ndjson", StoredSample.line + "\n")
      for call in [
        "--version", "catalog list", "explain duplicate", "plugins list", "normalize fine.ndjson",
        "import fine.ndjson --store health.db", "query --store health.db", "catalog lint",
      ] {
        let result = try AssayBinary.shell("ulimit -n \(limit); exec assay \(call)", folder: folder.path)
        #expect([0, 3].contains(result.status), "\(call): \(result.status) \(result.errorText)")
        if result.status == 3 { #expect(!result.errorText.isEmpty, "\(call)") }
        if limit < 8 { #expect(result.errorText.contains("ulimit -n"), "\(call): \(result.errorText)") }
      }
    }
  }
}
