import Foundation
import Testing

/// What lint says of the configuration itself, and what it does without one.
@Suite("Lint and its configuration") struct LintConfigurationTests {
  @Test(
    "a data set that says nothing is a finding",
    arguments: [
      ("data: [{path: a.csv}, {path: \"[a].csv\", subject: P01}]", ["glob-unmatched"]),
      ("data: [{path: \"*.csv\"}, {path: a.csv}, {path: b.csv}]", ["glob-unmatched", "glob-unmatched"]),
      ("data: [{path: a.csv}, {path: \"*.csv\"}]", []),
      ("data: [{path: \"c.js*\", columns: {a: value}}]", ["config-value"]),
      ("data: [{path: a.csv, records: /r, fields: {type: /t}, format: json}]", nil),
      ("data: [{path: \"[bc].*\", constants: {type: heartRate}}]", []),
      ("data: [{path: c.json, columns: {a: value}, format: csv}]", nil),
    ] as [(String, [String]?)])
  func idle(_ line: String, _ codes: [String]?) throws {
    try TemporaryFolder.with { folder in
      for name in ["a.csv", "b.csv"] {
        try folder.write(name, "type,value,unit,start\nheartRate,72,count/min,2026-01-01T08:00:00Z\n")
      }
      try folder.write("c.json", "[]\n")
      try folder.write("assay.yaml", "schema: 1\n\(line)\n")
      let result = try AssayBinary.run(["lint", "--output-format", "json"], folder: folder.path)
      let found = try RunReport(result).diagnostics.filter { $0.path == "assay.yaml" }.map(\.code)
      #expect(found == codes ?? [], "\(result.errorText)")
      if codes == ["config-value"] {
        let validate = try AssayBinary.run(["validate"], folder: folder.path)
        #expect(validate.errorText.contains("note: assay.yaml:2: the data set has keys for tables"))
      }
    }
  }

  @Test("a hook that names every changed file needs no configuration", arguments: [true, false])
  func hook(_ skips: Bool) throws {
    try TemporaryFolder.with { folder in
      try folder.write("package.json", "{\n  \"name\": \"x\",\n  \"type\": \"module\"\n}\n")
      try folder.write("settings.jsonl", "{\"a\": 1}\n")
      try folder.write("prices.csv", "name,type,price\na,b,1\n")
      try folder.write("ci.yaml", "jobs: []\n")
      try folder.write("note.xml", "<note/>\n")
      let bad = #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}"# + "\n"
      let packed = try AssayBinary.shell("gzip -k package.json prices.csv", folder: folder.path)
      #expect(packed.status == 0, "\(packed.errorText)")
      let others = [
        "package.json", "settings.jsonl", "prices.csv", "ci.yaml", "note.xml", "package.json.gz", "prices.csv.gz",
      ]
      let options = skips ? ["--skip-others"] : []
      let result = try AssayBinary.run(["lint"] + options + others, folder: folder.path)
      #expect(result.status == (skips ? 0 : 2), "\(result.errorText)\(result.text)")
      #expect(!skips || result.errorText.contains("7 files skipped"))
      try folder.write("data.ndjson", bad)
      let mixed = try AssayBinary.run(["lint"] + options + others + ["data.ndjson"], folder: folder.path)
      #expect(mixed.status == (skips ? 1 : 2))
      #expect(mixed.text.contains("unit-incompatible") == skips)
      guard skips else { return }
      _ = try AssayBinary.shell("gzip data.ndjson", folder: folder.path)
      let inside = try AssayBinary.run(["lint"] + options + others + ["data.ndjson.gz"], folder: folder.path)
      #expect(inside.status == 1 && inside.text.contains("data.ndjson.gz:1:40: error[unit-incompatible]"))
    }
  }

  @Test("the hook is for exactly that") func hookFile() throws {
    let text = String(decoding: try TestFile.bytes(".pre-commit-hooks.yaml"), as: UTF8.self)
    #expect(text.contains("entry: assay lint --skip-others\n"))
  }
}
