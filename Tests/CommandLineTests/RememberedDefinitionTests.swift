import Foundation
import Testing

/// A store remembers the definitions of types that are not built in: reading it needs no catalog.
@Suite("Definitions that a store remembers") struct RememberedDefinitionTests {
  private static let type = "org.study.grip"
  private static let stores = ["health.db", "jsonl:health"]

  /// A definition with limits.
  private static func grip(_ limits: String = "max: 150", unit: String = "kg") -> String {
    """
    schema: 1
    type: \(type)
    kind: quantity
    title: Grip
    summary: Largest force of one hand.
    aggregation: discreteArithmetic
    unit: \(unit)
    value: {allowed: {min: 0, \(limits)}}
    sources: {type: made up, allowed: made up}

    """
  }

  private static func line(_ value: Int, minute: Int = 0) -> String {
    #"{"type":"\#(type)","value":\#(value),"unit":"kg","start":"2026-01-04T08:0\#(minute):00Z"}"# + "\n"
  }

  private func run(_ call: String, _ folder: TemporaryFolder, in place: String = ".") throws -> ProcessResult {
    let words = CommandWords.split(call.replacingOccurrences(of: "{type}", with: Self.type))
    return try AssayBinary.run(words, folder: folder.path(of: place))
  }

  /// A project whose samples are imported, and a folder outside of it.
  private func prepare(_ folder: TemporaryFolder, _ store: String) throws {
    try folder.write("study/assay.yaml", "schema: 1\ncatalogs: [types]\ndata: [{path: a.ndjson}]\nstore: \(store)\n")
    try folder.write("study/types/\(Self.type).yaml", Self.grip())
    try folder.write("study/a.ndjson", Self.line(100))
    try folder.write("elsewhere/b.ndjson", Self.line(50, minute: 1))
    let result = try run("import", folder, in: "study")
    try #require(result.status == 0, "\(result.errorText)\(result.text)")
  }

  /// The store's name as seen from the other folder.
  private func outside(_ store: String) -> String {
    store.hasPrefix("jsonl:") ? "jsonl:../study/" + store.dropFirst(6) : "../study/" + store
  }

  @Test("every command that reads needs no catalog, and answers the same", arguments: stores)
  func reading(_ store: String) throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, store)
      let calls = [
        "query --type {type}", "query --output-format jsonl", "stats --type {type} --by day", "export",
        "watch --once --since beginning --type {type}", "store verify", "store delete --type {type} --dry-run",
      ]
      for call in calls {
        let result = try run("\(call) --store \(outside(store))", folder, in: "elsewhere")
        #expect(result.status == 0, "\(call): \(result.errorText)\(result.text)")
        let own = try run("\(call) --store \(outside(store)) --catalog ../study/types", folder, in: "elsewhere")
        #expect(result.text == own.text, "\(call)")
        #expect(!result.errorText.contains("note:"), "\(call): \(result.errorText)")
      }
      // Writing needs the catalog: the samples are judged.
      let other = try run("import b.ndjson --store \(outside(store))", folder, in: "elsewhere")
      #expect(other.status == 1 && other.text.contains("type-unknown"), "\(other.text)")
      let copied = try run("import --from-store \(outside(store)) --store copy.db", folder, in: "elsewhere")
      #expect(copied.status == 0, "\(copied.errorText)\(copied.text)")
      let export = try run("export --store copy.db", folder, in: "elsewhere")
      #expect(export.text == (try run("export", folder, in: "study")).text)
      #expect(export.text.contains(Self.type))
    }
  }

  @Test("a store of built-in types remembers nothing, and is as before") func nothing() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "a.ndjson", #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n")
      try #require(try run("import a.ndjson --store jsonl:s", folder).status == 0)
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "s/definitions.json")))
      try #require(try run("import a.ndjson --store s.db", folder).status == 0)
      let bytes = try TestFile.bytes(folder.path(of: "s.db"))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("assay_definitions"))
    }
  }

  @Test("a definition that accepts all it did takes the place of the earlier one", arguments: stores)
  func loosened(_ store: String) throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, store)
      try folder.write("study/types/\(Self.type).yaml", Self.grip("max: 200"))
      try folder.write("study/a.ndjson", Self.line(100) + Self.line(180, minute: 2))
      let result = try run("import", folder, in: "study")
      #expect(result.status == 0, "\(result.errorText)\(result.text)")
      let verify = try run("store verify --store \(outside(store))", folder, in: "elsewhere")
      #expect(verify.status == 0, "\(verify.text)")
      #expect(verify.text.contains("2 samples"))
    }
  }

  @Test(
    "a definition that stored samples may not pass is refused, and the store stays", arguments: stores,
    [grip("max: 60"), grip(unit: "g"), grip("max: 150, step: 7")])
  func tightened(_ store: String, _ definition: String) throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, store)
      let before = try run("export --store \(outside(store))", folder, in: "elsewhere").text
      try folder.write("study/types/\(Self.type).yaml", definition)
      try folder.write("study/a.ndjson", Self.line(100) + Self.line(50, minute: 2))
      let dry = try run("import --dry-run", folder, in: "study")
      #expect(dry.status != 0 && dry.errorText.contains(Self.type), "\(dry.errorText)")
      #expect(try !run("import --dry-run --store other.db", folder, in: "study").errorText.contains(Self.type))
      let result = try run("import", folder, in: "study")
      #expect(result.status != 0)
      #expect(result.errorText.contains(Self.type), "\(result.errorText)")
      #expect(result.errorText.contains("new id"), "\(result.errorText)")
      let after = try run("export --store \(outside(store))", folder, in: "elsewhere")
      #expect(after.text == before && !before.isEmpty, "\(after.errorText)")
      #expect(try run("store verify --store \(outside(store))", folder, in: "elsewhere").status == 0)
    }
  }

  @Test("definitions that cannot be read are a note, and a fault of the store") func damaged() throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, "jsonl:health")
      try folder.write("study/health/definitions.json", "{\n")
      let query = try run("query --type {type}", folder, in: "study")
      #expect(query.status == 0, "\(query.errorText)")
      #expect(query.errorText.contains("note: ") && query.errorText.contains("definitions.json"), "\(query.errorText)")
      let verify = try run("store verify", folder, in: "study")
      #expect(verify.status == 1 && verify.text.contains("definitions.json"), "\(verify.text)\(verify.errorText)")
      try FileManager.default.removeItem(atPath: folder.path(of: "study/health/definitions.json"))
      #expect(try run("import", folder, in: "study").status == 0)
      #expect(try run("store verify --store \(outside("jsonl:health"))", folder, in: "elsewhere").status == 0)
    }
  }

  @Test("--new-definitions keeps a tightened one, and verify lists what it refuses") func accepted() throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, "health.db")
      try folder.write("study/types/\(Self.type).yaml", Self.grip("max: 60"))
      try folder.write("study/c.ndjson", Self.line(50, minute: 2))
      let result = try run("import c.ndjson --new-definitions", folder, in: "study")
      #expect(result.status == 0, "\(result.errorText)\(result.text)")
      let verify = try run("store verify --store ../study/health.db", folder, in: "elsewhere")
      #expect(verify.status == 1 && verify.text.contains("value-not-allowed"), "\(verify.text)")
      // Once is enough.
      #expect(try run("import c.ndjson", folder, in: "study").status == 0)
    }
  }

  @Test("definitions of a project win over those of the store, and others stay") func project() throws {
    try TemporaryFolder.with { folder in
      try prepare(folder, "health.db")
      try folder.write("elsewhere/assay.yaml", "schema: 1\ncatalogs: [types]\n")
      try folder.write("elsewhere/types/\(Self.type).yaml", Self.grip("max: 60"))
      let verify = try run("store verify --store ../study/health.db", folder, in: "elsewhere")
      #expect(verify.status == 1 && verify.text.contains("value-not-allowed"), "\(verify.text)")
      let other = Self.grip().replacingOccurrences(of: Self.type, with: "org.study.other")
      try FileManager.default.removeItem(atPath: folder.path(of: "elsewhere/types/\(Self.type).yaml"))
      try folder.write("elsewhere/types/org.study.other.yaml", other)
      try folder.write("elsewhere/b.ndjson", Self.line(50).replacingOccurrences(of: Self.type, with: "org.study.other"))
      #expect(try run("import b.ndjson --store ../study/health.db", folder, in: "elsewhere").status == 0)
      try folder.write("nowhere/x.txt", "")
      let export = try run("export --store ../study/health.db", folder, in: "nowhere")
      #expect(export.status == 0, "\(export.errorText)")
      #expect(export.text.contains("org.study.other") && export.text.contains(Self.type))
    }
  }

  @Test("changes of built-in types, enums and metadata keys are remembered too") func kinds() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "types/heartRate.yaml",
        "schema: 1\noverrides: heartRate\nreason: a made-up study\nvalue: {allowed: {min: 0, max: 70}, plausible: {min: 10, max: 70}}\n"
      )
      try folder.write("types/\(Self.type).yaml", Self.grip())
      try folder.write("a.ndjson", Self.line(100))
      let result = try run("import a.ndjson --catalog types --store s.db", folder)
      #expect(result.status == 0, "\(result.errorText)\(result.text)")
      try FileManager.default.removeItem(atPath: folder.path(of: "types"))
      #expect(try run("store verify --store s.db", folder).status == 0)
      try folder.write(
        "b.ndjson", #"{"type":"heartRate","value":90,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"# + "\n")
      #expect(try run("import b.ndjson --store s.db", folder).status == 0)
      let verify = try run("store verify --store s.db", folder)
      #expect(verify.status == 1 && verify.text.contains("heartRate"), "\(verify.text)\(verify.errorText)")
    }
  }
}
