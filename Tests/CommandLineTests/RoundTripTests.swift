import Testing

/// The normal form: written once, it stays what it is.
@Suite("Round trips") struct RoundTripTests {
  static let inputs =
    ImportTests.demo + [
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

  @Test("an import of the normal form stores what an import of the input stores", arguments: ImportTests.demo)
  func normalizeFirst(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let direct = TestStore(folder, "direct.db")
      let later = TestStore(folder, "later.db")
      _ = try direct.importing(input)
      _ = try later.importing(folder.write("normal.ndjson", AssayBinary.run(["normalize", input]).text))
      #expect(try later.export() == direct.export())
    }
  }

  @Test("options narrow an export") func options() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(ImportTests.demo[0])
      let rates = try StoredSample.all(in: store.export("--type", "heartRate"))
      #expect(rates.map(\.type) == ["heartRate", "heartRate", "heartRate"])
      #expect(try StoredSample.all(in: store.export("--limit", "2")).count == 2)
      let none = try AssayBinary.run(["export", "--store", store.path, "--source", "org.example.nobody"])
      #expect(none.status == 1 && none.output.isEmpty && none.errorText.contains("no sample of source"))
      let morning = try StoredSample.all(in: store.export("--type", "heartRate", "--to", "2025-04-01T12:00:00Z"))
      #expect(morning.count == 1)
    }
  }
}

/// A study's own type, beside the built-in ones.
@Suite("A team's type") struct TeamTypeTests {
  private let options = ["--catalog", "Tests/Fixtures/team-catalog"]
  private let samples = "Tests/Fixtures/team-catalog/samples.ndjson"

  @Test("is validated") func validate() throws {
    let result = try AssayBinary.run(["validate", "--output-format", "json", samples] + options)
    #expect(result.status == 1)
    let report = try RunReport(result)
    #expect(report.summary.accepted == 4)
    #expect(
      report.diagnostics.map(\.code) == [
        "value-implausible", "value-not-allowed", "unit-not-allowed", "unit-incompatible", "duration-too-long",
        "type-unknown",
      ])
    #expect(report.diagnostics.last?.hint?.contains("org.study.gripStrength") == true)
  }

  @Test("is unknown without its catalog") func unknown() throws {
    let report = try RunReport(AssayBinary.run(["validate", "--output-format", "json", samples]))
    #expect(report.summary.byCode == ["type-unknown": 9])
  }

  @Test("is normalized to its unit") func normalize() throws {
    let result = try AssayBinary.run(["normalize", samples] + options)
    let stored = try StoredSample.all(in: result.text)
    #expect(stored.compactMap(\.unit) == ["kg", "kg", "kg", "kg"])
    #expect(stored.compactMap(\.number) == [38.5, 38.10175908, 41.2, 95])
  }

  @Test("is imported, exported and imported again") func importing() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let (status, report) = try store.importing(samples, options: options)
      #expect(status == 1)
      #expect(report.summary.accepted == 4)
      #expect(report.summary.refused == 5)
      let content = try store.export("--catalog", "Tests/Fixtures/team-catalog")
      #expect(try StoredSample.all(in: content).map(\.type) == Array(repeating: "org.study.gripStrength", count: 4))
      let other = TestStore(folder, "other.db")
      let second = try other.importing(folder.write("content.ndjson", content), options: options)
      #expect(second.status == 0)
      #expect(try other.export("--catalog", "Tests/Fixtures/team-catalog") == content)
    }
  }
}
