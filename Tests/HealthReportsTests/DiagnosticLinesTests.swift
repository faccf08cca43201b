import HealthModel
import HealthReports
import SeededRandom
import Testing

/// Lines of JSON are made of bytes and keep the path of the finding before; no finding may get another one's text.
@Suite("Findings in lines") struct DiagnosticLinesTests {
  @Test("a finding's object has its members as texts, whatever came before") func sameAsTexts() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    // Two are equal as strings, and as long, but not the same bytes; controls, marks and separators are escaped.
    let texts = [
      "", "a", "b", "caf\u{E9}", "cafe\u{301}", "q\"\\\u{7F}\n", "q\u{323}\u{307}", "q\u{307}\u{323}",
      "write one (…Z, …+02:00)", "\u{202E}abc\u{2028}", "\u{E0001}\u{1F600}é\u{9B}", "\u{FFFD}\u{FEFF}",
      "plain text of more than sixteen bytes, then \u{AD}",
    ]
    var lines = DiagnosticLines()
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func maybe() -> String? { Bool.random(using: &random) ? text() : nil }
    for _ in 0..<3000 {
      let isKept = Bool.random(using: &random)
      let place = SourceLocation(
        path: text(), line: Int.random(in: 0...2, using: &random), column: Int.random(in: 1...300, using: &random),
        byteOffset: Bool.random(using: &random) ? Int64.random(in: 0...9_999_999, using: &random) : nil)
      let rule = maybe().map { CatalogMark(path: $0, line: Int.random(in: 1...2, using: &random), column: 3) }
      let wording = Wording(
        [.valueNotAllowed, .unitUnknown].randomElement(using: &random) ?? .unitUnknown,
        Severity.allCases.randomElement(using: &random) ?? .error, message: MessageText(text()),
        hint: maybe().map { MessageText($0) }, pointer: MessageText(text()), type: maybe(), rule: rule, classes: nil,
        isKept: isKept)
      let id = SampleID(high: UInt64.random(in: 0...1, using: &random), low: 0)
      let finding = Diagnostic(wording, at: place, id: id)
      var written: [UInt8] = []
      lines.append(finding, to: &written)
      #expect(written == Self.object(finding))
    }
  }

  @Test("all codes and severities begin their objects as diagnostics do", arguments: DiagnosticCode.allCases)
  func beginnings(code: DiagnosticCode) {
    for severity in Severity.allCases {
      let wording = Wording(
        code, severity, message: "m", hint: nil, pointer: "", type: nil, rule: nil, classes: nil, isKept: false)
      let finding = Diagnostic(wording, at: SourceLocation(path: "p"))
      var written: [UInt8] = []
      var lines = DiagnosticLines()
      lines.append(finding, to: &written)
      #expect(written == Self.object(finding))
    }
  }

  @Test("a finding that was changed has the object of what it says now") func changed() {
    let wording = Wording(
      .unitUnknown, .error, message: "m", hint: "h", pointer: "/value", type: "heartRate", rule: nil, classes: nil,
      isKept: true)
    var finding = Diagnostic(wording, at: SourceLocation(path: "p", line: 2, column: 1), id: SampleID(high: 0, low: 7))
    finding.message += ", and more"
    finding.rule = "team/\"rule"
    finding.related = [
      RelatedLocation(location: SourceLocation(path: "q", line: 1, column: 2), message: "the first sample"),
      RelatedLocation(location: SourceLocation(path: "r"), message: "the file"),
    ]
    finding.once = Diagnostic.Once(key: "k", times: 2, isOver: true)
    #expect(DiagnosticLines.object(finding) == Self.object(finding))
    for uuid in ["not one", SampleID(high: 1, low: 2).description, nil] {
      let finding = Diagnostic(
        code: .unitUnknown, message: "m", location: SourceLocation(path: "p"), pointer: "", uuid: uuid)
      #expect(finding.uuid == uuid && finding.sampleID == uuid.flatMap { SampleID($0) })
      #expect(DiagnosticLines.object(finding) == Self.object(finding))
    }
  }

  /// The object of a diagnostic, member by member from its texts.
  private static func object(_ diagnostic: Diagnostic) -> [UInt8] {
    func append(_ location: HealthModel.SourceLocation, to json: inout JSONBuilder) {
      json.member("path", location.path)
      guard location.line > 0 else { return }
      json.member("line", location.line)
      json.member("column", location.column)
    }
    var json = JSONBuilder()
    json.object { json in
      json.member("code", diagnostic.ruleName)
      json.member("severity", diagnostic.severity.name)
      json.member("message", diagnostic.message)
      append(diagnostic.location, to: &json)
      if let offset = diagnostic.location.byteOffset { json.member("byte_offset", Int(offset)) }
      json.member("place", diagnostic.location.place)
      if diagnostic.location.isLineOfRange { json.member("line_base", "range") }
      json.member("pointer", diagnostic.pointer)
      json.member("type", diagnostic.type)
      json.member("uuid", diagnostic.uuid)
      json.member("rule_location", diagnostic.ruleLocation?.description)
      json.member("hint", diagnostic.hint)
      if !diagnostic.related.isEmpty {
        json.array("related") { list in
          for place in diagnostic.related {
            list.object { item in
              append(place.location, to: &item)
              item.member("place", place.location.place)
              item.member("message", place.message)
            }
          }
        }
      }
      if let once = diagnostic.once {
        json.object("once") { mark in
          mark.member("key", once.key)
          mark.member("times", once.times)
          if once.isOver { mark.member("over", true) }
        }
      }
    }
    return json.bytes
  }
}
