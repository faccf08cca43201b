import Foundation
import Testing

/// What `make install` puts down works where it lies, and holds nothing of the machine it was built on.
///
/// It makes a release build, which takes minutes: only with `ASSAY_INSTALL_TEST=1`.
@Suite(
  "Install",
  .enabled(if: ProcessInfo.processInfo.environment["ASSAY_INSTALL_TEST"] == "1", "ASSAY_INSTALL_TEST is not 1"))
struct InstallTests {
  private static let variables = ["PATH": "/usr/bin:/bin", "ASSAY_NOW": "2026-06-01T00:00:00Z", "LC_ALL": "C"]

  /// Runs an installed program.
  private func run(_ program: String, _ arguments: [String], in folder: String) throws -> ProcessResult {
    try ChildProcess(program, arguments, environment: Self.variables, folder: folder).finish()
  }

  @Test("the installed program runs alone") func install() throws {
    try TemporaryFolder.with { folder in
      let inherited = ProcessInfo.processInfo.environment
      let making = try ChildProcess(
        "/usr/bin/env", ["make", "install", "BUILD=.build-install", "DESTDIR=" + folder.path, "PREFIX=/usr"],
        environment: inherited,
        folder: AssayBinary.root)
      #expect(making.wait(limit: .seconds(3600)) == 0)
      _ = try making.finish()
      let program = folder.path(of: "usr/bin/assay")

      let list = try run(program, ["catalog", "list"], in: "/")
      #expect(list.status == 0)
      let expected = try AssayBinary.run(["catalog", "list"]).text
      #expect(list.text == expected)

      for file in ["man/man1/assay.1.gz", "man/man1/assay-import.1.gz", "bash-completion/completions/assay"] {
        #expect(FileManager.default.fileExists(atPath: folder.path(of: "usr/share/" + file)), "\(file)")
      }

      // Without its catalog it uses the compiled-in copy, and says the same.
      let moved = folder.path(of: "assay")
      try FileManager.default.copyItem(atPath: program, toPath: moved)
      #expect(try run(moved, ["catalog", "list"], in: "/").text == list.text)

      let place = Data(try TestFile.bytes(program)).range(of: Data(AssayBinary.root.utf8))
      #expect(place == nil, "the program holds the path it was built in")

      let libraries = try run("/usr/bin/env", ["ldd", program], in: "/").text
      #expect(!libraries.contains("libswift") && !libraries.contains("libFoundation"))
      #expect(!libraries.contains("curl") && !libraries.contains("not found"))

      let fine = try folder.write("fine.ndjson", StoredSample.line + "\n")
      let store = folder.path(of: "health.db")
      #expect(try run(program, ["import", fine, "--store", store], in: folder.path).status == 0)
      #expect(try run(program, ["query", "--store", store], in: folder.path).text.contains("heartRate"))
    }
  }
}
