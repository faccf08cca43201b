import Testing

/// The normal form: written once, it stays what it is.
@Suite("Round trips") struct RoundTripTests {
  private static let demo = ["Tests/Fixtures/demo/samples.ndjson", "Tests/Fixtures/demo/export.xml"]
  static let inputs =
    demo + [
      "Tests/Fixtures/jsonlines/escapes.ndjson", "Tests/Fixtures/jsonlines/numbers.ndjson",
      "Tests/Fixtures/jsonlines/mixed-bad.ndjson", "Tests/Fixtures/apple-health/correlations-both.xml",
      "Tests/Fixtures/apple-health/phone-export-2.xml", "Tests/Fixtures/apple-health/entities.xml",
      "Tests/Fixtures/apple-health/v3-no-values.xml", "Tests/Fixtures/apple-health/metadata-twice.xml",
    ]

  @Test("normalizing a normal form changes nothing", arguments: RoundTripTests.inputs)
  func idempotent(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let first = try AssayBinary.run(["normalize", input])
      let again = try AssayBinary.run(["normalize", folder.write("first.ndjson", first.text)])
      #expect(again.status == 0, "\(again.errorText)")
      #expect(again.text == first.text)
    }
  }

  @Test("a normal form has the warnings of what it came from, and no errors", arguments: RoundTripTests.inputs)
  func sameWarnings(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let before = try RunReport(AssayBinary.run(["validate", "--output-format", "json", input]))
      let normal = try folder.write("normal.ndjson", AssayBinary.run(["normalize", input]).text)
      let after = try RunReport(AssayBinary.run(["validate", "--output-format", "json", normal]))
      #expect(after.findings("error") == [])
      #expect(after.summary.refused == 0)
      // A refused record may have had warnings as well: they went with it.
      let refused = Set(before.findings("error").map(\.line))
      // A file that an export lacks is not missed in the normal form.
      let kept = before.findings("warning").filter { !refused.contains($0.line) && $0.code != "file-missing" }
      #expect(after.findings("warning").map(\.code).sorted() == kept.map(\.code).sorted())
    }
  }

  @Test("an export imported elsewhere is the same export", arguments: RoundTripTests.inputs)
  func stores(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let first = TestStore(folder, "first.db")
      let second = TestStore(folder, "second.db")
      let taken = try first.importing(input).report.summary.accepted
      let content = try first.export()
      let (status, report) = try second.importing(folder.write("first.ndjson", content))
      #expect(status == 0)
      #expect(report.summary.accepted == taken)
      #expect(report.summary.isBalanced)
      #expect(try second.export() == content)
    }
  }

  @Test("an import of the normal form stores what an import of the input stores", arguments: demo)
  func normalizeFirst(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let direct = TestStore(folder, "direct.db")
      let later = TestStore(folder, "later.db")
      _ = try direct.importing(input)
      _ = try later.importing(folder.write("normal.ndjson", AssayBinary.run(["normalize", input]).text))
      #expect(try later.export() == direct.export())
    }
  }
}
