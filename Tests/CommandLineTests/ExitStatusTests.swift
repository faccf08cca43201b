import Foundation
import Glibc
import Testing

/// The statuses that Documentation/import.md lists: 0 done, 1 refused or incomplete, 2 usage, 3 environment.
@Suite("Exit status") struct ExitStatusTests {
  @Test("ends with its status", arguments: ExitCase.done + ExitCase.refused + ExitCase.usage + ExitCase.environment)
  func status(_ item: ExitCase) throws {
    try TemporaryFolder.with { folder in
      for (name, text) in ExitCase.files { try folder.write(name, text) }
      let words = CommandWords.split(item.call).map { $0.replacingOccurrences(of: "$DIR", with: folder.path) }
      let result = try AssayBinary.run(words, input: Array(item.input.utf8), output: item.output)
      #expect(result.status == item.status, "\(result.errorText)")
      // What was not done is said, and in one line for people, not as a dump.
      if item.status >= 2 {
        #expect(!result.errorText.isEmpty)
        #expect(!result.errorText.contains("Fatal error"))
      }
    }
  }

  @Test("a usage error is found before any work") func usageFirst() throws {
    try TemporaryFolder.with { folder in
      let fine = try folder.write("fine.ndjson", ExitCase.fine + "\n")
      let store = TestStore(folder)
      let result = try AssayBinary.run(store.importArguments([fine, folder.path(of: "none.ndjson")]))
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(TestFile.names(in: folder.path) == ["fine.ndjson"])
    }
  }

  @Test("one bad input does not stop the others", arguments: ExitCase.amongOthers)
  func badAmongGood(_ bad: ExitCase) throws {
    try TemporaryFolder.with { folder in
      let fine = try folder.write("fine.ndjson", ExitCase.fine + "\n")
      let result = try AssayBinary.run(["validate", "--output-format", "json", fine, bad.call, fine])
      #expect(result.status == bad.status, "\(result.errorText)")
      let files = try RunReport(result).summary.files.filter { $0.path == fine }
      #expect(files.map(\.accepted) == [1, 1])
    }
  }

  @Test("the highest status wins over the others") func highest() throws {
    try TemporaryFolder.with { folder in
      let wrong = try folder.write("wrong.ndjson", "{}\n")
      #expect(try AssayBinary.run(["validate", wrong, "/proc/self/mem"]).status == 3)
      #expect(try AssayBinary.run(["validate", "--fail-on", "never", wrong, "/proc/self/mem"]).status == 3)
    }
  }

  @Test(
    "a file without permission is the environment's fault",
    .enabled(if: geteuid() != 0, "root may read every file"))
  func permission() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("closed.ndjson", ExitCase.fine + "\n")
      #expect(chmod(path, 0) == 0)
      #expect(try AssayBinary.run(["validate", path]).status == 3)
    }
  }

  @Test("a zip from a pipe is refused with advice") func pipedZip() throws {
    let zip = try TestFile.bytes("Tests/Fixtures/apple-health/export.zip")
    let result = try AssayBinary.run(["validate", "-"], input: zip)
    #expect(result.status == 2)
    #expect(result.errorText.contains("file"))
  }

  @Test("what is refused as a store stays as it was, to the byte") func foreignStore() throws {
    try TemporaryFolder.with { folder in
      let fine = try folder.write("fine.ndjson", ExitCase.fine + "\n")
      let text = String(repeating: "not a database\n", count: 1000)
      let store = TestStore(folder, "notes.db")
      try folder.write("notes.db", text)
      #expect(try AssayBinary.run(store.importArguments([fine])).status == 3)
      #expect(try TestFile.bytes(store.path) == Array(text.utf8))
      #expect(TestFile.names(in: folder.path) == ["fine.ndjson", "notes.db"])
    }
  }

  @Test("a question makes no store") func questionMakesNone() throws {
    try TemporaryFolder.with { folder in
      _ = try AssayBinary.run(["query", "--store", folder.path(of: "none.db")])
      #expect(TestFile.names(in: folder.path) == [])
    }
  }

  @Test("few files that may be open are a failure with a message, not a trap", arguments: 4...16)
  func openFiles(_ limit: Int) throws {
    try TemporaryFolder.with { folder in
      try folder.write("fine.ndjson", ExitCase.fine + "\n")
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

  @Test("a link at the place of the quarantine is not followed") func linkedQuarantine() throws {
    try TemporaryFolder.with { folder in
      let wrong = try folder.write("wrong.ndjson", "{}\n")
      let victim = try folder.write("victim", "untouched")
      let link = folder.path(of: "q.ndjson")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
      #expect(try AssayBinary.run(["validate", "--quarantine", link, wrong]).status == 3)
      #expect(try TestFile.bytes(victim) == Array("untouched".utf8))
    }
  }
}
