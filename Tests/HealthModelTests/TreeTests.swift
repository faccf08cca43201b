import HealthModel
import Testing

/// Values in memory.
@Suite("JSON in memory") struct TreeTests {
  @Test("what the cursor accepts becomes a value, and nothing else", arguments: SyntaxCase.all)
  func verdict(_ row: SyntaxCase) {
    #expect((JSONValue(parsing: row.bytes) != nil) == (row.verdict == .accept))
  }

  static let values: [(String, JSONValue?)] = [
    ("0", .int64(0)), ("-0", .int64(0)), ("9223372036854775807", .int64(.max)), ("1e2", .double(100)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("-1.5", .double(-1.5)), ("1e308", .double(1e308)),
    ("1e309", nil), ("-1e309", nil), ("1e-400", .double(0)),
    ("0." + String(repeating: "1", count: 100), .double(1 / 9)),
    (#""a\u00e9\n\ud83d\ude42""#, .string("a\u{E9}\n\u{1F642}")),
    ("[true, false, null]", .array([.boolean(true), .boolean(false), .null])),
    (
      #" {"b": {} , "a":[[]]} "#,
      .object([JSONValue.Member("b", .object([])), JSONValue.Member("a", .array([.array([])]))])
    ),
    // Two spellings of one letter are two keys, as they are in files and stores.
    (
      "{\"\u{E9}\":1,\"e\u{301}\":2}",
      .object([JSONValue.Member("\u{E9}", .int64(1)), JSONValue.Member("e\u{301}", .int64(2))])
    ),
  ]

  @Test("a text becomes its value", arguments: TreeTests.values)
  func value(_ text: String, _ value: JSONValue?) { #expect(JSONValue(parsing: text.utf8) == value) }

  @Test("members are found, and null counts as absent") func members() throws {
    let value = try #require(JSONValue(parsing: #"{"a":"x","n":null,"i":1e0,"f":true,"d":0.5,"l":[1]}"#.utf8))
    #expect(value["a"]?.text == "x")
    #expect(value["n"] == nil)
    #expect(value["z"] == nil)
    #expect(value["i"]?.integer == 1)
    #expect(value["i"]?.int == 1)
    #expect(value["f"]?.flag == true)
    #expect(value["d"]?.number == 0.5)
    #expect(value["d"]?.integer == nil)
    #expect(value["l"]?.elements == [.int64(1)])
    #expect(value["l"]?["a"] == nil)
    #expect(value.members?.map(\.key) == ["a", "n", "i", "f", "d", "l"])
  }

  @Test("texts of messages may be longer, and keys more, than those of samples") func size() throws {
    let long = "\"" + String(repeating: "x", count: JSONCursor.maximumString + 1) + "\""
    #expect(JSONValue(parsing: long.utf8)?.text?.count == JSONCursor.maximumString + 1)
    #expect(JSONSyntax.firstFault(in: Array(long.utf8))?.detail == .stringTooLong)
    let many = "{" + (0...JSONCursor.maximumKeys).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
    #expect(JSONValue(parsing: many.utf8)?.members?.count == JSONCursor.maximumKeys + 1)
    #expect(JSONSyntax.firstFault(in: Array(many.utf8))?.detail == .tooManyKeys)
  }
}
