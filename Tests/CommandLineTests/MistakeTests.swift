import Foundation
import Testing

/// What a person gets for a slip: a status that says whose mistake it is, and the words to go on with.
@Suite("Mistakes") struct MistakeTests {
  /// A call in a folder with files, and what it says.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let shows: String
    let call: String
    var files: [String: String] = [:]
    var status: Int32 = 2
    /// What standard error holds.
    var errors: [String] = []
    /// What standard output holds.
    var output: [String] = []

    var testDescription: String { shows }
  }

  private static let table = "X,start,value,unit,type\na,2026-01-01T00:00:00Z,60,count/min,heartRate\n"

  static let all = [
    Mistake(
      shows: "a column that is mapped to a field that samples do not have", call: "validate",
      files: ["t.csv": table, "assay.yaml": "schema: 1\ndata: [{path: t.csv, columns: {X: unknownfield}}]\n"],
      errors: ["assay.yaml:2:35: error[config-value]: samples have no field `unknownfield`", "metadata.KEY"]),
    Mistake(
      shows: "a column that is mapped to a misspelt field", call: "lint",
      files: ["t.csv": table, "assay.yaml": "schema: 1\ndata: [{path: t.csv, columns: {X: source.nam}}]\n"],
      errors: ["did you mean `source.name`?"]),
    Mistake(
      shows: "a column that is mapped to a whole object", call: "lint",
      files: ["t.csv": table, "assay.yaml": "schema: 1\ndata: [{path: t.csv, columns: {X: source}}]\n"],
      errors: ["one cell holds one part: source.bundle, source.name"]),
    Mistake(
      shows: "a configuration that is too large", call: "config show",
      files: ["assay.yaml": "schema: 1\n" + String(repeating: "# many words\n", count: 100_000)],
      errors: ["assay.yaml: error[object-too-large]: the file is larger than 1 MiB"]),
    Mistake(
      shows: "a configuration that is left out and asked for", call: "config show --no-config",
      files: ["assay.yaml": "schema: 1\n"], errors: ["--no-config leaves no configuration to show"]),
    Mistake(
      shows: "a type of a catalog that --no-config leaves out",
      call: "query --no-config --store memory: --type org.study.gripStrength",
      files: ["assay.yaml": "schema: 1\ncatalogs: [types]\n"],
      errors: ["no type is called `org.study.gripStrength`; --no-config leaves out the catalogs of assay.yaml"]),
    Mistake(
      shows: "a configuration that is not YAML", call: "lint",
      files: ["assay.yaml": "schema: 1\nrules\nfail_on: error\n"],
      errors: ["assay.yaml:2:1: error[yaml-syntax]: a key without `:`"]),
    Mistake(
      shows: "a city for a time zone", call: "validate - --timezone Berlin",
      errors: ["no time zone is called `Berlin`; did you mean `Europe/Berlin`?"]),
    Mistake(
      shows: "a city for a time zone in the configuration", call: "validate",
      files: ["t.csv": table, "assay.yaml": "schema: 1\ndata: [{path: t.csv, timezone: Berlin}]\n"],
      errors: ["assay.yaml:2:32: no time zone is called `Berlin`; did you mean `Europe/Berlin`?"]),
    Mistake(
      shows: "a table of blank lines", call: "validate t.csv", files: ["t.csv": "\n  \n\n"], status: 1,
      output: ["t.csv:1:1: error[csv-header]"]),
    Mistake(
      shows: "an array of blank lines", call: "validate t.json", files: ["t.json": "\n  \n\n"], status: 1,
      output: ["t.json", "error["]),
    Mistake(
      shows: "a time without seconds", call: "query --store memory: --from 2026-01-01T08:00",
      errors: ["got `2026-01-01T08:00`; write `2026-01-01T08:00:00Z`"]),
    Mistake(
      shows: "a time with an offset and without seconds", call: "query --store memory: --to 2026-01-01T08:00+02:00",
      errors: ["write `2026-01-01T08:00:00+02:00`"]),
    Mistake(
      shows: "a time with a blank, in a zone",
      call: "stats --store memory: --type stepCount --timezone Europe/Berlin --from '2026-01-01 08:00'",
      errors: ["write `2026-01-01T08:00:00`"]),
    Mistake(
      shows: "a time without seconds in a condition",
      call: "query --store memory: --where 'start >= 2026-01-01T08:00'", errors: ["write `2026-01-01T08:00:00Z`"]),
    Mistake(
      shows: "two pictures at once", call: "stats --store memory: --type stepCount --plot a.svg --plot b.svg",
      errors: ["--plot is given twice"]),
    Mistake(
      shows: "a name of exports without a type",
      call: "query --store memory: --type HKCategoryTypeIdentifierStateOfMind",
      errors: [
        "HKCategoryTypeIdentifierStateOfMind has no type yet", "`assay explain HKCategoryTypeIdentifierStateOfMind`",
      ]),
    Mistake(
      shows: "what becomes of a name without a type", call: "explain HKCategoryTypeIdentifierStateOfMind", status: 0,
      output: ["HKCategoryTypeIdentifierStateOfMind: known, without a type yet", "no type yet"]),
    Mistake(
      shows: "a card of what has no type", call: "catalog show HKCategoryTypeIdentifierStateOfMind",
      errors: ["HKCategoryTypeIdentifierStateOfMind has no type yet"]),
    Mistake(
      shows: "a type by what is left of a name without one", call: "explain StateOfMind",
      errors: ["did you mean `stateOfMind`?"]),
    Mistake(
      shows: "one array for a watch without end", call: "watch --store memory: --output-format json",
      errors: ["text or jsonl (a change a line"]),
  ]

  @Test("a slip is answered with what to do", arguments: MistakeTests.all) func mistake(_ item: Mistake) throws {
    try TemporaryFolder.with { folder in
      for (name, text) in item.files { try folder.write(name, text) }
      let result = try AssayBinary.run(CommandWords.split(item.call), folder: folder.path)
      #expect(result.status == item.status, "\(result.errorText)")
      for words in item.errors { #expect(result.errorText.contains(words), "\(result.errorText)") }
      for words in item.output { #expect(result.text.contains(words), "\(result.text)") }
    }
  }

  @Test(
    "a number out of its range is refused with the range, also a negative one",
    arguments: [
      ("validate a.ndjson", "--jobs", "from 1 to 1024"), ("normalize a.ndjson", "--jobs", "from 1 to 1024"),
      ("import a.ndjson --store memory:", "--jobs", "from 1 to 1024"),
      ("query --store memory:", "--limit", "0 or more"), ("validate a.ndjson", "--max-findings", "0 or more"),
      ("import a.ndjson --store memory:", "--wait", "0 to 86400 seconds"),
      ("revalidate a.ndjson", "--wait", "0 to 86400 seconds"),
      ("store info --store memory:", "--wait", "0 to 86400 seconds"),
      ("query --store memory:", "--plugin-timeout", "0.1 to 86400 seconds"),
      ("revalidate a.ndjson", "--plugin-timeout", "0.1 to 86400 seconds"),
      ("plugins test jsonl", "--plugin-timeout", "0.1 to 86400 seconds"),
      ("watch --store memory: --once", "--poll", "0.01 to 3600 seconds"),
      ("stats --store memory: --type stepCount", "--hold", "0 to 1440 minutes"),
    ])
  func range(_ call: String, _ option: String, _ range: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("a.ndjson", ExitCase.fine + "\n")
      for words in [[option, "-1"], [option + "=-1"], [option, "-1000000"]] {
        let result = try AssayBinary.run(CommandWords.split(call) + words, folder: folder.path)
        #expect(result.status == 2)
        let isNamed = result.errorText.hasPrefix("assay: \(option) takes ") && result.errorText.hasSuffix(range + "\n")
        #expect(isNamed, "\(words): \(result.errorText)")
      }
    }
  }

  @Test("a bound below zero needs no other spelling") func negativeBound() throws {
    try TemporaryFolder.with { folder in
      let words = ["catalog", "new", "org.example.change", "--kind", "quantity", "--title", "Change", "--unit", "kg"]
      let rest = ["--aggregation", "discreteArithmetic", "--min", "-5", "--max", "-1.5"]
      let result = try AssayBinary.run(words + rest, folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      let text = String(decoding: try TestFile.bytes(folder.path(of: "types/org.example.change.yaml")), as: UTF8.self)
      #expect(text.contains("min: -5") && text.contains("max: -1.5"), "\(text)")
    }
  }

  private static let sources = ["Watch", "Phone"].enumerated().map { minute, name in
    #"{"type":"stepCount","value":6\#(minute),"unit":"count","start":"2026-01-01T08:0\#(minute):00Z","#
      + #""source":{"name":"\#(name)","bundle":"com.example.\#(name.lowercased())"}}"# + "\n"
  }.joined()

  @Test(
    "a source that no sample has is named",
    arguments: [
      ("--source Wtch", "no sample of source `Wtch`; did you mean `Watch`? sources: Phone, Watch"),
      ("--source com.example.wtch", "did you mean `com.example.watch`?"), ("--source Watch --from 2027-01-01", nil),
      ("--where 'source = nobody'", "no sample of source `nobody`; sources: Phone, Watch"), ("--source Watch", nil),
    ], ["query", "export", "stats --type stepCount", "store delete --dry-run"])
  func source(_ item: (options: String, words: String?), _ command: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("input.ndjson", Self.sources))
      let words = CommandWords.split(command) + ["--store", store.path] + CommandWords.split(item.options)
      let result = try AssayBinary.run(words)
      #expect(result.status == (item.words == nil ? 0 : 1), "\(result.errorText)")
      if let words = item.words {
        #expect(result.errorText.contains(words))
      } else {
        #expect(!result.errorText.contains("no sample of source"))
      }
    }
  }

  @Test(
    "a source that no sample has is named wherever sources are",
    arguments: [
      ("store delete --yes --owner com.example.wtch", 1, "did you mean `com.example.watch`?"),
      ("store delete --dry-run --owner com.example.watch", 0, ""),
      ("store delete --dry-run --type heartRate", 0, ""),
      ("stats --type stepCount --source-priority Wtch,Phone", 0, "--source-priority: no sample of source `Wtch`; did"),
      ("stats --type heartRate --source-priority Phone", 0, "--source-priority: no sample of source `Phone`; "),
      ("stats --type stepCount --source-priority Phone,com.example.watch", 0, ""),
    ])
  func otherSources(_ call: String, _ status: Int32, _ error: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("input.ndjson", Self.sources))
      let result = try AssayBinary.run(CommandWords.split(call) + ["--store", store.path])
      #expect(result.status == status, "\(result.errorText)")
      #expect(error.isEmpty ? result.errorText.isEmpty : result.errorText.contains(error), "\(result.errorText)")
    }
  }

  @Test(
    "a copy of a source that no sample has says so",
    arguments: [("--source Wtch", 1), ("--source Watch", 0), ("--source Watch --from 2027-01-01", 0)])
  func copiedSource(_ options: String, _ status: Int32) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(folder.write("input.ndjson", Self.sources))
      let words = ["import", "--from-store", store.path, "--store", folder.path(of: "copy.db")]
      let result = try AssayBinary.run(words + CommandWords.split(options))
      #expect(result.status == status, "\(result.errorText)")
      #expect(result.errorText.contains("did you mean `Watch`?") == (status == 1), "\(result.errorText)")
    }
  }

  @Test("two people's exports in one store: the advice is a subject for each") func characteristics() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      for (name, sex) in [("a", "female"), ("b", "male")] {
        try folder.write(name + ".ndjson", #"{"type":"biologicalSex","value":"\#(sex)"}"# + "\n")
      }
      #expect(try store.importing(folder.path(of: "a.ndjson")).status == 0)
      let (status, report) = try store.importing(folder.path(of: "b.ndjson"))
      #expect(status == 1)
      #expect(report.diagnostics.map(\.code) == ["uuid-conflict"])
      let hint = report.diagnostics.first?.hint ?? ""
      #expect(hint.contains("import each with a separate `--subject`"))
      let apart = try store.importing(folder.path(of: "b.ndjson"), options: ["--subject", "B"])
      #expect(apart.status == 0)
    }
  }

  @Test("people read a unit as they wrote it, programs in full") func unit() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let line = #"{"type":"bloodGlucose","value":90,"unit":"mg/dL","start":"2026-01-01T00:00:00Z"}"#
      _ = try store.importing(folder.write("input.ndjson", line + "\n"))
      for command in ["stats", "query"] {
        let call = [command, "--store", store.path, "--type", "bloodGlucose", "--unit", "mmol/L"]
        let table = try AssayBinary.run(call)
        #expect(table.text.contains("mmol/L") && !table.text.contains("mmol<"), "\(table.text)")
        let json = try AssayBinary.run(call + ["--output-format", "json"])
        #expect(json.text.contains("mmol<180.15"))
      }
    }
  }
}
