import Foundation
import Testing

/// A file that is checked in ranges of bytes.
@Suite("Ranges") struct RangeTests {
  /// A finding and where it is.
  private struct Finding: Decodable {
    var code: String
    var line: Int
    var column: Int
    var byteOffset: Int
    var lineBase: String?
  }

  /// A range of the summary.
  private struct Part: Decodable {
    var path: String
    var start: Int
    var end: Int
    var firstByte: Int?
    var lines: Int
    var bytes: Int
    var sha256: String?
  }

  private struct Ending: Decodable {
    struct Summary: Decodable {
      var read: Int
      var refused: Int
      var ranges: [Part]?
    }

    var summary: Summary
  }

  private static let text =
    "\u{FEFF}{}\r\n\n{\"type\":\"höhe\"}\n" + String(repeating: "{\"a\":\"ä\"}\n", count: 5) + "{\"type\":1}"

  /// The findings and the summary of a run.
  private static func report(
    _ options: [String], _ path: String
  ) throws -> (findings: [Finding], summary: Ending.Summary) {
    let result = try AssayBinary.run(["validate", "--format", "jsonl", "--output-format", "jsonl"] + options + [path])
    #expect(result.status <= 1, "\(result.errorText)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let lines = result.text.split(separator: "\n").map { Data($0.utf8) }
    let findings = try lines.dropLast().map { try decoder.decode(Finding.self, from: $0) }
    return (findings, try decoder.decode(Ending.self, from: try #require(lines.last)).summary)
  }

  @Test("findings of all ranges are those of the file, at the same bytes", arguments: [1, 7, 20, 1000])
  func together(_ size: Int) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("a.ndjson", Self.text)
      let whole = try Self.report([], path)
      #expect(whole.summary.ranges == nil)
      var found: [String] = []
      var (read, refused, lines, next) = (0, 0, 0, 0)
      for start in stride(from: 0, to: Self.text.utf8.count, by: size) {
        let part = try Self.report(["--range", "\(start):\(start + size)"], path)
        for finding in part.findings {
          #expect(finding.lineBase == (start > 0 ? "range" : nil))
          found.append("\(finding.code) \(finding.line + lines):\(finding.column) \(finding.byteOffset)")
        }
        let range = try #require(part.summary.ranges?.first)
        #expect(range.path == path && range.start == start && range.end == start + size)
        #expect(range.sha256?.count == 64)
        if let first = range.firstByte { #expect(first == next) }
        next += range.bytes
        lines += range.lines
        read += part.summary.read
        refused += part.summary.refused
      }
      #expect(found == whole.findings.map { "\($0.code) \($0.line):\($0.column) \($0.byteOffset)" })
      #expect(read == whole.summary.read && refused == whole.summary.refused)
      #expect(next == Self.text.utf8.count && lines == 9)
    }
  }

  @Test("the ranges of a list are checked by one process, as they are one by one")
  func list() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("a.ndjson", Self.text)
      let cuts = [(0, 30), (30, 31), (31, 60), (60, 10_000)]
      let lines = cuts.map { #"{"path":"\#(path)","start":\#($0.0),"end":\#($0.1)}"# + "\n" }
      let list = try folder.write("ranges.ndjson", lines.joined())
      let whole = try Self.report([], path)
      let call = ["validate", "--output-format", "jsonl", "--ranges-from", list]
      let result = try AssayBinary.run(call)
      #expect(result.status == 1, "\(result.errorText)")
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let output = result.text.split(separator: "\n").map { Data($0.utf8) }
      let found = try output.dropLast().map { try decoder.decode(Finding.self, from: $0) }
      #expect(found.map { "\($0.code) \($0.byteOffset)" } == whole.findings.map { "\($0.code) \($0.byteOffset)" })
      let summary = try decoder.decode(Ending.self, from: try #require(output.last)).summary
      let ranges = try #require(summary.ranges)
      #expect(ranges.map(\.start) == cuts.map(\.0) && ranges.map(\.end) == cuts.map(\.1))
      #expect(ranges.reduce(0) { $0 + $1.bytes } == Self.text.utf8.count)
      #expect(summary.read == whole.summary.read && summary.refused == whole.summary.refused)
    }
  }

  @Test(
    "a list that is none is refused",
    arguments: [
      ("{}", "line 1"), ("\n", "no range"), (#"{"path":"a.ndjson","start":5,"end":1}"#, "line 1"),
      (#"{"path":"a.csv","start":0,"end":9}"#, "JSON lines"), (#"{"path":"b.ndjson","start":0,"end":9}"#, "b.ndjson"),
      (#"{"path":"a.ndjson","start":0,"end":9}"# + "\n[]", "line 2"),
    ])
  func refusedList(_ list: String, _ word: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("a.ndjson", "{}\n")
      try folder.write("a.csv", "type,value,unit,start\n")
      let call = ["validate", "--ranges-from", "-"]
      let result = try AssayBinary.run(call, input: Array(list.utf8), folder: folder.path)
      #expect(result.status == 2 && result.errorText.contains(word), "\(result.errorText)")
    }
  }

  @Test(
    "what a range cannot be of is refused",
    arguments: [
      (["--range", "5:1", "a.ndjson"], "two offsets"), (["--range", "0:9", "a.csv"], "JSON lines"),
      (["--range", "0:9", "-"], "file"), (["--range", "0:9", "a.ndjson", "a.csv"], "one file"),
      (["--range", "0:9", "--across", "a.ndjson"], "--across"),
      (["--range", "0:9", "--ranges-from", "l", "a.ndjson"], "--ranges-from"),
      (["--ranges-from", "l", "a.ndjson"], "leave out paths"),
    ])
  func refused(_ call: [String], _ word: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("a.ndjson", "{}\n")
      try folder.write("a.csv", "type,value,unit,start\n")
      let result = try AssayBinary.run(["validate"] + call, input: Array("{}\n".utf8), folder: folder.path)
      #expect(result.status == 2 && result.errorText.contains(word), "\(result.errorText)")
    }
  }

  @Test("a range needs a clock")
  func clock() throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("a.ndjson", "{}\n")
      let call = ["validate", "--range", "0:9", path]
      let result = try AssayBinary.run(call, environment: ["ASSAY_NOW": ""])
      #expect(result.status == 2 && result.errorText.contains("--now"), "\(result.errorText)")
    }
  }
}
