import Testing

@testable import HealthFormats

@Suite("Sources in other encodings")
struct TranscodedSourceTests {
  /// The text that a source gives, asked for and given in pieces of some bytes.
  private static func text(_ bytes: [UInt8], _ encoding: TextEncoding, pieces: Int = 1 << 20) throws -> String {
    var source = TranscodedSource(PieceSource(bytes, size: pieces), encoding)
    var text: [UInt8] = []
    while try source.read(into: &text, count: pieces) > 0 {}
    return String(decoding: text, as: UTF8.self)
  }

  private static func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  @Test("Windows-1252: letters, quotes and the euro sign")
  func windows() throws {
    let bytes = Array("Gr".utf8) + [0xF6, 0xDF] + Array("e;".utf8) + [0x80, 0x93, 0x9F, 0x81, 0xB0]
    for pieces in [1, 2, 7, 1 << 20] {
      #expect(
        try Self.text(bytes, .windows1252, pieces: pieces) == "Gr\u{F6}\u{DF}e;\u{20AC}\u{201C}\u{178}\u{81}\u{B0}")
    }
  }

  @Test("UTF-16 of both orders, with and without a mark, in pieces of any size", arguments: [false, true])
  func wide(isBigEndian: Bool) throws {
    for text in ["\u{FEFF}Gr\u{F6}\u{DF}e\t\u{1F600}\r\n", "type,value\n\u{1F600}"] {
      for pieces in [1, 2, 3, 5, 1 << 20] {
        let bytes = Self.utf16(text, isBigEndian: isBigEndian)
        #expect(Array(try Self.text(bytes, .utf16, pieces: pieces).utf8) == Array(text.utf8), "pieces of \(pieces)")
      }
    }
  }

  @Test("what is no character is replaced, and what is cut off too")
  func broken() throws {
    let lone = Self.utf16("a") + [0x00, 0xD8] + Self.utf16("b")
    #expect(try Self.text(lone, .utf16) == "a\u{FFFD}b")
    #expect(try Self.text(Self.utf16("a") + [0x62], .utf16) == "a\u{FFFD}")
    #expect(try Self.text(Self.utf16("a") + [0x3D, 0xD8], .utf16) == "a\u{FFFD}")
    #expect(try Self.text([], .utf16).isEmpty)
    #expect(try Self.text([0x61], .windows1252) == "a")
  }

  @Test("a mark goes before the encoding that was named")
  func marks() throws {
    let plain = Array("\u{FEFF}Gr\u{F6}\u{DF}e".utf8)
    #expect(try Array(Self.text(plain, .windows1252).utf8) == plain)
    #expect(try Array(Self.text(Self.utf16("\u{FEFF}Gr\u{F6}\u{DF}e"), .windows1252).utf8) == plain)
  }
}

/// Bytes in memory that come in pieces.
private struct PieceSource: ByteSource {
  private var source: MemorySource
  private let size: Int

  init(_ bytes: [UInt8], size: Int) { (source, self.size) = (MemorySource(bytes), size) }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    source.read(into: &buffer, count: min(count, size))
  }
}
