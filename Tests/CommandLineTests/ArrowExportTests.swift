import Testing

/// `assay export` and `assay query` with `--output-format arrow`.
@Suite("Arrow exports") struct ArrowExportTests {
  static let inputs = [
    "demo/samples.ndjson", "apple-health/correlations-both.xml", "apple-health/whole.zip",
    "jsonlines/structured.ndjson",
  ]

  @Test("an export says in columns what it says in lines, in their order", arguments: inputs)
  func export(_ input: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing("Tests/Fixtures/" + input)
      let file = folder.path(of: "samples.arrows")
      let written = try AssayBinary.run(["export", "--store", store.path, "--output-format", "arrow", "-o", file])
      #expect(written.status == 0, "\(written.errorText)")
      let bytes = try TestFile.bytes(file)
      let read = try ReadStream(bytes)
      #expect(read.isWhole)
      #expect(try RebuiltLines(read).lines() == store.export().split(separator: "\n").map(String.init))
      let printed = try AssayBinary.run(["export", "--store", store.path, "--output-format", "arrow"])
      #expect(printed.output == bytes)
    }
  }

  @Test(
    "conditions, order and limits are those of lines",
    arguments: [
      ["--type", "heartRate"], ["--type", "heartRate", "--sort", "descending"], ["--limit", "3"],
      ["--where", "source = 'Apple Watch'"],
      ["--type", "bloodPressure", "--where", "members.bloodPressureSystolic > 100 mmHg"],
    ])
  func conditions(_ options: [String]) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing("Tests/Fixtures/demo/samples.ndjson")
      let lines = try AssayBinary.run(["query", "--store", store.path, "--output-format", "jsonl"] + options)
      let columns = try AssayBinary.run(["query", "--store", store.path, "--output-format", "arrow"] + options)
      #expect(columns.status == lines.status)
      #expect(columns.errorText == lines.errorText)
      let read = try ReadStream(columns.output)
      #expect(read.isWhole)
      #expect(try RebuiltLines(read).lines() == lines.text.split(separator: "\n").map(String.init))
    }
  }

  @Test("each subject gets a whole stream of its own") func subjects() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let lines = ["P01", "P02", "P01"].enumerated().map { index, subject in
        #"{"type":"stepCount","value":\#(index),"unit":"count","start":"2026-01-01T08:00:00Z","subject":"\#(subject)"}"#
      }
      _ = try store.importing(folder.write("steps.ndjson", lines.joined(separator: "\n")))
      let output = folder.path(of: "subjects")
      let result = try AssayBinary.run(
        ["export", "--store", store.path, "--output-format", "arrow", "--by", "subject", "-o", output])
      #expect(result.status == 0, "\(result.errorText)")
      for (name, count) in [("P01.arrows", 2), ("P02.arrows", 1)] {
        let read = try ReadStream(TestFile.bytes(output + "/" + name))
        #expect(read.isWhole && read.rows.count == count)
      }
    }
  }

  @Test(
    "what has rows or units of its own is refused",
    arguments: [
      ["query", "--wide", "--type", "heartRate"], ["query", "--type", "workout", "--list", "events"],
      ["query", "--type", "heartRate", "--unit", "count/s"], ["export", "--type", "heartRate", "--unit", "count/s"],
      ["export", "--columns", "start"], ["export", "--wide", "--type", "heartRate"],
    ])
  func refused(_ command: [String]) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing("Tests/Fixtures/demo/samples.ndjson")
      let result = try AssayBinary.run(
        [command[0], "--store", store.path, "--output-format", "arrow"] + command.dropFirst())
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(result.errorText.hasPrefix("assay: --"))
    }
  }
}
