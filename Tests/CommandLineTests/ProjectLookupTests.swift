import Foundation
import Testing

/// What `lint` knows in a folder with assay.yaml, every command knows.
@Suite("One configuration for all commands") struct ProjectLookupTests {
  static let type = "org.study.gripStrength"

  /// A project with a type of its own, a table with names of its own, and a store made without options.
  private func prepare(_ folder: TemporaryFolder) throws {
    let made = try AssayBinary.run(
      ["catalog", "new", Self.type, "--kind", "quantity", "--title", "Grip strength", "--unit", "kg", "--no-config"],
      folder: folder.path)
    try #require(made.status == 0, "\(made.errorText)")
    try folder.write(
      "assay.yaml",
      """
      schema: 1
      catalogs: [types]
      data:
        - path: incoming/*.csv
          subject: P01
          timezone: Europe/Berlin
          columns: {Zeit: start, Griff: value}
          constants: {type: \(Self.type), unit: kg}
          date_format: dd.MM.yyyy HH:mm
        - path: grip.ndjson

      """)
    try folder.write("incoming/monday.csv", "Zeit,Griff\n05.01.2026 08:00,41.5\n")
    try folder.write("incoming/tuesday.csv", "Zeit,Griff\n06.01.2026 08:00,42.5\n")
    try folder.write(
      "grip.ndjson", #"{"type":"\#(Self.type)","value":40,"unit":"kg","start":"2026-01-04T08:00:00Z"}"# + "\n")
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "incoming/deep"), withIntermediateDirectories: true)
  }

  @Test(
    "files are imported by their data sets, whatever names them",
    arguments: [
      (["incoming/monday.csv", "incoming/tuesday.csv", "grip.ndjson"], 3), (["incoming"], 2), (["."], 3), ([], 3),
    ] as [([String], Int)])
  func imports(_ paths: [String], _ count: Int) throws {
    try TemporaryFolder.with { folder in
      try prepare(folder)
      let result = try AssayBinary.run(["import", "--store", "s.db"] + paths, folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(!result.text.contains("time-zone-assumed"), "the configuration names the zone on purpose")
      let stored = try AssayBinary.run(["export", "--store", "s.db"], folder: folder.path).text
      #expect(stored.split(separator: "\n").count == count)
      #expect(count == 3 || stored.contains("2026-01-05T07:00:00Z"), "\(stored)")
    }
  }

  @Test("every command knows the project's types, from a folder below too, and --no-config switches it off")
  func types()
    throws
  {
    try TemporaryFolder.with { folder in
      try prepare(folder)
      let made = try AssayBinary.run(["import", "--store", "s.db"], folder: folder.path)
      try #require(made.status == 0, "\(made.errorText)")
      let calls = [
        "validate ../../grip.ndjson", "normalize ../../grip.ndjson",
        "import --dry-run --store memory: ../../grip.ndjson",
        "query --store ../../s.db --type {type}", "stats --store ../../s.db --type {type} --by day --subject P01",
        "export --store ../../s.db --type {type}", "watch --store ../../s.db --once --since beginning --type {type}",
        "store info --store ../../s.db", "store verify --store ../../s.db", "explain {type}", "catalog show {type}",
        "lint ../../grip.ndjson",
      ]
      for call in calls {
        let words = CommandWords.split(call.replacingOccurrences(of: "{type}", with: Self.type))
        let deep = folder.path(of: "incoming/deep")
        let result = try AssayBinary.run(words, folder: deep)
        #expect(result.status == 0, "\(call): \(result.errorText)\(result.text)")
        let off = try AssayBinary.run(words + ["--no-config"], folder: deep)
        // A store remembers its types; what is read from files needs the catalog.
        #expect((off.status == 0) == call.contains("s.db"), "\(call): \(off.errorText)")
      }
      for call in ["catalog list", "catalog export --as json", "catalog search grip"] {
        let words = CommandWords.split(call)
        #expect(try AssayBinary.run(words, folder: folder.path).text.contains(Self.type), "\(call)")
        let off = try AssayBinary.run(words + ["--no-config"], folder: folder.path)
        #expect(!off.text.contains(Self.type))
      }
    }
  }

  @Test(
    "definitions that are named and the project's are read once",
    arguments: [
      "catalog lint types", "catalog lint types/org.study.gripStrength.yaml", "catalog lint .", "catalog lint",
      "catalog test types", "catalog test", "lint --catalog types", "validate --catalog types grip.ndjson",
    ])
  func once(_ call: String) throws {
    try TemporaryFolder.with { folder in
      try prepare(folder)
      try FileManager.default.removeItem(atPath: folder.path(of: "assay.yaml"))
      try folder.write(".assay.yaml", "schema: 1\ncatalogs: [types]\n")
      let result = try AssayBinary.run(CommandWords.split(call), folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)\(result.text)")
    }
  }

  @Test("plugins of a configuration that was found are named in the error, not run") func plugins() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\nplugins: [plugin]\n")
      try folder.write("plugin/plugin.yaml", "name: x\n")
      let result = try AssayBinary.run(["query", "--store", "other:x"], folder: folder.path)
      #expect(result.status == 2)
      #expect(result.errorText.contains("assay.yaml names plugins, which run only if --config names the file"))
    }
  }

  @Test("a configuration with errors says how to go on without it") func broken() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", "schema: 1\nrulez: {}\n")
      let result = try AssayBinary.run(["query", "--store", "s.db"], folder: folder.path)
      #expect(result.status == 2)
      #expect(result.errorText.contains("--no-config"))
    }
  }
}
