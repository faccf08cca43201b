import Foundation
import SeededRandom
import Testing

/// `assay report merge`: reports of ranges become the report of one process, byte for byte.
@Suite("Merged reports") struct ReportMergeTests {
  private static let now = ["--now", "2026-06-01T00:00:00Z"]

  /// Runs `assay validate`, and keeps its report in a file.
  ///
  /// - Returns: the path of the report.
  private static func report(_ name: String, _ call: [String], in folder: TemporaryFolder) throws -> String {
    let result = try AssayBinary.run(
      ["validate", "--no-config", "--output-format", "jsonl", "--quiet"] + now + call, folder: folder.path)
    #expect(result.status <= 1, "\(call): \(result.errorText)")
    return try folder.write(name, result.output)
  }

  private static func merge(_ reports: [String], _ options: [String] = []) throws -> ProcessResult {
    try AssayBinary.run(["report", "merge", "--quiet"] + options + reports)
  }

  /// Reports of the parts that a file is cut into.
  private static func parts(
    of path: String, _ cuts: [Int], _ options: [String], in folder: TemporaryFolder
  ) throws -> [String] {
    try zip(cuts, cuts.dropFirst()).enumerated().map { index, cut in
      try report("part\(index).jsonl", ["--range", "\(cut.0):\(cut.1)", path] + options, in: folder)
    }
  }

  /// Places to cut a file of a number of bytes at: the beginning, some between, one after the end.
  private static func cuts(_ size: Int, _ count: Int, _ random: inout SeededGenerator) -> [Int] {
    [0] + (0..<count).map { _ in Int.random(in: 0...size, using: &random) }.sorted() + [
      size + Int.random(in: 0...9, using: &random)
    ]
  }

  /// Lines that are wrong in many ways, with what cuts may fall into.
  private static func lines(_ count: Int, _ words: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var text: [UInt8] = Bool.random(using: &random) ? [0xEF, 0xBB, 0xBF] : []
    let rest = #","unit":"count/min","start":"2025-04-01T07:58:12"#
    for _ in 0..<count {
      let word = Int.random(in: 0..<words, using: &random)
      let line =
        switch Int.random(in: 0..<12, using: &random) {
        case 0: #"{"type":"hartRate\#(word)","value":64\#(rest)Z"}"#
        case 1: #"{"type":"heartRate","value":64,"unit":"BPM\#(word % 9)","start":"2025-04-01T07:58:12Z"}"#
        case 2: #"{"type":"heartRate","value":64\#(rest)","ünkn\#(word)":1}"#
        case 3: #"{"type":"heartRate","valeu\#(word)":64,"value":64\#(rest)Z"}"#
        case 4: #"{"type":"heartRate","value":64,"unit":"bpm","start":"2025-04-01T07:58:12"}"#
        case 5: #"{"type":"sleepAnalysis","value":"asleepCor\#(word)","start":"2025-04-01T07:58:12Z"}"#
        case 6: #"{"type":"heartRate","value":-\#(word)\#(rest)Z","subject":"Ünï \#(word)"}"#
        case 7: "{\"type\":\"heart"
        case 8: ""
        case 9: #"{"type":"bodyMass","value":"70","unit":"kgs","start":"2025-04-01 07:58"}"#
        case 10: #"{"type":"hartRate","value":64\#(rest)Z"}"#
        default: #"{"type":"heartRate","value":64\#(rest)+02:00"}"#
        }
      text += line.utf8
      text += Bool.random(using: &random) ? [0x0D, 0x0A] : [0x0A]
    }
    if Bool.random(using: &random) { text += #"{"type":"hear"#.utf8 }
    return text
  }

  private static let lenient = ["--units", "lenient", "--timezone", "Europe/Berlin"]

  @Test("of random cuts are those of one process", arguments: 0..<6) func random(_ round: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(round))
    try TemporaryFolder.with { folder in
      let options = round % 2 == 0 ? Self.lenient : []
      let text = Self.lines(round < 2 ? 40 : 900, round < 4 ? 30 : 100_000, &random)
      let path = try folder.write("samples.ndjson", text)
      let whole = try TestFile.bytes(try Self.report("whole.jsonl", [path] + options, in: folder))
      let cuts = Self.cuts(text.count, 1 + round, &random)
      let parts = try Self.parts(of: path, cuts, options, in: folder)
      let merged = try Self.merge(parts.shuffled(using: &random), ["--whole"])
      #expect(merged.output == whole, "cuts at \(cuts)")
      #expect(merged.status == 1, "\(merged.errorText)")
    }
  }

  @Test("of more words than an input has hints for, in each range or in all") func words() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed &+ 100)
    try TemporaryFolder.with { folder in
      // Words of the first range come again in the second, after more than a thousand others.
      let first = (0..<700).map { "hartRate\($0)" }
      let second = (1000..<2300).map { "bodyMas\($0)" } + first.shuffled(using: &random)
      let third = (2000..<2600).map { "bodyMas\($0)" } + ["hartRate1", "hartRate5000"]
      let text = (first + second + third).map {
        #"{"type":"\#($0)","value":1,"unit":"kg","start":"2025-04-01T07:58:12Z"}"# + "\n"
      }
      let path = try folder.write("samples.ndjson", text.joined())
      let whole = try TestFile.bytes(try Self.report("whole.jsonl", [path], in: folder))
      let ends = [700, 700 + second.count, text.count].map { text[..<$0].reduce(0) { $0 + $1.utf8.count } }
      for cuts in [[0] + ends, Self.cuts(ends[2], 3, &random)] {
        let merged = try Self.merge(try Self.parts(of: path, cuts, [], in: folder))
        #expect(merged.output == whole, "cuts at \(cuts)")
      }
    }
  }

  @Test("of a line of a megabyte that is cut, and of CR and LF that are apart") func inside() throws {
    try TemporaryFolder.with { folder in
      let long = #"{"type":"heartRate","value":64,"unit":"count/min","start":"2025-04-01T07:58:12Z","metadata":{"ä":""#
      let text = "{}\r\n" + long + String(repeating: "ä", count: 1 << 19) + "\"}}\r\n{\"type\":1}\r\n"
      let path = try folder.write("samples.ndjson", text)
      let whole = try TestFile.bytes(try Self.report("whole.jsonl", [path], in: folder))
      for cuts in [[0, 3, 4, 5, 200_001, 200_002, 1 << 20, 2 << 20], [0, 2 << 20], [0, 1, 500_000, 2 << 20]] {
        let merged = try Self.merge(try Self.parts(of: path, cuts, [], in: folder), ["--whole"])
        #expect(merged.output == whole, "cuts at \(cuts)")
      }
    }
  }

  @Test("may be merged in any grouping") func associative() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed &+ 200)
    try TemporaryFolder.with { folder in
      let text = Self.lines(300, 60, &random)
      let path = try folder.write("b.ndjson", text)
      let other = try folder.write("a.csv", "type,value,unit,start\nhartRate,1,kg,2025-04-01T07:58:12Z\n")
      let whole = try TestFile.bytes(try Self.report("whole.jsonl", [other, path] + Self.lenient, in: folder))
      let cuts = Self.cuts(text.count, 5, &random)
      let parts = try Self.parts(of: path, cuts, Self.lenient, in: folder)
      let table = try Self.report("table.jsonl", [other] + Self.lenient, in: folder)
      for round in 0..<4 {
        // Neighbors are put together until one report is left; the table comes in somewhere.
        var groups = parts
        var isIn = false
        while groups.count > 1 || !isIn {
          let place = Int.random(in: 0..<max(1, groups.count - 1), using: &random)
          var some = Array(groups[place..<min(place + 2, groups.count)])
          if !isIn, groups.count == 1 || Int.random(in: 0..<3, using: &random) == 0 {
            some.insert(table, at: 0)
            isIn = true
          }
          let merged = try Self.merge(some.shuffled(using: &random))
          #expect(merged.status == 1, "\(merged.errorText)")
          let made = try folder.write("round\(round)-\(groups.count)-\(place).jsonl", merged.output)
          groups.replaceSubrange(place..<min(place + 2, groups.count), with: [made])
        }
        #expect(try TestFile.bytes(groups[0]) == whole, "cuts at \(cuts)")
      }
      // Of a part of the file the ranges stay, however they are put together.
      let left = try folder.write("left.jsonl", try Self.merge(Array(parts[0..<2])).output)
      let right = try folder.write("right.jsonl", try Self.merge(Array(parts[1..<3])).output)
      let three = try Self.merge(Array(parts[0..<3])).output
      #expect(try Self.merge([left, parts[2]]).output == three)
      #expect(try Self.merge([parts[0], right]).output == three)
      let incomplete = try Self.merge([left], ["--whole"])
      #expect(incomplete.status == 1 && incomplete.errorText.contains("b.ndjson"), "\(incomplete.errorText)")
    }
  }
}
