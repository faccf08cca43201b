import Assay
import SeededRandom
import Testing

@testable import LanguageServer

/// Messages are found in a stream however it is cut, and what is no message takes bounded memory.
@Suite("Frames of messages") struct MessageFrameTests {
  private static func frames(_ stream: [UInt8], limit: Int = 1000, cut: () -> Int) -> [MessageFrames.Frame] {
    var reader = MessageFrames(limit: limit)
    var rest = stream[...]
    var frames: [MessageFrames.Frame] = []
    while !rest.isEmpty {
      let piece = rest.prefix(max(1, cut()))
      rest = rest.dropFirst(piece.count)
      reader.take(Array(piece))
      while let frame = reader.next() { frames.append(frame) }
    }
    return frames
  }

  /// A stream, and what is in it.
  static let cases: [(stream: String, frames: [MessageFrames.Frame])] = [
    ("Content-Length: 2\r\n\r\n{}", [.message(Array("{}".utf8))]),
    ("content-length:2\r\nContent-Type: x\r\n\r\n{}", [.message(Array("{}".utf8))]),
    ("Content-Type: x\r\nContent-Length: 0\r\n\r\n", [.message([])]),
    (
      "Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n[]",
      [.message(Array("{}".utf8)), .message(Array("[]".utf8))]
    ),
    ("Content-Length: 3\r\n\r\n{}", []),
    (
      "Content-Length: 1001\r\n\r\n" + String(repeating: "x", count: 1001) + "Content-Length: 2\r\n\r\n{}",
      [.tooLong(1001), .message(Array("{}".utf8))]
    ),
    ("Content-Type: x\r\n\r\n{}", [.broken]),
    ("Content-Length: -1\r\n\r\n{}", [.broken]),
    ("Content-Length: 99999999999999999999999\r\n\r\n{}", [.broken]),
    ("{}\n{}\n" + String(repeating: "x", count: 5000) + "\r\n\r\n", [.broken]),
    ("\r\n\r\nContent-Length: 2\r\n\r\n{}", [.broken]),
  ]

  @Test("every cut finds the same", arguments: cases.indices) func cuts(_ index: Int) {
    let item = Self.cases[index]
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<20 {
      let most = Int.random(in: 1...64, using: &generator)
      let found = Self.frames(Array(item.stream.utf8)) { Int.random(in: 1...most, using: &generator) }
      #expect(found == item.frames)
    }
  }

  @Test("what is framed is found") func framed() {
    let message = Array("{\"a\":\"😀\"}".utf8)
    #expect(Self.frames(MessageFrames.framed(message)) { 7 } == [.message(message)])
  }
}
