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

  @Test("names what no longer occurs, and prunes it") func pruning() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", Self.configuration)
      try folder.write("data/a.ndjson", Self.unsound.joined(separator: "\n") + "\n")
      try folder.write("data/b.ndjson", Self.unsound[0] + "\n")
      _ = try lint(folder, ["--write-baseline", "known.jsonl"])
      try folder.write("data/a.ndjson", Self.unsound[1] + "\n")
      let stale = try lint(folder)
      #expect(stale.status == 0)
      let notes = try RunReport(stale).diagnostics
      #expect(Set(notes.map(\.code)) == ["baseline-stale"])
      #expect(notes.count == Self.unsound.count - 1)
      // A run over one file says nothing of the others.
      #expect(try RunReport(lint(folder, ["data/b.ndjson"])).diagnostics.isEmpty)
      #expect(try lint(folder, ["--prune-baseline"]).status == 0)
      #expect(try TestFile.lines(folder.path(of: "known.jsonl")).count == 2)
      #expect(try RunReport(lint(folder)).diagnostics.isEmpty)
    }
  }

  @Test("by type, for files that move") func types() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", Self.configuration + "baseline_by: type\n")
      try folder.write("data/a.ndjson", Self.unsound.joined(separator: "\n") + "\n")
      #expect(try lint(folder, ["--write-baseline", "known.jsonl"]).status == 0)
      try FileManager.default.moveItem(
        atPath: folder.path(of: "data/a.ndjson"), toPath: folder.path(of: "data/b.ndjson"))
      #expect(try lint(folder).status == 0)
      #expect(try lint(folder, ["--baseline-by", "path"]).status == 2)
    }
  }

  @Test("is never cut to what a run did not read", arguments: ["broken type", "truncated file", "narrowed run"])
  func unread(_ reason: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", Self.configuration + "catalogs: [types]\n")
      try folder.write("types/x-note.yaml", "schema: 1\nunit: points\ntitle: Points\nisolated: true\n")
      try FileManager.default.moveItem(
        atPath: folder.path(of: "types/x-note.yaml"), toPath: folder.path(of: "types/points.yaml"))
      try folder.write("data/a.ndjson", Self.unsound.joined(separator: "\n") + "\n")
      try folder.write("data/b.ndjson", Self.unsound[0] + "\n")
      #expect(try lint(folder, ["--write-baseline", "known.jsonl"]).status == 0)
      let known = try TestFile.bytes(folder.path(of: "known.jsonl"))
      var arguments: [String] = []
      switch reason {
      case "broken type": try folder.write("types/points.yaml", "schema: 1\nunit: points\nisolatde: true\n")
      case "truncated file": try folder.write("data/a.ndjson", #"{"type":"heartRate","val"#)
      default: arguments = ["data/b.ndjson"]
      }
      let pruned = try lint(folder, arguments + ["--prune-baseline"])
      #expect(pruned.status == (reason == "narrowed run" ? 0 : 1))
      #expect(try TestFile.bytes(folder.path(of: "known.jsonl")) == known, "entries of \(reason) were removed")
      let written = try lint(folder, arguments + ["--write-baseline", "other.jsonl"])
      #expect(written.status == (reason == "narrowed run" ? 2 : 1))
      #expect(TestFile.names(in: folder.path).contains("other.jsonl") == false)
      // What nobody read is not said to be gone.
      #expect(try !lint(folder, arguments).text.contains("data/a.ndjson heartRate"))
    }
  }

  @Test("holds no value, line or wording") func content() throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", Self.configuration)
      let marked = [
        #"{"type":"heartRate","value":72,"unit":"kg{Jane}","start":"2026-01-01T08:00:00Z"}"#,
        #"{"type":"HKQuantityTypeIdentifierJane","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}"#,
      ]
      try folder.write("data/a.ndjson", (Self.unsound + marked).joined(separator: "\n") + "\n")
      _ = try lint(folder, ["--write-baseline", "known.jsonl"])
      let text = String(decoding: try TestFile.bytes(folder.path(of: "known.jsonl")), as: UTF8.self)
      for value in ["72", "900", "nap", "2026", "Jane", "colour", "noSuchType", "line", "message"] {
        #expect(!text.contains(value), "\(value) is in the baseline")
      }
      #expect(text.contains(#""evidence":"kg""#))
      #expect(text.contains(#""evidence":"above-max""#))
    }
  }

  @Test("that cannot be read is a mistake in the call", arguments: ["{", "[]\n", #"{"code":"no-such","count":1}"#])
  func broken(_ text: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write("assay.yaml", Self.configuration)
      try folder.write("data/a.ndjson", Self.unsound[0] + "\n")
      try folder.write("known.jsonl", text)
      #expect(try lint(folder).status == 2)
    }
  }
}
