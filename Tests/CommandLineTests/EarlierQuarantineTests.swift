import Foundation
import SeededRandom
import Testing

/// What an import refused is kept when its path is imported again with other content, or for another subject.
@Suite("Quarantine of earlier imports") struct EarlierQuarantineTests {
  /// Content of one path: what it has at a time, and which records the quarantine has after it was imported.
  struct Step: Sendable {
    var lines: [String]
    var options: [String] = []
    /// The records of this import, in order.
    var refused: [String]
    /// Those of earlier imports that this one does not have.
    var earlier: [String]
  }

  private static let good = #"{"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}"#
  private static let first = #"{"type":1}"#
  private static let second = #"{"type":2}"#
  private static let third = #"{"type":3}"#
  private static let anna = ["--subject", "anna"]
  private static let ben = ["--subject", "ben"]

  @Test(
    "a refused record is in the quarantine once, until somebody removes it",
    arguments: [
      // Other content, then the same again.
      [
        Step(lines: [first, good, second], refused: [first, second], earlier: []),
        Step(lines: [second, third], refused: [second, third], earlier: [first]),
        Step(lines: [second, third], refused: [second, third], earlier: [first]),
        Step(lines: [good], refused: [], earlier: [first, second, third]),
        Step(lines: [third, first, second], refused: [third, first, second], earlier: []),
      ],
      // The same content for somebody else: another sample, should it be corrected.
      [
        Step(lines: [first], options: anna, refused: [first], earlier: []),
        Step(lines: [first], options: ben, refused: [first], earlier: [first]),
        Step(lines: [first], options: anna, refused: [first], earlier: [first]),
        Step(lines: [first], options: ben, refused: [first], earlier: [first]),
      ],
      // A growing file.
      [
        Step(lines: [first], refused: [first], earlier: []),
        Step(lines: [first, second], refused: [first, second], earlier: []),
        Step(lines: [first, second, third], refused: [first, second, third], earlier: []),
      ],
    ])
  func steps(_ steps: [Step]) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      for (index, step) in steps.enumerated() {
        let path = try folder.write("day.ndjson", step.lines.map { $0 + "\n" }.joined())
        let result = try AssayBinary.run(store.importArguments([path], step.options))
        #expect(result.status == (step.refused.isEmpty ? 0 : 1), "step \(index): \(result.errorText)")
        let (refused, earlier) = try kept(store)
        #expect(refused == step.refused, "step \(index)")
        #expect(earlier.sorted() == step.earlier.sorted(), "step \(index)")
        let note = step.earlier.isEmpty ? nil : step.earlier.count == 1 ? "1 record of earlier" : "records of earlier"
        #expect(result.errorText.contains("earlier imports") == (note != nil), "step \(index): \(result.errorText)")
        if let note { #expect(result.errorText.contains(note), "step \(index): \(result.errorText)") }
      }
    }
  }

  @Test("elements without a type are kept as well, and a correction of somebody stays") func unsupported() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let export = String(decoding: try TestFile.bytes(try ImportTests.newerDemo(folder)), as: UTF8.self)
      let path = try folder.write("export.xml", export)
      _ = try store.importing(path)
      let wanted = try store.quarantine(ofUnsupported: true).map(\.id)
      #expect(!wanted.isEmpty)
      _ = try store.importing(
        try folder.write("export.xml", export.replacing("<NewBout ", with: "<!-- -->\n<NewBout ")))
      #expect(try store.quarantine(ofUnsupported: true).map(\.id) == wanted)
      _ = try store.importing(try folder.write("export.xml", #"<HealthData locale="en_US"></HealthData>"#))
      #expect(store.quarantineFiles(ofUnsupported: true) == [])
      let earlier = store.quarantineFiles().filter { $0.hasSuffix(".unsupported.earlier.ndjson") }
      #expect(try earlier.flatMap(QuarantineLine.lines(of:)).map(\.id) == wanted)
    }
  }

  @Test("a correction in the quarantine outlives another import of the same input") func correction() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let path = try folder.write("day.ndjson", Self.first + "\n")
      _ = try store.importing(path)
      let file = try #require(store.quarantineFiles().first)
      let line = String(decoding: try TestFile.bytes(file), as: UTF8.self)
      try Data((line.dropLast(2) + ",\"replacement\":\(Self.good)}\n").utf8).write(to: URL(fileURLWithPath: file))
      _ = try store.importing(path)
      let earlier = try #require(store.quarantineFiles().first { $0.hasSuffix(".earlier.ndjson") })
      #expect(String(decoding: try TestFile.bytes(earlier), as: UTF8.self).contains("replacement"))
    }
  }

  @Test("a correction of a record of several lines keeps all of its lines", arguments: 0...1)
  func largeCorrection(_ corrected: Int) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let long = "{\"type\":1,\"metadata\":{\"note\":\"\(String(repeating: "x", count: 700_000))\"}}"
      let path = try folder.write("day.ndjson", [Self.first, long, Self.second].map { $0 + "\n" }.joined())
      _ = try store.importing(path)
      let file = try #require(store.quarantineFiles().first)
      var lines = String(decoding: try TestFile.bytes(file), as: UTF8.self).split(separator: "\n").map(String.init)
      try #require(lines.count == 4)
      lines[1 + corrected] = lines[1 + corrected].dropLast() + ",\"replacement\":\(Self.good)}"
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: file))
      for _ in 0..<2 { _ = try store.importing(path) }
      let earlier = try #require(store.quarantineFiles().first { $0.hasSuffix(".earlier.ndjson") })
      #expect(try TestFile.lines(earlier).map { String(decoding: $0, as: UTF8.self) } == Array(lines[1...2]))
      let result = try AssayBinary.run(["revalidate", earlier, "--store", store.path, "--output-format", "json"])
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try RunReport(result).summary.accepted == 1)
    }
  }

  @Test(
    "a last line that was corrected with a typing error stays and is reported",
    arguments: [
      #","replacement":{"type":"heartRate""#, #","replacement":{"type":heartRate}}"#, ",\"note\"}", ",", "}",
    ])
  func typingError(_ end: String) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let path = try folder.write("day.ndjson", [Self.first, Self.second].map { $0 + "\n" }.joined())
      _ = try store.importing(path)
      let file = try #require(store.quarantineFiles().first)
      // Editors leave out the last line end.
      let edited = String(decoding: try TestFile.bytes(file), as: UTF8.self).dropLast(2) + end
      try #require(edited.hasSuffix(end))
      let isComplete = end == "}"
      try Data((isComplete ? edited + end : edited).utf8).write(to: URL(fileURLWithPath: file))
      for _ in 0..<3 {
        let result = try AssayBinary.run(store.importArguments([path]))
        #expect(result.errorText.contains("1 line of "), "\(result.errorText)")
        #expect(result.errorText.contains("cannot be read"), "\(result.errorText)")
        let earlier = try #require(store.quarantineFiles().first { $0.hasSuffix(".earlier.ndjson") })
        let kept = try TestFile.lines(earlier).map { String(decoding: $0, as: UTF8.self) }
        #expect(kept.count == 1 && kept[0].hasSuffix(end), "\(kept)")
        let replay = try AssayBinary.run(["revalidate", earlier, "--output-format", "json"])
        #expect(try RunReport(replay).diagnostics.map(\.code) == ["quarantine-line"])
      }
      #expect(
        try store.quarantineFiles().filter { !$0.hasSuffix(".earlier.ndjson") }.flatMap(QuarantineLine.lines(of:)).count
          == 2)
    }
  }

  @Test("what an import that was killed between two steps left is put right by the next", arguments: 0...4)
  func leftover(_ state: Int) throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      let path = try folder.write("day.ndjson", [Self.first, Self.second].map { $0 + "\n" }.joined())
      _ = try store.importing(path)
      let file = try #require(store.quarantineFiles().first)
      let earlier = file.dropLast(".ndjson".count) + ".earlier.ndjson"
      let bytes = try TestFile.bytes(file)
      switch state {
      // It was renamed, and nothing written.
      case 0: try FileManager.default.moveItem(atPath: file, toPath: String(earlier))
      // All of it is in both.
      case 1: try FileManager.default.copyItem(atPath: file, toPath: String(earlier))
      // The import was killed while it wrote a line.
      case 2: try Data(bytes.dropLast(9)).write(to: URL(fileURLWithPath: file))
      // So was the one before it.
      case 3: try Data(bytes.dropLast(9)).write(to: URL(fileURLWithPath: String(earlier)))
      // It was killed while it wrote the file anew.
      default: try Data(bytes.dropLast(9)).write(to: URL(fileURLWithPath: earlier + ".new"))
      }
      _ = try store.importing(path)
      let (refused, rest) = try kept(store)
      #expect(refused == [Self.first, Self.second])
      #expect(rest == [])
    }
  }

  @Test("records of an earlier import outlive kills of the next one") func kill() throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    try TemporaryFolder.with { folder in
      let bench = try KillBench(folder, .jsonLines, samples: 4000)
      let text = try TestFile.bytes(bench.input)
      for round in 1...6 {
        let store = bench.store("round-\(round)")
        try folder.write(GeneratedInput.jsonLines.rawValue, Self.first + "\n" + Self.second + "\n")
        #expect(try bench.start(store).finish().status == 1)
        try folder.write(GeneratedInput.jsonLines.rawValue, text)
        var isFinished = false
        var attempts = 0
        while !isFinished {
          let child = try bench.start(store)
          attempts += 1
          if attempts < 5 {
            usleep(UInt32(Double.random(in: 0...bench.seconds, using: &generator) * 1e6))
            child.send(SIGKILL)
          }
          // The import before it is finished too: only the end of the process tells.
          isFinished = try child.finish().status != -SIGKILL
        }
        let files = store.quarantineFiles()
        let written = try files.filter { !$0.hasSuffix(".earlier.ndjson") }.flatMap(QuarantineLine.lines(of:))
        let wanted = bench.trace.quarantine.values.reduce(0) { $0 + $1.count { $0 == UInt8(ascii: "\n") } }
        #expect(written.count == wanted, "round \(round)")
        let (_, earlier) = try kept(store)
        #expect(Set(earlier).isSuperset(of: [Self.first, Self.second]), "round \(round)")
        #expect(earlier.filter { $0 == Self.first }.count == 1, "round \(round)")
      }
    }
  }

  /// The raw records of the quarantine: those of the last import, and those of earlier ones.
  private func kept(_ store: TestStore) throws -> (refused: [String], earlier: [String]) {
    let files = store.quarantineFiles()
    func records(_ isEarlier: Bool) throws -> [String] {
      try files.filter { $0.hasSuffix(".earlier.ndjson") == isEarlier }.flatMap(QuarantineLine.lines(of:))
        .map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(TestFile.names(in: store.path + ".quarantine").allSatisfy { $0.hasSuffix(".ndjson") })
    return (try records(false), try records(true))
  }
}
