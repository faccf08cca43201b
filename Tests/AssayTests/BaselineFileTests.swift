import HealthModel
import HealthReports
import SeededRandom
import Testing

@testable import Assay

/// The file of a baseline: whatever parts it comes in, its classes come back, and leave sorted.
@Suite("A baseline's file") struct BaselineFileTests {
  private static func entries(_ random: inout SeededGenerator) -> [BaselineEntry: Int] {
    var entries: [BaselineEntry: Int] = [:]
    let words = ["", "a", "heartRate", "/value", "é", "e\u{301}", "a\u{9B}b", "x\ny"]
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      func word() -> String { words.randomElement(using: &random) ?? "" }
      // No name at all is sorted as an empty one.
      func name() -> String { words.dropFirst().randomElement(using: &random) ?? "a" }
      let entry = BaselineEntry(
        code: DiagnosticCode.allCases.randomElement(using: &random) ?? .truncated,
        type: Bool.random(using: &random) ? name() : nil, path: Bool.random(using: &random) ? name() : nil,
        field: word(), evidence: word())
      entries[entry] = Int.random(in: 1...9, using: &random)
    }
    return entries
  }

  @Test("read in any parts it has the classes that were written") func parts() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let entries = Self.entries(&random)
      let bytes = entries.flatMap { $0.key.line(count: $0.value) }
      var reader = BaselineReader(path: "known.jsonl")
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...200, using: &random))
        try reader.read(part)
        rest = rest.dropFirst(part.count)
      }
      let baseline = try reader.finish()
      #expect(baseline.classCount == entries.count, "SEED=\(seed)")
      #expect(baseline.findingCount == entries.values.reduce(0, +))
      for (entry, count) in entries { #expect(baseline[entry] == count, "SEED=\(seed)") }
      let places = baseline.sorted { _ in true }
      let sorted = places.map { baseline.entry(at: $0) }
      #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0 < $1 }, "SEED=\(seed)")
      #expect(Set(sorted) == Set(entries.keys))
    }
  }

  @Test(
    "a line that is not an entry is named",
    arguments: [
      ("{\"code\":\"truncated\",\"count\":1}\n\nx\n", 3, "not a JSON object"),
      ("[]\n", 1, "not a JSON object"), ("{\"code\":\"none\",\"count\":1}", 1, "no code, or one that does not exist"),
      ("{\"code\":\"truncated\",\"count\":0}", 1, "`count` must be a number above 0"),
      (
        "{\"code\":\"truncated\",\"count\":1}\n{\"count\":2,\"code\":\"truncated\"}\n", 2,
        "the same entry is here twice"
      ),
    ])
  func faults(_ text: String, _ line: Int, _ reason: String) { expectFault(text, line, reason) }

  @Test("a line without an end is not kept to its end") func longLine() {
    expectFault("\n" + String(repeating: "x", count: (1 << 20) + 1), 2, "the line is longer than 1 MiB")
  }

  @Test("a file over the limit is a mistake of the project, with advice") func longFile() throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let entry = BaselineEntry(code: .truncated, type: nil, path: "a", field: "", evidence: "")
    let path = try bench.file("known.jsonl", String(decoding: entry.line(count: 1), as: UTF8.self))
    #expect(try BaselineFile.content(of: path, within: nil).classCount == 1)
    let failure = #expect(throws: Failure.self) { try BaselineFile.content(of: path, within: nil, limit: 10) }
    #expect(failure?.status == .usage && failure?.message.contains("--baseline-by type") == true)
  }

  private func expectFault(_ text: String, _ line: Int, _ reason: String) {
    let failure = #expect(throws: Failure.self) { _ = try Baseline(Array(text.utf8), path: "known.jsonl") }
    #expect(failure?.message == "known.jsonl:\(line): \(reason)" && failure?.status == .usage)
  }
}
