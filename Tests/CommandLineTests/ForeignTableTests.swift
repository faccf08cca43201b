import Foundation
import Testing

/// Tables of others, read by profiles of at most eight lines: wrong cells are found at their places, and what is kept of
/// them can be mended.
@Suite("Tables of others") struct ForeignTableTests {
  private static let folder = "Tests/Fixtures/foreign-tables"
  private static let configuration = folder + "/assay.yaml"

  @Test("finds the wrong cells, and nothing else") func truth() throws {
    let truth = try TestFile.lines("Tests/Fixtures/foreign-tables.truth.tsv").map {
      String(decoding: $0, as: UTF8.self)
    }.filter { !$0.hasPrefix("#") }.sorted()
    let result = try AssayBinary.run(["lint", "--config", Self.configuration, "--output-format", "json"])
    let found = try RunReport(result).diagnostics.map {
      "\($0.code)\t\(URL(fileURLWithPath: $0.path).lastPathComponent)\t\($0.line ?? 0)\t\($0.column ?? 0)"
    }.sorted()
    #expect(found == truth)
    #expect(truth.count >= 11)
    #expect(result.status == 1)
  }

  @Test("each profile has at most eight lines") func profiles() throws {
    let text = String(decoding: try TestFile.bytes(Self.configuration), as: UTF8.self)
    let items = text.components(separatedBy: "  - path:").dropFirst()
    #expect(items.count == 5)
    for item in items { #expect(item.split(separator: "\n").count <= 8, "\(item)") }
  }

  @Test("a wide table is normalized to a sample for each cell, the same for any number of jobs") func normal() throws {
    let arguments = ["normalize", Self.folder + "/wide.csv", "--config", Self.configuration, "--jobs"]
    let one = try AssayBinary.run(arguments + ["1"])
    #expect(one.text.split(separator: "\n").count == 68)
    #expect(try AssayBinary.run(arguments + ["2"]).output == one.output)
  }

  @Test("a refused row is kept once, is replayed with what is stored, and can be mended") func mending() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let options = ["--config", Self.configuration]
      let (status, report) = try store.importing(Self.folder + "/wide.csv", options: options)
      #expect(status == 1)
      #expect(report.summary.read == 71)
      #expect(report.summary.accepted == 68)
      #expect(report.summary.refused == 3)
      let file = try #require(store.quarantineFiles().first)
      let kept = try QuarantineLine.lines(of: file)
      #expect(kept.map(\.source.line) == [8, 13, 19])
      #expect(
        kept.map { $0.diagnostics.map(\.code) } == [["value-not-a-number"], ["value-not-allowed"], ["time-invalid"]])
      let replay = try replay(file, store)
      #expect(replay.summary.duplicates == 2)
      #expect(replay.summary.refused == 3)
      #expect(replay.summary.accepted == 0)
      #expect(replay.diagnostics.map(\.column) == [31, 35, 5])
      let lines = try TestFile.lines(file).map { String(decoding: $0, as: UTF8.self) }
      let sample = #"{"type":"bodyMass","value":156,"unit":"lb","start":"2026-01-11T07:30:00+01:00"}"#
      let mended = [lines[0].dropLast() + ",\"replacement\":\(sample)}"] + lines.dropFirst().map { $0[...] }
      try Data((mended.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
      #expect(try self.replay(file, store).summary.accepted == 1)
      #expect(try store.samples(of: "bodyMass").count == 39)
      // A correction that names nobody is about whom its row is about.
      #expect(try store.export("--type", "bodyMass", "--subject", "P01").contains("2026-01-11T06:30:00Z"))
      // What is imported again is there already.
      let again = try store.importing(Self.folder + "/wide.csv", options: options).report
      #expect(again.summary.duplicates == 68)
    }
  }

  private func replay(_ file: String, _ store: TestStore) throws -> RunReport {
    try RunReport(AssayBinary.run(["revalidate", file, "--store", "sqlite:" + store.path, "--output-format", "json"]))
  }
}
