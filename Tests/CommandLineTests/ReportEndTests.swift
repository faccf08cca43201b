import Foundation
import Testing

/// The last line of a report in `jsonl` shows that it is whole.
@Suite("End of a report") struct ReportEndTests {
  private struct Ending: Decodable {
    struct Summary: Decodable {
      var version: String
      var catalog: String
      var now: String
      var options: [String: Option]
      var incomplete: Bool
    }

    enum Option: Decodable, Equatable {
      case text(String)
      case flag(Bool)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
          self = .flag(flag)
        } else {
          self = .text(try value.decode(String.self))
        }
      }
    }

    var summary: Summary
  }

  private static func ending(_ bytes: [UInt8]) -> Ending.Summary? {
    guard bytes.last == UInt8(ascii: "\n"), let line = bytes.dropLast().split(separator: UInt8(ascii: "\n")).last else {
      return nil
    }
    return try? JSONDecoder().decode(Ending.self, from: Data(line)).summary
  }

  static let calls: [(call: [String], command: String)] = [
    (["validate", "a.ndjson"], "validate"), (["lint", "a.ndjson"], "lint"),
    (["normalize", "a.ndjson", "-o", "out"], "normalize"),
    (["import", "a.ndjson", "--store", "s.db"], "import"),
  ]
  static let inputs: [(text: String, status: Int32)] = [
    (#"{"type":"bodyMass","value":70,"unit":"kg","start":"2025-04-01T07:58:12Z"}"# + "\n", 0), ("{}\n", 1),
    (#"{"type":"bodyMa"#, 1),
  ]

  @Test("status 0 and 1 come with a summary as the last line, which says what judged", arguments: calls, inputs)
  func whole(_ item: (call: [String], command: String), _ input: (text: String, status: Int32)) throws {
    try TemporaryFolder.with { folder in
      try folder.write("a.ndjson", input.text)
      let result = try AssayBinary.run(
        item.call + ["--report", "jsonl=r.jsonl", "--units", "lenient"], folder: folder.path)
      #expect(result.status == input.status, "\(result.errorText)")
      let summary = try #require(Self.ending(try TestFile.bytes(folder.path(of: "r.jsonl"))))
      #expect(summary.version == AssayBinary.version && summary.catalog.count >= 16)
      #expect(summary.now.hasPrefix("2026-06-01T00:00:00"))
      #expect(summary.options["command"] == .text(item.command) && summary.options["units"] == .text("lenient"))
      // Only lint judges several samples together without being asked to.
      #expect((summary.options["across"] == .flag(true)) == (item.command == "lint"))
      #expect(summary.options.keys.allSatisfy { ["command", "units", "across"].contains($0) })
    }
  }

  @Test("options that change findings are in it, and a subject is not when nothing is shown") func options() throws {
    try TemporaryFolder.with { folder in
      try folder.write("a.ndjson", "{}\n")
      try folder.write("assay.yaml", "schema: 1\n")
      let call = [
        "validate", "a.ndjson", "--output-format", "jsonl", "--subject", "P01", "--timezone", "Asia/Tokyo", "--across",
      ]
      let shown = try #require(Self.ending(try AssayBinary.run(call, folder: folder.path).output)).options
      #expect(
        shown["subject"] == .text("P01") && shown["timezone"] == .text("Asia/Tokyo") && shown["across"] == .flag(true))
      guard case .text(let digest) = shown["config"] else { throw CocoaError(.coderValueNotFound) }
      #expect(digest.count == 16)
      let redacted = try #require(Self.ending(try AssayBinary.run(call + ["--redact"], folder: folder.path).output))
        .options
      #expect(redacted["subject"] == .flag(true) && redacted["redact"] == .flag(true))
    }
  }

  @Test("a process that is killed leaves no such line") func killed() throws {
    try TemporaryFolder.with { folder in
      let script = """
        mkfifo in
        assay validate --format jsonl --output-format jsonl - > out < in &
        child=$!
        exec 3> in
        printf '{}\\n{}\\n' >&3
        kill -9 $child
        wait $child
        echo $?
        """
      let result = try AssayBinary.shell(script, folder: folder.path)
      #expect(result.text == "137\n", "\(result.errorText)")
      #expect(Self.ending(try TestFile.bytes(folder.path(of: "out"))) == nil)
    }
  }

  @Test("nor one whose report cannot be written") func full() throws {
    let result = try AssayBinary.run(
      ["validate", "Tests/Fixtures/demo/samples.ndjson", "--output-format", "jsonl"], output: "/dev/full")
    #expect(result.status == 3, "\(result.errorText)")
  }
}
