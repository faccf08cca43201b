import Foundation
import Testing

/// `assay lsp` as an editor sees it: a process that reads frames and writes frames.
@Suite("The language server's process") struct LanguageServerTests {
  private static let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#
  private static let ending = [#"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#]

  private static func framed(_ messages: [String]) -> [UInt8] {
    messages.flatMap { Array("Content-Length: \($0.utf8.count)\r\n\r\n\($0)".utf8) }
  }

  /// The messages of a stream, each of which must be framed.
  private static func messages(_ stream: [UInt8]) throws -> [[String: Any]] {
    var rest = stream[...]
    var messages: [[String: Any]] = []
    while !rest.isEmpty {
      let header = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
      let words = String(decoding: rest[..<header.lowerBound], as: UTF8.self).split(separator: " ")
      try #require(words.count == 2 && words[0] == "Content-Length:")
      let end = header.upperBound + (try #require(Int(words[1])))
      try #require(end <= rest.endIndex)
      let object = try JSONSerialization.jsonObject(with: Data(rest[header.upperBound..<end]))
      messages.append(try #require(object as? [String: Any]))
      rest = rest[end...]
    }
    return messages
  }

  /// The text of a message that opens a document.
  private static func opening(_ path: String, _ text: String) throws -> String {
    let object: [String: Any] = [
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": ["textDocument": ["uri": "file://" + path, "version": 1, "text": text]],
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  @Test("its findings are those of lint: codes, severities, places and words") func sameAsLint() throws {
    try TemporaryFolder.with { folder in
      try folder.write(
        "assay.yaml",
        """
        schema: 1
        data:
          - {path: "data/*.ndjson", timezone: UTC, subject: P1}
        rules: {value-implausible: error, unit-incompatible: error}
        suppressions:
          - {code: duplicate, files: ["data/a.*"], reason: known, until: "2030-01-01"}

        """)
      let start = #""start":"2026-01-01T08:00:00Z""#
      let text = [
        #"{"type":"heartRate","value":5,"unit":"bpm",\#(start)}"#, #"{"type":"hartRate","value":5,\#(start)}"#,
        #"{"type":"stepCount","value":5,"unit":"kg",\#(start)}"#, #"{"type":"heartRate","value":"#,
        #"{"type":"heartRate","value":60,"unit":"bpm",\#(start)}"#,
        #"{"type":"heartRate","value":60,"unit":"bpm",\#(start)}"#,
        #"{"type":"heartRate","value":61,"unit":"bpm","start":"2026-01-02 08:00:00","colour":1}"#,
      ].joined(separator: "\n")
      let path = try folder.write("data/a.ndjson", text)
      let lint = try AssayBinary.run(["lint", "--output-format", "json"], folder: folder.path)
      let report = try #require(try JSONSerialization.jsonObject(with: Data(lint.output)) as? [String: Any])
      let expected = (report["diagnostics"] as? [[String: Any]] ?? []).map { item -> String in
        let severity = ["error": 1, "warning": 2, "note": 3][item["severity"] as? String ?? ""] ?? 0
        let hint = (item["hint"] as? String).map { "\nhint: \($0)" } ?? ""
        return "\(item["line"] ?? "") \(item["column"] ?? "") \(severity) \(item["code"] ?? "") "
          + "\(item["message"] ?? "")\(hint)"
      }
      #expect(expected.count == 5)
      let input = Self.framed([Self.initialize, try Self.opening(path, text)] + Self.ending)
      let result = try AssayBinary.run(["lsp"], input: input, folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      let published = try Self.messages(result.output).first { $0["method"] as? String != nil }
      let parameters = published?["params"] as? [String: Any]
      let found = (parameters?["diagnostics"] as? [[String: Any]] ?? []).map { item -> String in
        let start = (item["range"] as? [String: [String: Int]])?["start"]
        return "\((start?["line"] ?? -2) + 1) \((start?["character"] ?? -2) + 1) \(item["severity"] ?? "") "
          + "\(item["code"] ?? "") \(item["message"] ?? "")"
      }
      #expect(found == expected)
    }
  }

  @Test("it ends with its input, as the protocol says: well only after `shutdown`") func endOfInput() throws {
    let opened = try AssayBinary.run(["lsp"], input: Self.framed([Self.initialize]))
    #expect(opened.status == 1)
    #expect(try Self.messages(opened.output).count == 1)
    #expect(opened.errors.isEmpty)
    let closed = try AssayBinary.run(["lsp", "--stdio"], input: Self.framed([Self.initialize, Self.ending[0]]))
    #expect(closed.status == 0)
    #expect(try AssayBinary.run(["lsp"]).status == 1)
  }

  @Test(
    "what is no message is refused and ends it",
    arguments: ["GET / HTTP/1.1\r\n\r\n", String(repeating: "x", count: 100_000), "Content-Length: x\r\n\r\n"])
  func broken(_ text: String) throws {
    let result = try AssayBinary.run(["lsp"], input: Self.framed([Self.initialize]) + Array(text.utf8))
    #expect(result.status == 2)
    let codes = try Self.messages(result.output).compactMap { ($0["error"] as? [String: Any])?["code"] as? Int }
    #expect(codes == [-32700])
  }

  @Test("a message that is too long is passed over, and the next one answered") func tooLong() throws {
    let long = [UInt8](repeating: UInt8(ascii: " "), count: (64 << 20) + 1)
    let input =
      Array("Content-Length: \(long.count)\r\n\r\n".utf8) + long + Self.framed([Self.initialize] + Self.ending)
    let result = try AssayBinary.run(["lsp"], input: input)
    #expect(result.status == 0)
    let messages = try Self.messages(result.output)
    #expect(messages.count == 3)
    #expect((messages.first?["error"] as? [String: Any])?["code"] as? Int == -32600)
  }

  @Test("a signal ends it while it waits", arguments: [("INT", 130), ("TERM", 143)])
  func signal(_ name: String, _ status: Int) throws {
    try TemporaryFolder.with { folder in
      try folder.write("hello", Self.framed([Self.initialize]))
      // The pipe stays open for writing, so that the input does not end.
      let script = """
        mkfifo pipe; exec 3<>pipe
        assay lsp <&3 >answers & pid=$!
        cat hello >pipe
        until [ -s answers ]; do sleep 0.05; done
        kill -\(name) $pid; wait $pid; echo $?
        """
      let result = try AssayBinary.shell(script, folder: folder.path)
      #expect(result.text == "\(status)\n", "\(result.errorText)")
    }
  }
}
