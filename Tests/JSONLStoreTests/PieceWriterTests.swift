import Foundation
import Testing

@testable import JSONLStore

/// Lines on their way into a file.
@Suite struct PieceWriterTests {
  /// Lengths of lines: none, a few bytes, and about a piece of a MiB.
  static let lengths = [
    [], [0], [1, 2, 3], [1 << 20], [(1 << 20) - 1, 1, 1], [(1 << 20) + 1, 0, 7], Array(repeating: 700_000, count: 4),
  ]

  @Test("lines are after what the file holds, in order and whole", arguments: lengths, [0, 5])
  func lines(lengths: [Int], start: Int) throws {
    let place = try Place()
    try FileManager.default.createDirectory(atPath: place.store, withIntermediateDirectories: true)
    let file = try OpenFile.made(place.store + "/x", name: "x", isNew: true)
    var expected = Array("01234".utf8.prefix(start))
    try file.put(expected, at: 0)
    var output = PieceWriter(file, at: start)
    for (number, length) in lengths.enumerated() {
      #expect(output.offset == expected.count)
      let line = Array(repeating: UInt8(ascii: "a") + UInt8(number), count: length)
      try output.append { $0 += line }
      expected += line
      let waiting = expected.count - (try file.size())
      #expect(waiting < 1 << 20, "so much is held")
    }
    #expect(try output.finish() == expected.count)
    #expect(try place.bytes("x") == expected)
  }

  @Test func aLineThatCannotBeMadeEndsIt() throws {
    struct Fault: Error {}
    let place = try Place()
    try FileManager.default.createDirectory(atPath: place.store, withIntermediateDirectories: true)
    var output = PieceWriter(try OpenFile.made(place.store + "/x", name: "x", isNew: true))
    #expect(throws: Fault.self) { try output.append { _ in throw Fault() } }
    #expect(try place.bytes("x").isEmpty)
  }
}
