import Testing

/// A reader that went away: it ends a listing quietly and never stops an import.
@Suite("Closed pipes") struct ClosedPipeTests {
  /// Runs the command with a pipe as standard output whose reader has gone before the first byte.
  private func run(_ arguments: [String]) throws -> ProcessResult {
    try TemporaryFolder.with { folder in
      try AssayBinary.shell(
        "mkfifo \"$1\" && { : <\"$1\" & } && exec >\"$1\" && wait && shift && exec assay \"$@\"",
        [folder.path(of: "pipe")] + arguments)
    }
  }

  @Test(
    "a listing ends quietly", arguments: [["catalog", "list"], ["units", "list"], ["catalog", "list", "--help"]])
  func listing(_ arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty, "\(result.errorText)")
  }

  @Test("half of an export is not success") func export() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let fine = try folder.write("fine.ndjson", ExitCase.fine + "\n")
      #expect(try AssayBinary.run(store.importArguments([fine])).status == 0)
      let result = try run(["export", "--store", "sqlite:" + store.path])
      #expect(result.status == 3, "status \(result.status)")
      #expect(result.errorText.contains("Broken pipe"))
    }
  }

  @Test("an import goes on to its end") func importing() throws {
    try TemporaryFolder.with { folder in
      // More findings than the report buffers, then a sound sample.
      let lines = (0..<2000).map { "{\"type\":\"heartRate\",\"value\":\($0)}" } + [ExitCase.fine]
      let input = try folder.write("input.ndjson", lines.joined(separator: "\n") + "\n")
      let store = TestStore(folder)
      let result = try run(store.importArguments([input]))
      #expect(result.status == 1 || result.status == 3, "status \(result.status)")
      #expect(try StoredSample.all(in: store.export()).map(\.type) == ["heartRate"])
    }
  }
}
