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
}
