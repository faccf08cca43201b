import Foundation
import Testing

/// A store that the configuration names, folders of files, and configurations that are not used.
@Suite("What a configuration spares") struct ConfiguredStoreTests {
  private static let line = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n"

  private func run(_ call: String, _ folder: TemporaryFolder, in place: String = "study") throws -> ProcessResult {
    try AssayBinary.run(CommandWords.split(call), folder: folder.path(of: place))
  }

  @Test("a store that the file names is that of every command that reads or imports", arguments: ["s.db", "jsonl:s"])
  func store(_ name: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/a.ndjson", Self.line)
      try folder.write("study/deep/readme.txt", "x")
      try folder.write("study/assay.yaml", "schema: 1\ndata: [{path: a.ndjson, subject: P01}]\nstore: \(name)\n")
      let first = try run("import", folder)
      #expect(first.status == 0, "\(first.errorText)")
      #expect(first.errorText.contains("note: the store is") && first.errorText.contains("assay.yaml:3"))
      let again = try run("import", folder, in: "study/deep")
      #expect(again.status == 0, "\(again.errorText)")
      for call in ["export", "query --output-format jsonl", "watch --once --since beginning --output-format jsonl"] {
        let result = try run(call, folder, in: "study/deep")
        #expect(result.status == 0, "\(call): \(result.errorText)")
        #expect(result.text.components(separatedBy: "P01").count == 2, "\(call): \(result.text)")
      }
      for call in ["stats --type heartRate --by day", "store info", "store verify"] {
        let result = try run(call, folder)
        #expect(result.status == 0, "\(call): \(result.errorText)")
      }
      let other = try run("export --store other.db", folder)
      #expect(other.status != 0 && !other.text.contains("P01"))
      let off = try run("export --no-config", folder)
      #expect(off.status == 2 && off.errorText.contains("--store"))
    }
  }

  @Test("what deletes must be told which store") func deletes() throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/a.ndjson", Self.line)
      try folder.write("study/assay.yaml", "schema: 1\ndata: [{path: a.ndjson}]\nstore: s.db\n")
      try #require(try run("import", folder).status == 0)
      let result = try run("store delete --all --yes", folder)
      #expect(result.status == 2)
      #expect(result.errorText.contains("--store"))
      #expect(try run("export", folder).text.contains("heartRate"))
    }
  }

  @Test("a folder without data sets is its files that can be read", arguments: ["validate", "import --store ../s.db"])
  func folders(_ verb: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/data/deep/a.ndjson", Self.line)
      try folder.write("study/data/b.csv", "type,value,unit,start\nheartRate,72,count/min,2026-01-02T08:00:00Z\n")
      try folder.write("study/data/prices.csv", "name,price\na,1\n")
      try folder.write("study/data/notes.txt", "words\n")
      try folder.write("study/data/.hidden.ndjson", Self.line)
      let result = try run(verb + " data", folder)
      #expect(result.status == 0, "\(result.errorText)\(result.text)")
      #expect(result.errorText.contains("note: data: 2 files read, 2 files passed over"), "\(result.errorText)")
      #expect(result.errorText.contains("`notes.txt`") || result.errorText.contains("notes.txt`"))
      let summary = result.text + result.errorText
      #expect(summary.contains("2 read"), "\(summary)")
    }
  }

  @Test("a folder without samples is refused as before") func empty() throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/data/notes.txt", "words\n")
      let result = try run("validate data", folder)
      #expect(result.status == 2)
      #expect(result.errorText.contains("holds no Apple Health export"))
    }
  }

  @Test(
    "a data set without files is a note of what reads all data sets", arguments: ["validate", "import --store s.db"])
  func unmatched(_ verb: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/a.ndjson", Self.line)
      try folder.write("study/assay.yaml", "schema: 1\ndata:\n  - path: a.ndjson\n  - path: b/*.csv\n")
      let result = try run(verb, folder)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.errorText.contains("note: assay.yaml:4: no file matches `b/*.csv`"))
      #expect(!(try run(verb + " a.ndjson", folder)).errorText.contains("no file matches"))
    }
  }

  @Test("an error names a configuration that is beside the file and not used") func unused() throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/assay.yaml", "schema: 1\n")
      try folder.write("study/words.txt", "words\n")
      try folder.write("elsewhere/x.txt", "words\n")
      let result = try run("validate ../study/words.txt", folder, in: "elsewhere")
      #expect(result.status == 2)
      #expect(result.errorText.contains("study/assay.yaml is not used"), "\(result.errorText)")
      #expect(!(try run("validate words.txt", folder)).errorText.contains("is not used"))
      #expect(!(try run("validate x.txt", folder, in: "elsewhere")).errorText.contains("is not used"))
    }
  }

  @Test("an unknown type names the configuration whose types were looked through") func lacking() throws {
    try TemporaryFolder.with { folder in
      try folder.write("study/assay.yaml", "schema: 1\n")
      let result = try run("query --store memory: --type org.study.grip", folder)
      #expect(
        result.errorText.contains("the types are the built-in ones and those of assay.yaml"), "\(result.errorText)")
    }
  }
}
