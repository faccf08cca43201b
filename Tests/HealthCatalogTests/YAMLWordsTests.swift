import HealthModel
import Testing

@testable import HealthCatalog

/// What people read of files that are not YAML: plain words, advice, and the place of the mistake.
struct YAMLWordsTests {
  /// A text, the place of the finding, and the beginning of its message.
  static let cases: [(text: String, place: String, message: String)] = [
    ("schema: 1\nrules\nfail_on: error\n", "2:1", "a key without `:`"),
    ("schema: 1\nrules\n", "2:1", "a key without `:`"),
    ("schema: 1\n  rules: {}\n", "2:8", "a `:` where no key"),
    ("data:\n    - path: a\n   format: csv\n", "3:4", "neither a key of the map above"),
    ("schema: 1\n- a\n", "2:1", "neither a key of the map above"),
    ("schema: 1\nbaseline: 'a' b\n", "2:15", "neither a key of the map above"),
    ("- a\nschema: 1\n", "2:1", "not an item of the list above"),
    ("schema: 1\ncatalogs: [a, b\n", "2:11", "a list in brackets lacks"),
    ("schema: 1\ncatalogs: [\"a\" \"b\"]\n", "2:16", "a list in brackets lacks"),
    ("schema: 1\nrules: {\"a\": off \"b\": on}\n", "2:21", "a map in braces lacks"),
    ("schema: 1\nrules: {a: off\n", "2:8", "a map in braces lacks"),
    ("schema: 1\ncatalogs: [,a]\n", "2:12", "a value is missing"),
    ("schema: 1\ncatalogs: ]\n", "2:11", "a value is missing"),
    ("schema: 1\ncatalogs: - a\n", "2:11", "a list item where no list"),
    ("schema: 1\ncatalogs: ? a\n", "2:11", "a `?` where"),
    ("schema: 1\nbaseline: \"abc\nrules: {}\n", "2:11", "the quote that begins here"),
    ("schema: 1\nbaseline: 'abc\n", "2:11", "the quote that begins here"),
    ("schema: 1\nbaseline: 'abc\n---\n", "2:11", "the quote that begins here"),
    ("schema: 1\nbaseline: \"C:\\path\"\n", "2:14", "an unknown escape sequence"),
    ("schema: 1\nbaseline: \"\\xZZ\"\n", "2:14", "an escape sequence lacks"),
    ("schema: 1\nbaseline: \"\\uD800\"\n", "2:14", "an escape sequence names no character"),
    ("schema: 1\nrules: {a:}\n", "2:10", "a `:` in text without quotes"),
    ("schema: 1\nbaseline: | abc\n", "2:13", "text on the line of"),
    ("schema: 1\nbaseline: |0\n  abc\n", "2:12", "an indentation of 0"),
    ("schema: 1\nbaseline: |\n\tabc\n", "3:1", "a tab where YAML expects"),
    ("schema: 1\ndata:\n\t- path: a\n", "3:1", "a tab where YAML expects"),
    ("schema: 1\nbaseline: abc\n\tdef\n", "3:1", "a tab where YAML expects"),
  ]

  @Test("a mistake has plain words, a place and advice", arguments: YAMLWordsTests.cases)
  func words(_ item: (text: String, place: String, message: String)) throws {
    let found = YAMLReader.read(Array(item.text.utf8), path: "a.yaml").diagnostics
    let first = try #require(found.first)
    #expect(found.count == 1)
    #expect(first.code == .yamlSyntax)
    #expect("\(first.location.line):\(first.location.column)" == item.place)
    #expect(first.message.hasPrefix(item.message), "\(first.message)")
    #expect(first.hint != nil)
  }

  @Test("no problem of libyaml's that a hundred small slips cause is without words of ours") func slips() throws {
    let whole =
      "schema: 1\ncatalogs: [types, \"b c\"]\nrules: {a: off, 'b': \"x\\n\"}\ndata:\n  - path: a\n    units: >\n      x\n"
    let scalars = Array(whole.unicodeScalars)
    for index in scalars.indices {
      for slip: Unicode.Scalar? in [nil, "\"", "'", ":", "]", "{", "\t", "-", "?", ",", "\n", "|", "\\", "#", "%"] {
        var text = String.UnicodeScalarView(scalars[..<index])
        if let slip { text.append(slip) }
        text.append(contentsOf: scalars[(index + 1)...])
        let found = YAMLReader.read(Array(String(text).utf8), path: "a.yaml").diagnostics
        #expect(!found.contains { $0.message.contains("the YAML parser reports") }, "\(found) in \(String(text))")
      }
    }
  }
}
