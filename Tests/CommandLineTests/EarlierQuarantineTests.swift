import Foundation
import SeededRandom
import Testing

/// What an import refused outlives kills of the next import of its path; `Tests/Console/earlier-quarantine.md` has the rest.
@Suite("Quarantine of earlier imports") struct EarlierQuarantineTests {
  private static let first = #"{"type":1}"#
  private static let second = #"{"type":2}"#

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
