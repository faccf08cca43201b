import HealthModel
import Testing

@Suite("Text patterns")
struct TextPatternTests {
  @Test(
    "the whole text matches",
    arguments: [
      ("abc", "abc"), ("a.c", "a\u{1F600}c"), ("[A-Za-z_/]+", "Europe/Paris"), ("[A-Za-z0-9+/_-]+", "Etc/GMT-1"),
      ("[^0-9]*", ""), ("[^0-9]*", "abc é"), ("a*", ""), ("a*", "aaaa"), ("a+", "a"), ("ab?c", "ac"), ("ab?c", "abc"),
      ("a{3}", "aaa"), ("a{2,}", "aaaaa"), ("a{2,3}", "aa"), ("a{0,2}", ""), ("cat|dog", "dog"),
      ("(cat|dog)s?", "cats"),
      ("(a|)b", "b"), (#"\d{4}-\d\d"#, "2026-01"), (#"\w+\s\w+"#, "two words"), (#"a\.b"#, "a.b"), (#"[\]\-]+"#, "]-]"),
      ("(a*)*", "aaa"), ("(a|b)*c", "ababc"), ("é", "é"), ("[a-]+", "a-a"),
    ] as [(String, String)])
  func matches(_ pattern: String, _ text: String) throws {
    #expect(try TextPattern(pattern).matches(utf8: text.utf8))
  }

  @Test(
    "anything else does not match",
    arguments: [
      ("abc", "abcd"), ("abc", "xabc"), ("abc", "ab"), ("[a-z]+", "aB"), ("[^a-z]", "a"), ("a+", ""), ("a{3}", "aa"),
      ("a{3}", "aaaa"), ("a{2,3}", "aaaa"), ("cat|dog", "catdog"), (".", ""), (".", "ab"), (#"\d"#, "x"),
      (#"a\.b"#, "axb"),
    ] as [(String, String)])
  func rejects(_ pattern: String, _ text: String) throws {
    #expect(try !TextPattern(pattern).matches(utf8: text.utf8))
  }

  @Test(
    "what is outside the language is refused",
    arguments: [
      "", "(", ")", "(a", "a)", "[", "[a", "[]", "[^]", "[b-a]", "*", "a**", "a+?", "a{", "a{}", "a{2,1}", "a{1001}",
      "a{x}", "^a", "a$", "(?:a)", "(?=a)", #"\b"#, #"\1"#, #"\"#, "a{1000}b", "((((a{9}){9}){9}){9})",
      "((((){999}){999}){999}){999}", "]", "}", "{2}",
    ])
  func refused(_ pattern: String) {
    #expect(throws: SyntaxError.self) { try TextPattern(pattern) }
  }

  @Test("deep groups are refused, not overflowed")
  func deep() {
    let pattern = String(repeating: "(", count: 400) + "a" + String(repeating: ")", count: 400)
    #expect(throws: SyntaxError.self) { try TextPattern(pattern) }
  }

  @Test(
    "patterns that make backtracking explode take linear time",
    arguments: ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*)*x"])
  func linear(_ source: String) throws {
    let pattern = try TextPattern(source)
    let start = ContinuousClock.now
    #expect(!pattern.matches(utf8: String(repeating: "a", count: 20_000).utf8))
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test("bytes that are not UTF-8 match nothing")
  func invalidUTF8() throws {
    let pattern = try TextPattern(".*")
    #expect(pattern.matches(utf8: Array("é".utf8)))
    #expect(!pattern.matches(utf8: [0x61, 0xC3]))
    #expect(!pattern.matches(utf8: [0xFF]))
  }

  @Test("patterns are equal as written")
  func equality() throws {
    #expect(try TextPattern("a|b") == TextPattern("a|b"))
    #expect(try TextPattern("a|b") != TextPattern("b|a"))
  }
}
