import Foundation
import HealthModel
import SeededRandom
import Testing

/// Texts as JSON strings.
@Suite("JSON strings") struct StringTests {
  static let escapings: [(JSONText.Escaping, String, String)] = [
    (.required, "", #""""#), (.required, "a\"b\\c/d", #""a\"b\\c/d""#),
    (.required, "\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), (.required, "\u{0}\u{1F}", #""\u0000\u001f""#),
    (.required, "\u{7F}\u{E9}\u{202E}\u{1F642}", "\"\u{7F}\u{E9}\u{202E}\u{1F642}\""),
    (.required, "seven b\"eight by\\", #""seven b\"eight by\\""#),
    (.shown, "\u{7F}\u{E9}\u{202E}\u{1F642}", "\"\\u007f\u{E9}\\u202e\u{1F642}\""),
    (.shown, "a\"b\n\u{E0041}", #""a\"b\n\udb40\udc41""#), (.shown, "1234567\u{7F}", #""1234567\u007f""#),
  ]

  @Test("a text is escaped as far as asked for", arguments: StringTests.escapings)
  func escaped(_ escaping: JSONText.Escaping, _ text: String, _ json: String) {
    #expect(Self.quoted(text, escaping) == Array(json.utf8))
  }

  @Test("bytes that are not UTF-8 are shown as U+FFFD") func badBytes() {
    var output: [UInt8] = []
    JSONText.append(([0x61, 0xFF, 0x62, 0xC3] as [UInt8]).span.bytes, .shown, to: &output)
    #expect(output == Array(#""a\ufffdb\ufffd""#.utf8))
  }

  @Test("any text comes back, and is what its bytes are one by one") func anyText() throws {
    let seed = SeededGenerator.seed()
    var random = RandomText(seed: seed)
    for round in 0..<5_000 {
      let text = random.text(upTo: 40)
      let quoted = Self.quoted(text, .required)
      let shown = Self.quoted(text, .shown)
      #expect(quoted == Self.plain(text), "SEED=\(seed), round \(round)")
      #expect(JSONValue(parsing: quoted) == .string(text), "SEED=\(seed), round \(round)")
      #expect(JSONValue(parsing: shown)?.text?.utf8.elementsEqual(text.utf8) == true, "SEED=\(seed), round \(round)")
      let others = try JSONSerialization.jsonObject(with: Data("[".utf8 + shown + "]".utf8)) as? [String]
      #expect(others?.first?.utf8.elementsEqual(text.utf8) == true, "SEED=\(seed), round \(round)")
      // Escapes are ASCII, so what is shown has nothing left that `TextEscaping` would change.
      let all = String(decoding: shown, as: UTF8.self)
      #expect(TextEscaping.escaped(all, limit: all.utf8.count) == all, "SEED=\(seed), round \(round)")
      #expect(JSONText.closingQuote(from: 1, to: quoted.count, in: quoted.span.bytes) == quoted.count - 1)
    }
  }

  private static func quoted(_ text: String, _ escaping: JSONText.Escaping) -> [UInt8] {
    var output: [UInt8] = []
    JSONText.append(text, escaping, to: &output)
    return output
  }

  /// The normal form, a byte at a time.
  private static func plain(_ text: String) -> [UInt8] {
    let short: [UInt8: String] = [
      0x08: #"\b"#, 0x09: #"\t"#, 0x0A: #"\n"#, 0x0C: #"\f"#, 0x0D: #"\r"#, 0x22: #"\""#, 0x5C: #"\\"#,
    ]
    return Array("\"".utf8)
      + text.utf8.flatMap { byte -> [UInt8] in
        if let escape = short[byte] { return Array(escape.utf8) }
        let digits = String(byte, radix: 16)
        return byte < 0x20 ? Array((byte < 16 ? "\\u000" : "\\u00").utf8) + Array(digits.utf8) : [byte]
      } + Array("\"".utf8)
  }
}
