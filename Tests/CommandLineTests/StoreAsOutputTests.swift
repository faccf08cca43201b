import Foundation
import Testing

/// A store that is named as an output by mistake is not replaced.
@Suite("Stores as outputs") struct StoreAsOutputTests {
  private static let line =
    #"{"type":"bodyMass","value":70,"unit":"kg","start":"2026-01-01T08:00:00Z","subject":"x"}"# + "\n"
  private static let bad =
    #"{"type":"bodyMass","value":9999,"unit":"kg","start":"2026-01-02T08:00:00Z","subject":"x"}"# + "\n"

  private static let commands = [
    "export --store s.db -o s.db", "export --store s.db --output-format csv -o ./s.db",
    "export --store s.db -o link.ndjson", "export --store s.db --type heartRate -o s.db",
    "export --store s.db --as apple-health s.db", "import bad.ndjson --store s.db --quarantine s.db",
    "normalize s.ndjson -o s.db", "validate s.ndjson --report json=s.db", "validate bad.ndjson --quarantine s.db",
    "catalog export --as json -o s.db", "export --store jsonl:j -o j/samples/bodyMass/2026-01.ndjson",
    "export --store jsonl:j -o j/commits.jsonl", "export --store jsonl:j -o j/new.ndjson",
  ]

  @Test("are refused, and keep their samples", arguments: commands) func kept(_ command: String) throws {
    try TemporaryFolder.with { folder in
      func run(_ words: String) throws -> ProcessResult {
        try AssayBinary.run(CommandWords.split(words), folder: folder.path)
      }
      try folder.write("s.ndjson", Self.line)
      try folder.write("bad.ndjson", Self.bad)
      for store in ["s.db", "jsonl:j"] { try #require(run("import s.ndjson --store \(store)").status == 0) }
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "link.ndjson"), withDestinationPath: folder.path(of: "s.db"))
      let result = try run(command)
      #expect(result.status >= 2, "\(result.text)")
      #expect(
        result.errorText.contains("name another file") || result.errorText.contains("store"), "\(result.errorText)")
      for store in ["s.db", "jsonl:j"] {
        #expect(try run("export --store \(store)").text.contains(#""value":70"#), "\(store)")
        #expect(try run("store verify --store \(store)").status == 0, "\(store)")
      }
    }
  }
}
