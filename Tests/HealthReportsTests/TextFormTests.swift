import HealthModel
import Testing

@testable import HealthReports

@Suite("Text") struct TextFormTests {
  @Test("the full form shows the source, the rule's place, what to do") func full() throws {
    var finding = MadeUp.finding(
      hint: "write the unit that was meant",
      ruleLocation: CatalogMark(path: "catalog/vitals/heartRate.yaml", line: 5, column: 7))
    finding.excerpt = SourceExcerpt(text: "…\"value\":72,\"unit\":\"kg\",\"start\":\"2026-…", caret: 20, length: 2)
    let first = SourceLocation(path: "samples.ndjson", line: 1, column: 1)
    finding.related = [RelatedLocation(location: first, message: "the first sample")]
    let wanted = """
      samples.ndjson:3:40: error[unit-incompatible]: heartRate takes count/min, got kg
         |
       3 | …"value":72,"unit":"kg","start":"2026-…
         |                     ^^
        rule: catalog/vitals/heartRate.yaml:5:7
        hint: write the unit that was meant
        also: samples.ndjson:1:1 the first sample
        explain: assay explain unit-incompatible
      samples.ndjson:1200:40: error[unit-incompatible]: heartRate takes count/min, got kg

      """
    #expect(try ReportRun.text(.full, of: [finding, MadeUp.finding(line: 1200)]) == wanted)
  }

  @Test("the frame is as wide as the line's number") func frame() {
    let excerpt = SourceExcerpt(text: "##\"kg\"", caret: 3, length: 2)
    let text = SourceFrame.lines(excerpt, line: 1200, severity: .error, style: TextStyle(usesColor: false))
    // The second `#` becomes `\u{23}`, and the marks move along.
    #expect(text == "      |\n 1200 | #\\u{23}\"kg\"\n      |         ^^\n")
  }

  @Test("colors, only when asked") func color() throws {
    var finding = MadeUp.finding(.valueImplausible)
    finding.excerpt = SourceExcerpt(text: "7", caret: 0, length: 1)
    let text = try ReportRun.text(.full, of: [finding], usesColor: true)
    #expect(text.contains(": \u{1B}[1;33mwarning[value-implausible]\u{1B}[0m: "))
    #expect(text.contains("\n\u{1B}[2m 3 |\u{1B}[0m 7\n\u{1B}[2m   |\u{1B}[0m \u{1B}[1;33m^\u{1B}[0m\n"))
    #expect(try !ReportRun.text(.full, of: [finding]).contains("\u{1B}"))
  }

  @Test("the concise form is one line") func concise() throws {
    let text = try ReportRun.text(.concise, of: [MadeUp.finding(hint: "write it"), MadeUp.finding(line: 0)])
    let wanted = """
      samples.ndjson:3:40: error[unit-incompatible]: heartRate takes count/min, got kg (write it)
      samples.ndjson: error[unit-incompatible]: heartRate takes count/min, got kg

      """
    #expect(text == wanted)
  }

  @Test("what is the same at one place is printed once") func repeated() throws {
    let (first, second) = (MadeUp.finding(hint: "write it"), MadeUp.finding(.valueImplausible))
    let text = try ReportRun.text(.concise, of: [first, second, first, second, MadeUp.finding(line: 4)])
    #expect(text.split(separator: "\n").count == 3)
    #expect(!text.contains("findings shown"))
  }

  @Test("ten of a code, so many in all, then the table") func limits() throws {
    let findings = MadeUp.findings(25) + MadeUp.findings(3, .valueImplausible)
    let lines = try ReportRun.text(.concise, of: findings).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 13 + 5 + 1)
    #expect(lines[14] == "13 of 28 findings shown (--max-findings 0 shows all):")
    #expect(lines[16] == "  unit-incompatible error    heartRate    25    - samples.ndjson:1:40")
    let few = try ReportRun.text(.concise, of: findings, maximumFindings: 2)
    #expect(few.contains("\n2 of 28 findings shown"))
    let all = try ReportRun.text(.concise, of: findings, maximumFindings: 0)
    #expect(all.split(separator: "\n").count == 28)
  }

  @Test("no line is a command of a CI system", arguments: [ReportFormat.full, .concise])
  func commands(_ format: ReportFormat) throws {
    var findings = MadeUp.hostile
    for index in findings.indices {
      findings[index].excerpt = SourceExcerpt(text: "::error::##[x]", caret: 0, length: 1)
    }
    var text = try ReportRun.text(format, of: findings, maximumFindings: 0)
    text += try ReportRun.text(format, of: findings, maximumFindings: 5)
    #expect(!text.contains("##"))
    for line in text.split(separator: "\n") {
      let start = line.unicodeScalars.drop { $0.properties.isWhitespace }
      #expect(!String(start).hasPrefix(":"), "\(line)")
    }
    let controls = text.unicodeScalars.filter { scalar in
      scalar != "\n" && (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x202E)
    }
    #expect(controls.isEmpty)
  }
}
