import HealthModel
import HealthReports
import SeededRandom
import Testing

/// Lines of JSON keep texts of the findings before; no finding may get another one's.
@Suite("Diagnostics in lines") struct DiagnosticLinesTests {
  @Test("a diagnostic's object does not depend on those before it") func sameAsAlone() {
    var random = SeededGenerator(seed: SeededGenerator.seed())
    // The last two are equal as strings, and as long, but not the same bytes.
    let texts = ["", "a", "b", "caf\u{E9}", "cafe\u{301}", "q\"\\\u{7F}\n", "q\u{323}\u{307}", "q\u{307}\u{323}"]
    let lines = DiagnosticLines()
    func text() -> String { texts.randomElement(using: &random) ?? "" }
    func maybe() -> String? { Bool.random(using: &random) ? text() : nil }
    for _ in 0..<3000 {
      let place = SourceLocation(
        path: text(), line: Int.random(in: 0...2, using: &random), column: Int.random(in: 1...300, using: &random),
        byteOffset: Bool.random(using: &random) ? Int64.random(in: 0...9_999_999, using: &random) : nil)
      var diagnostic = Diagnostic(
        code: [.valueNotAllowed, .unitUnknown].randomElement(using: &random) ?? .unitUnknown,
        severity: [.error, .warning].randomElement(using: &random), message: text(), location: place, pointer: maybe(),
        type: maybe(), uuid: maybe(),
        ruleLocation: maybe().map { CatalogMark(path: $0, line: Int.random(in: 1...2, using: &random), column: 3) },
        hint: maybe())
      if Int.random(in: 0..<10, using: &random) == 0 {
        diagnostic.related = [RelatedLocation(location: place, message: text())]
      }
      var written: [UInt8] = []
      lines.append(diagnostic, to: &written)
      #expect(written == JSONReport.object(diagnostic))
    }
  }
}
