import Foundation
import SeededRandom
import Testing

/// A baseline knows findings by their class: it survives every edit that changes no class, and tells what is new.
@Suite("Baseline") struct BaselineTests {
  /// Sound and unsound lines; each unsound one stands for a class of findings.
  private static let unsound = [
    #"{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":900,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"noSuchType","value":5,"unit":"count","start":"2026-01-01T08:00:00Z"}"#,
    #"{"type":"sleepAnalysis","value":"nap","start":"2026-01-01T02:00:00Z","end":"2026-01-01T03:00:00Z"}"#,
    #"{"type":"bodyMass","value":70,"unit":"kg","start":"2026-01-01T08:00:00"}"#,
    #"{"type":"bodyMass","value":70,"unit":"kg","start":"2026-01-01T08:00:00Z","metadata":{"HKTimeZone":7}}"#,
    #"{"type":"bodyMass","value":70,"unit":"kg","start":"2026-01-01T08:00:00Z","colour":"red"}"#,
  ]

  private static let configuration = "schema: 1\nacross: false\ndata:\n  - path: data/**\nbaseline: known.jsonl\n"

  /// A file of samples, some sound, made from a generator.
  private static func lines(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 5...40, using: &random)).map { index in
      Bool.random(using: &random)
        ? unsound[Int.random(in: 0..<unsound.count, using: &random)]
        : #"{"type":"stepCount","value":\#(index),"unit":"count","start":"2026-01-02T08:00:00Z"}"#
    }
  }

  /// The same samples in another dress: other order, spaces within lines, blank and sound lines between them.
  private static func edited(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
    var result: [String] = []
    for line in lines.shuffled(using: &random) {
      if Bool.random(using: &random) { result.append("") }
      if Bool.random(using: &random) {
        result.append(#"{"type":"stepCount","value":\#(result.count),"unit":"count","start":"2026-01-03T08:00:00Z"}"#)
      }
      let spaced = line.replacingOccurrences(of: ",\"", with: Bool.random(using: &random) ? ",  \"" : ",\"")
      result.append((Bool.random(using: &random) ? "  " : "") + spaced)
    }
    return result
  }

  private func lint(_ folder: TemporaryFolder, _ options: [String] = []) throws -> ProcessResult {
    try AssayBinary.run(["lint", "--output-format", "json"] + options, folder: folder.path)
  }

  @Test("survives reordering, re-indenting and inserting lines", arguments: 0..<12) func edits(_ round: Int) throws {
    var random = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(round))
    try TemporaryFolder.with { folder in
      let lines = Self.lines(&random)
      try folder.write("assay.yaml", Self.configuration)
      try folder.write("data/samples.ndjson", lines.joined(separator: "\n") + "\n")
      let written = try lint(folder, ["--write-baseline", "known.jsonl"])
      #expect(written.status == 0)
      let first = try TestFile.bytes(folder.path(of: "known.jsonl"))
      try folder.write("data/samples.ndjson", Self.edited(lines, &random).joined(separator: "\n") + "\n")
      let again = try lint(folder)
      #expect(again.status == 0, "round \(round): \(again.text.prefix(2000))")
      #expect(try RunReport(again).diagnostics.isEmpty)
      _ = try lint(folder, ["--write-baseline", "known.jsonl"])
      #expect(try TestFile.bytes(folder.path(of: "known.jsonl")) == first)
      try folder.write(
        "data/samples.ndjson", (Self.edited(lines, &random) + [Self.unsound[0]]).joined(separator: "\n") + "\n")
      let more = try lint(folder)
      #expect(more.status == 1)
      #expect(try RunReport(more).diagnostics.map(\.code) == ["unit-incompatible"])
    }
  }
}
