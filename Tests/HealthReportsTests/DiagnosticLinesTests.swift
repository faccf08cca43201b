import HealthModel
import HealthReports
import SeededRandom
import Testing

/// Lines of JSON are made of bytes and keep the path of the finding before; no finding may get another one's text.
@Suite("Findings in lines") struct DiagnosticLinesTests {
  @Test("a finding's object is that of its diagnostic, whatever came before") func sameAsDiagnostic() {
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
      let finding = WordedFinding(wording, at: place, uuid: id)
      var written: [UInt8] = []
      lines.append(finding, to: &written)
      #expect(written == JSONReport.object(Diagnostic(finding)))
    }
  }

  @Test("all codes and severities begin their objects as diagnostics do", arguments: DiagnosticCode.allCases)
  func beginnings(code: DiagnosticCode) {
    for severity in Severity.allCases {
      let wording = Wording(
        code, severity, message: "m", hint: nil, pointer: "", type: nil, rule: nil, classes: nil, isKept: false)
      let finding = WordedFinding(wording, at: SourceLocation(path: "p"))
      var written: [UInt8] = []
      var lines = DiagnosticLines()
      lines.append(finding, to: &written)
      #expect(written == JSONReport.object(Diagnostic(finding)))
    }
  }
}
