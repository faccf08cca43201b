import HealthModel
import Testing

@Suite("XML text")
struct XMLTextTests {
  private func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    XMLText.appendDecoded(0..<bytes.count, in: bytes.span.bytes, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    "references and blanks are decoded by XML 1.0, section 3.3.3",
    arguments: [
      ("", ""), ("plain é 🙂", "plain é 🙂"), ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&amp;amp;", "&amp;"),
      ("&#65;&#x42;&#x1F642;", "AB🙂"), ("a\tb\nc\rd\r\ne", "a b c d e"), ("a&#9;b&#10;c&#13;&#10;d", "a\tb\nc\r\nd"),
      ("\r\r\n\n", "   "), ("&#xA0;", "\u{A0}"),
      // What the reader refuses stays as it is.
      ("&copy;", "&copy;"), ("&", "&"), ("&#0;", "&#0;"), ("&#xD800;", "&#xD800;"), ("&amp", "&amp"),
    ])
  func decoding(_ text: String, _ expected: String) {
    #expect(Array(decoded(text).utf8) == Array(expected.utf8))
  }

  @Test(
    "a reference tells its character and its length",
    arguments: [
      ("&lt;x", 0x3C, 4), ("&quot;", 0x22, 6), ("&#x10FFFF;", 0x10FFFF, 10), ("&#0065;", 65, 7),
    ] as [(text: String, scalar: UInt32, length: Int)])
  func reference(_ row: (text: String, scalar: UInt32, length: Int)) {
    let (text, scalar, length) = row
    let bytes = Array(text.utf8)
    let found = XMLText.reference(at: 0, end: bytes.count, in: bytes.span.bytes)
    #expect(found?.scalar == scalar)
    #expect(found?.length == length)
  }

  @Test("texts are the same by what they mean")
  func same() {
    let bytes = Array("a&amp;b|a&#38;b|a&b|ab".utf8)
    func field(_ start: Int, _ end: Int) -> RawField {
      RawField(kind: .string, isEscaped: bytes[start..<end].contains(UInt8(ascii: ";")), start: start, end: end)
    }
    func isSame(_ first: RawField, _ second: RawField) -> Bool {
      XMLText.isSame(first, second, in: bytes.span.bytes)
    }
    #expect(isSame(field(0, 7), field(8, 15)))
    #expect(isSame(field(0, 7), field(16, 19)))
    #expect(!isSame(field(16, 19), field(20, 22)))
  }
}
