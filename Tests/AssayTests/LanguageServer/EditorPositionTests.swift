import Assay
import Foundation
import SeededRandom
import Testing

@testable import LanguageServer

/// Columns of findings are those that the editor counts, whatever stands before them.
@Suite("Columns in editors") struct EditorPositionTests {
  private static let letters = [
    "a", " ", "é", "ß", "漢", "😀", "👩‍👩‍👧", "e\u{301}", "\u{10FFFD}", "\\u00e9", "\\ud83d\\ude00", "\u{2028}",
  ]

  /// A sample whose unit is wrong, after text of any kind, and the text before the unit.
  private static func line(_ generator: inout SeededGenerator) -> (text: String, before: String) {
    let name = (0..<Int.random(in: 0...12, using: &generator))
      .map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
    let before = #"{"type":"heartRate","source":{"name":"x\#(name)"},"value":72,"unit":""#
    return (text: before + #"kg","start":"2026-01-01T08:00:00Z"}"#, before: before)
  }

  /// A message as JSON.
  private static func message(_ object: [String: Any]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: object))
  }

  @Test("in UTF-16 code units, or in bytes if the editor takes them", arguments: ["utf-16", "utf-8"])
  func columns(_ encoding: String) async throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let server = LanguageServerCaseTests.server()
    let general: [String: Any] = [
      "positionEncodings": encoding == "utf-8" ? ["utf-16", "utf-8"] : ["utf-32", "utf-16"]
    ]
    _ = await server.answer([
      try Self.message(["id": 1, "method": "initialize", "params": ["capabilities": ["general": general]]])
    ])
    for round in 0..<40 {
      var text = ""
      var expected: [[Int]] = []
      var line = 0
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let made = Self.line(&generator)
        let column = encoding == "utf-8" ? made.before.utf8.count : made.before.utf16.count
        expected.append([line, column, line, column + 2])
        let ending = ["\n", "\r\n", "\n\n", "\r\n\r\n"].randomElement(using: &generator) ?? "\n"
        line += ending.count { $0.isNewline }
        text += made.text + ending
      }
      let answers = await server.answer([
        try Self.message([
          "method": "textDocument/didOpen",
          "params": ["textDocument": ["uri": "file:///nowhere/a.ndjson", "version": round, "text": text]],
        ])
      ])
      let answer = try #require(answers.first)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any])
      let parameters = object["params"] as? [String: Any]
      let diagnostics = (parameters?["diagnostics"] as? [[String: Any]] ?? [])
        .filter { $0["code"] as? String == "unit-incompatible" }
      let found = diagnostics.map { diagnostic in
        let range = diagnostic["range"] as? [String: [String: Int]]
        return ["start", "end"].flatMap { [range?[$0]?["line"] ?? -1, range?[$0]?["character"] ?? -1] }
      }
      #expect(found == expected, "\(text.debugDescription)")
    }
  }

  /// Where a hover is asked for, the same place is found again.
  @Test("a place that an editor names is the text it shows there") func roundTrip() async throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let server = LanguageServerCaseTests.server()
    _ = await server.answer([try Self.message(["id": 1, "method": "initialize", "params": [:] as [String: Any]])])
    for _ in 0..<40 {
      let made = Self.line(&generator)
      let column = made.before.utf16.count
      let answers = await server.answer([
        try Self.message([
          "method": "textDocument/didOpen",
          "params": ["textDocument": ["uri": "file:///nowhere/a.ndjson", "text": "\r\n" + made.text]],
        ]),
        try Self.message([
          "id": 2, "method": "textDocument/hover",
          "params": [
            "textDocument": ["uri": "file:///nowhere/a.ndjson"], "position": ["line": 1, "character": column + 1],
          ],
        ]),
      ])
      let text = String(decoding: answers.first ?? [], as: UTF8.self)
      #expect(text.contains(#""start":{"line":1,"character":\#(column)},"end":{"line":1,"character":\#(column + 2)}"#))
    }
  }
}
