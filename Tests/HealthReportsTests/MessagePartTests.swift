import Testing

@testable import HealthReports

/// Names in messages are between backticks, which pages show as code.
@Suite("Code in messages") struct MessagePartTests {
  @Test(
    "in a table of Markdown a name is code, and nothing else is a mark",
    arguments: [
      ("the case `coherent` (2) is gone", "the case `coherent` (2) is gone"),
      ("`a|b` and *c*", "`a\\u{7C}b` and \\*c\\*"), ("no `end", "no \\`end"), ("``", "\\`\\`"),
      ("`a` `b`", "`a` `b`"), ("<b> [x](y) & z", "\\<b\\> \\[x\\](y) \\& z"), ("", ""),
      ("\u{9B}2J `\u{202E}`", "\\\\u{9B}2J `\\u{202E}`"),
    ])
  func markdown(_ message: String, _ expected: String) {
    #expect(MarkdownSentence.cell(message) == expected)
  }

  @Test(
    "on a page of HTML a name is code",
    arguments: [
      ("heartRate has no `start`", "heartRate has no <code>start</code>"),
      ("`<b>` & c", "<code>&lt;b&gt;</code> &amp; c"),
      ("a ` b", "a ` b"), ("a `` b", "a `` b"),
    ])
  func html(_ message: String, _ expected: String) {
    #expect(HTMLText.sentence(message) == expected)
  }
}
