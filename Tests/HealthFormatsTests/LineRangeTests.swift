import SeededRandom
import Testing

@testable import HealthFormats

/// Lines of a file by ranges of bytes: each line is in the range that its first byte is in.
@Suite("Ranges of lines") struct LineRangeTests {
  /// The bytes of a range's lines, and where they begin.
  private static func read(_ file: [UInt8], _ range: LineRange, count: Int) throws -> (first: Int64?, bytes: [UInt8]) {
    let start = LineRangeSource<MemorySource>.place(before: range)
    var source = try LineRangeSource(MemorySource(Array(file.dropFirst(Int(start)))), range: range)
    var bytes: [UInt8] = []
    while try source.read(into: &bytes, count: count) > 0 {}
    return (source.firstByte, bytes)
  }

  /// A line break of both kinds, blank lines, several bytes a character, a byte-order mark and a long line.
  private static let pieces = [
    "{}\n", "\n", "\r\n", "{\"a\":\"ä€😀\"}\r\n", " \n", String(repeating: "€", count: 700) + "\n", "x", "\r",
  ]

  @Test("cut anywhere, ranges have each line once, with the same bytes")
  func cuts() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let parts = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
      }
      let file = Array(((Bool.random(using: &random) ? "\u{FEFF}" : "") + parts.joined()).utf8)
      var cuts = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int64.random(in: 0...3000, using: &random) }
      if file.count < 500 { cuts = (0...Int64(file.count)).map { $0 } }
      let places = [0] + cuts.sorted() + [Int64(max(file.count, 3001))]
      var lines: [UInt8] = []
      for (start, end) in zip(places, places.dropFirst()) {
        let range = try #require(LineRange(start: start, end: end))
        let part = try Self.read(file, range, count: Int.random(in: 1...200, using: &random))
        guard !part.bytes.isEmpty else { continue }
        // Its first byte is in the range, and where the lines before it end.
        #expect(part.first == Int64(lines.count), "SEED=\(seed), round \(round), \(start):\(end)")
        #expect(start..<end ~= part.first ?? -1, "SEED=\(seed), round \(round), \(start):\(end)")
        lines += part.bytes
      }
      #expect(lines == file, "SEED=\(seed), round \(round), cuts \(cuts)")
    }
  }

  @Test(
    "a range has the lines that begin in it",
    arguments: [
      (0, 1, "ab\r\n"), (0, 4, "ab\r\n"), (0, 5, "ab\r\ncd\n"), (1, 4, ""), (3, 5, "cd\n"), (4, 5, "cd\n"), (4, 4, ""),
      (5, 7, ""), (5, 8, "\n"), (7, 9, "\nef"), (9, 100, ""), (100, 200, ""), (0, .max, "ab\r\ncd\n\nef"), (0, 0, ""),
    ] as [(Int64, Int64, String)])
  func owners(_ start: Int64, _ end: Int64, _ lines: String) throws {
    let range = try #require(LineRange(start: start, end: end))
    #expect(try Self.read(Array("ab\r\ncd\n\nef".utf8), range, count: 3).bytes == Array(lines.utf8))
  }

  @Test(
    "a range is two numbers",
    arguments: ["", ":", "1", "1:", ":1", "2:1", "-1:2", "+1:2", "1:2:3", "1:9223372036854775808"])
  func refused(_ text: String) { #expect(LineRange(text) == nil) }
}
