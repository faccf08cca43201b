import SeededRandom
import Testing

@testable import HealthModel

/// What is shown of foreign text, however long it is and whatever it holds.
struct ExcerptTests {
  private func excerpt(_ place: Range<Int>, _ bytes: [UInt8]) -> SourceExcerpt {
    SourceExcerpt(around: place, in: bytes.span.bytes, limits: 0..<bytes.count)
  }

  @Test("bytes that only go on with a character are cut as others are", arguments: [0x80, 0xBF, 0xC3, 0xFF] as [UInt8])
  func strayBytes(_ byte: UInt8) {
    let bytes = [UInt8](repeating: byte, count: 1 << 20)
    for place in [0, 1, 500_000, bytes.count - 1] {
      let found = excerpt(place..<place + 1, bytes)
      #expect(found.text.unicodeScalars.count <= 4 * 4 * SourceExcerpt.width + 2)
      #expect(found.text.hasPrefix("…") == (place > 1))
      #expect(found.text.hasSuffix("…") == (place < bytes.count - 1))
      #expect(found.length == 4)
    }
  }

  @Test("an excerpt begins and ends with whole characters", arguments: ["a", "é", "€", "😀"])
  func characters(_ character: String) {
    let bytes = Array(String(repeating: character, count: 300).utf8)
    let size = character.utf8.count
    for index in [0, 1, 31, 32, 33, 150, 299] {
      let found = excerpt(index * size..<(index + 1) * size, bytes)
      let before = min(index, SourceExcerpt.width / 3)
      let behind = min(300 - index, SourceExcerpt.width - SourceExcerpt.width / 3)
      let text = String(repeating: character, count: before + behind)
      #expect(found.text == (index > before ? "…" : "") + text + (index + behind < 300 ? "…" : ""))
      #expect(found.caret == before + (index > before ? 1 : 0))
      #expect(found.length == 1)
    }
  }

  @Test("an excerpt keeps to its line")
  func line() {
    let bytes = Array("before\r\n\u{1}é,kg\r\nbehind".utf8)
    #expect(excerpt(12..<14, bytes) == SourceExcerpt(text: "\\u{1}é,kg", caret: 7, length: 2))
  }

  @Test("megabytes that are not UTF-8 are shown in the time they take to read", .timeLimit(.minutes(1)))
  func time() {
    let bytes = [UInt8](repeating: 0x80, count: 4 << 20)
    #expect(TextEscaping.escaped(utf8: bytes, limit: 2) == "\\x80\\x80…(4194302 more)")
  }

  @Test("each character or byte that is none is shown or counted")
  func escaping() {
    let seed = SeededGenerator.seed()
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      Array("a".utf8), Array("é€😀".utf8), Array("\u{0}\u{7}\n\u{85}\u{200B}\u{202E}\u{2028}\u{FEFF}\u{E0001}".utf8),
      [0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80],
      [0xFF], [0xE0, 0x80, 0x80], [0xEF, 0xBF, 0xBD],
    ]
    for round in 0..<500 {
      let bytes = (0..<Int.random(in: 0...20, using: &generator)).flatMap { _ in
        pieces.randomElement(using: &generator) ?? []
      }
      for limit in [-1, 0, 1, 2, 7, 200] {
        let expected = Self.expected(bytes, limit: limit)
        #expect(TextEscaping.escaped(utf8: bytes, limit: limit) == expected, "SEED=\(seed), round \(round)")
        let lazily = bytes.lazy.map { $0 }
        #expect(TextEscaping.escaped(utf8: lazily, limit: limit) == expected, "SEED=\(seed), round \(round)")
      }
      if let text = String(validating: bytes, as: UTF8.self) {
        let part = text.dropFirst()
        #expect(TextEscaping.escaped(part, limit: 7) == Self.expected(Array(part.utf8), limit: 7))
      }
    }
  }

  /// The same by another route: the shortest beginning of what is left that is a text.
  private static func expected(_ bytes: [UInt8], limit: Int) -> String {
    var shown: [String] = []
    var rest = bytes[...]
    while let first = rest.first {
      let scalar = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self)?.unicodeScalars.first }
        .first
      if let scalar {
        shown.append(TextEscaping.isHarmless(scalar) ? String(scalar) : "\\u{\(hexadecimal(scalar.value))}")
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        shown.append("\\x\(hexadecimal(UInt32(first)).count < 2 ? "0" : "")\(hexadecimal(UInt32(first)))")
        rest = rest.dropFirst()
      }
    }
    let kept = shown.prefix(max(0, limit))
    return kept.joined() + (kept.count < shown.count ? "…(\(shown.count - kept.count) more)" : "")
  }

  private static func hexadecimal(_ number: UInt32) -> String { String(number, radix: 16, uppercase: true) }
}
