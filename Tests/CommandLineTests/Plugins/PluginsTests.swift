import Foundation
import Glibc
import Testing

/// `assay plugins`: what is listed, what is made, what is tested.
@Suite("Plugins") struct PluginsTests {
  static let hasPython = (try? AssayBinary.shell("command -v python3").status) == 0

  @Test("the list has what is built in and what is pointed at, as text and for machines") func list() throws {
    let call = ["plugins", "list", "--plugin", "plugins/python-sqlite", "--plugin", "plugins/study-template"]
    let lines = try AssayBinary.run(call).text.split(separator: "\n").map { $0.split(separator: " ").first }
    let names = ["sqlite", "jsonl", "memory", "python-sqlite", "study-template"]
    #expect(lines.compactMap { $0.map(String.init) } == names)
    let json = try AssayBinary.run(call + ["--output-format", "json"]).output
    let cards = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
    #expect(cards.compactMap { $0["kind"] as? String } == ["swift", "swift", "swift", "process", "data"])
    #expect((cards[3]["provides"] as? [String: Any])?["storage"] as? [String] == ["python-sqlite"])
    #expect(((cards[4]["provides"] as? [String: Any])?["types"] as? [String])?.count == 3)
    #expect(cards[3]["place"] as? String == "plugins/python-sqlite")
  }

  @Test("the folder of all plugins can be pointed at") func all() throws {
    let result = try AssayBinary.run(["plugins", "list", "--plugin", "plugins"])
    #expect(result.status == 0, "\(result.errorText)")
    for name in ["postgresql", "python-sqlite", "study-template"] { #expect(result.text.contains("\n" + name)) }
  }

  @Test("a new data plugin passes its tests, loads by an option, and stands in a configuration") func data() throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(["plugins", "new", "ring-study", "--kind", "data"], folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      #expect(made.text == "ring-study\n")
      let test = try AssayBinary.run(["plugins", "test", "ring-study"], folder: folder.path)
      #expect(test.status == 0, "\(test.text)\(test.errorText)")
      let lint = try AssayBinary.run(
        ["catalog", "lint", "--fail-on", "warning", "ring-study/types"], folder: folder.path)
      #expect(lint.status == 0, "\(lint.text)")
      let sample = #"{"type":"org.ring-study.score","value":3,"unit":"count","start":"2026-01-01T08:00:00Z"}"# + "\n"
      try folder.write("a.ndjson", sample)
      #expect(try AssayBinary.run(["validate", "a.ndjson"], folder: folder.path).status == 1)
      let call = ["validate", "--plugin", "ring-study", "a.ndjson"]
      #expect(try AssayBinary.run(call, folder: folder.path).status == 0)
      try folder.write("assay.yaml", "schema: 1\nplugins: [ring-study]\ndata: [{path: a.ndjson}]\n")
      #expect(try AssayBinary.run(["lint"], folder: folder.path).status == 0)
    }
  }

  @Test("the variable for executables brings no types") func variable() throws {
    try TemporaryFolder.with { folder in
      #expect(try AssayBinary.run(["plugins", "new", "s", "--kind", "data"], folder: folder.path).status == 0)
      let sample = #"{"type":"org.s.score","value":3,"unit":"count","start":"2026-01-01T08:00:00Z"}"# + "\n"
      try folder.write("a.ndjson", sample)
      let result = try AssayBinary.run(
        ["validate", "a.ndjson"], environment: ["ASSAY_PLUGIN_PATH": folder.path(of: "s")], folder: folder.path)
      #expect(result.status == 1)
    }
  }

  @Test(
    "a new process plugin passes the laws of writing and asking",
    .enabled(if: PluginsTests.hasPython, "python3 is not here"))
  func process() throws {
    try TemporaryFolder.with { folder in
      let made = try AssayBinary.run(
        ["plugins", "new", "my-store", "--kind", "process", "-o", "there"], folder: folder.path)
      #expect(made.status == 0, "\(made.errorText)")
      let names = TestFile.names(in: folder.path(of: "there"))
      #expect(names == ["README.md", "my_store.py", "my_store.sql", "plugin.yaml"])
      for name in names {
        let text = String(decoding: try TestFile.bytes(folder.path(of: "there/" + name)), as: UTF8.self)
        #expect(!text.contains("python-sqlite") && !text.contains("python_sqlite"), "\(name)")
      }
      let test = try AssayBinary.run(
        ["plugins", "test", "there", "--only", "write", "--only", "query"], folder: folder.path)
      #expect(test.status == 0, "\(test.text)\(test.errorText)")
      #expect(test.text.contains("my-store: write, query"))
      #expect(!test.text.contains("FAILED"))
    }
  }

  @Test("the tutorial keeps to its 60 lines") func length() throws {
    #expect(try TestFile.lines("plugins/python-sqlite/python_sqlite.py").count <= 60)
  }

  @Test("what is built in passes its own test") func memory() throws {
    let result = try AssayBinary.run(["plugins", "test", "memory", "--quiet"])
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
  }

  @Test("nothing is written over, and no name leads anywhere") func refusals() throws {
    try TemporaryFolder.with { folder in
      try folder.write("full/a.txt", "a")
      for words in [
        ["x", "--kind", "data", "-o", "full"], ["../x", "--kind", "data"], ["X", "--kind", "process"],
        ["sqlite", "--kind", "process"], ["process", "--kind", "process"], ["a\nb: c", "--kind", "data"],
        ["x", "--kind", "rules"],
      ] {
        let result = try AssayBinary.run(["plugins", "new"] + words, folder: folder.path)
        #expect(result.status == 2, "\(words)")
      }
      #expect(TestFile.names(in: folder.path) == ["full"])
      #expect(TestFile.names(in: folder.path(of: "full")) == ["a.txt"])
    }
  }

  @Test("a plugin that lists other types than it defines fails") func lyingTypes() throws {
    try TemporaryFolder.with { folder in
      #expect(try AssayBinary.run(["plugins", "new", "s", "--kind", "data"], folder: folder.path).status == 0)
      try folder.write(
        "s/plugin.yaml", "name: s\nversion: 1\nsummary: Lies.\nprovides: {types: [org.s.score, org.s.other]}\n")
      let result = try AssayBinary.run(["plugins", "test", "s"], folder: folder.path)
      #expect(result.status == 1)
      #expect(result.text.contains("org.s.other"))
    }
  }

  @Test(
    "usage is told before anything runs",
    arguments: [
      "plugins list --plugin $DIR/none", "plugins show pythn-sqlite --plugin plugins/python-sqlite",
      "plugins test nobody", "plugins test plugins/python-sqlite --url sqlite:{folder}/a.db",
      "plugins test plugins/python-sqlite --url process:python-sqlite?path=/tmp/one.db",
      "plugins test plugins/postgresql", "plugins test plugins", "plugins list --output-format xml",
      "export --store process:", "export --store process:none?path=a", "export --store ring:a",
      "export --store process:python-sqlite?path=%GG --plugin plugins/python-sqlite",
      "export --store process:study-template --plugin plugins/study-template",
      "export --store process:sqlite?path=a.db", "export --store health.db --plugin-timeout 0",
    ])
  func usage(_ call: String) throws {
    try TemporaryFolder.with { folder in
      let words = CommandWords.split(call).map { $0.replacingOccurrences(of: "$DIR", with: folder.path) }
      let result = try AssayBinary.run(words)
      #expect(result.status == 2, "\(result.errorText)")
      #expect(!result.errorText.isEmpty)
    }
  }
}
