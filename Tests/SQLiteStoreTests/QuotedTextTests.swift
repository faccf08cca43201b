import Testing

@testable import SQLiteStore

/// Texts of definitions are parts of the statements that make views: nothing in them ends the quotes around them.
struct QuotedTextTests {
  @Test(
    "every quote is doubled, whatever comes after it",
    arguments: [
      ("plain", "'plain'"), ("it's", "'it''s'"), ("'\u{301}) --", "'''\u{301}) --'"), ("'\u{200D}", "'''\u{200D}'"),
      ("a\u{0}b", "'a\u{FFFD}b'"), ("", "''"),
    ])
  func quoted(_ text: String, _ sql: String) {
    let quoted = Views.quoted(text, by: "'")
    #expect(Array(quoted.unicodeScalars) == Array(sql.unicodeScalars))
  }
}
