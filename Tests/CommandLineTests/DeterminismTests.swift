import Testing

/// Same input, same bytes: whatever the threads, the locale, the time zone or the folder.
@Suite("Determinism") struct DeterminismTests {
  private static let environments: [[String: String]] = [
    ["TZ": "UTC", "LC_ALL": "C"], ["TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8"],
    ["TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8"], ["TZ": "", "LC_ALL": "", "HOME": "/nowhere"],
  ]

  @Test("of a verb", arguments: ["validate", "normalize"]) func verbs(_ verb: String) throws {
    let call = [verb] + ImportTests.demo
    let first = try AssayBinary.run(call + ["--jobs", "1"])
    for (index, environment) in Self.environments.enumerated() {
      let other = try AssayBinary.run(call + ["--jobs", String(index * 3 + 2)], environment: environment)
      #expect(other.status == first.status)
      #expect(other.text == first.text)
      #expect(StableText.of(other.errors, folder: "/") == StableText.of(first.errors, folder: "/"))
    }
  }

  @Test("of a large input cut into many chunks") func chunks() throws {
    try TemporaryFolder.with { folder in
      let input = try folder.write("samples.ndjson", GeneratedInput.jsonLines.text(4000))
      let call = ["normalize", "--max-findings", "0", input, "--jobs"]
      let first = try AssayBinary.run(call + ["1"])
      let many = try AssayBinary.run(call + ["64"])
      let isSame = many.output == first.output
      #expect(isSame, "the normal forms differ")
      #expect(StableText.of(many.errors, folder: folder.path) == StableText.of(first.errors, folder: folder.path))
    }
  }

  @Test("of an input that breaks off: what came before counts, whatever the jobs") func damage() throws {
    try TemporaryFolder.with { folder in
      try folder.write("samples.ndjson", GeneratedInput.jsonLines.text(12_000))
      let script = "gzip -n samples.ndjson && head -c 100000 samples.ndjson.gz > cut.ndjson.gz"
      #expect(try AssayBinary.shell(script, folder: folder.path).status == 0)
      let call = ["validate", "--output-format", "json", folder.path(of: "cut.ndjson.gz"), "--jobs"]
      let first = try AssayBinary.run(call + ["1"])
      #expect(first.status == 1)
      let summary = try RunReport(first).summary
      #expect(summary.incomplete && summary.accepted > 1000)
      for jobs in ["2", "8"] {
        let isSame = try AssayBinary.run(call + [jobs]).output == first.output
        #expect(isSame, "\(jobs) jobs differ")
      }
    }
  }

  @Test("of two stores, by their exports") func stores() throws {
    try TemporaryFolder.with { folder in
      let one = TestStore(folder, "one.db")
      let other = TestStore(folder, "other.db", environment: ["TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"])
      _ = try one.importing(ImportTests.demo[0], ImportTests.demo[1], options: ["--jobs", "1"])
      _ = try other.importing(ImportTests.demo[1], ImportTests.demo[0], options: ["--jobs", "9"])
      #expect(try one.export() == other.export())
    }
  }

  @Test("of listings", arguments: [["catalog", "list", "--output-format", "json"], ["units", "list"]])
  func listings(_ call: [String]) throws {
    let first = try AssayBinary.run(call)
    #expect(first.status == 0)
    #expect(try AssayBinary.run(call, environment: ["LC_ALL": "tr_TR.UTF-8"]).text == first.text)
  }
}
