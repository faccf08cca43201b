import Testing

@testable import HealthReports

/// The line that shows progress stays on one line.
@Suite("Progress line") struct ProgressLineTests {
  private static let facts = "21 % of 1.0 GB, 30 s left, 11.6 MB/s, 0 refused"

  @Test(
    "is narrower than the terminal, whatever the path and its letters",
    arguments: [
      "a.ndjson", String(repeating: "folder/", count: 40) + "export.zip!apple_health_export/export.xml",
      String(repeating: "健康データ/", count: 20) + "睡眠.ndjson", String(repeating: "e\u{301}", count: 90),
      "👩‍⚕️👩‍⚕️👩‍⚕️/" + String(repeating: "🛌", count: 60), "",
    ])
  func width(_ label: String) {
    for columns in 0...200 {
      for share in [nil, 0, 0.214, 1, 2, .nan] as [Double?] {
        let text = ProgressLine(label: label, share: share.map { $0.isNaN ? 0 : $0 }, facts: Self.facts)
          .text(columns: columns)
        #expect(TerminalWidth.columns(of: text) <= max(0, columns - 1), "\(columns): \(text)")
      }
    }
  }

  @Test("keeps the end of the path, then the numbers; the bar goes first") func parts() {
    let line = ProgressLine(label: "studies/2026/a.ndjson", share: 0.5, facts: Self.facts)
    #expect(line.text(columns: 120) == "studies/2026/a.ndjson: [============            ] " + Self.facts)
    #expect(line.text(columns: 61) == "…6/a.ndjson: " + Self.facts)
    #expect(line.text(columns: 20) == "21 % of 1.0 GB, 30 ")
  }

  @Test(
    "columns of letters",
    arguments: [("abc", 3), ("健康", 4), ("e\u{301}", 1), ("ｱ", 1), ("Ａ", 2), ("🛌", 2), ("한국", 4), ("\u{200B}", 0)])
  func columns(_ text: String, _ expected: Int) {
    #expect(TerminalWidth.columns(of: text) == expected)
  }

  @Test("escapes what would move the cursor") func escapes() {
    let text = ProgressLine(label: "a\u{1B}[2Jb", share: nil, facts: "1 MB").text(columns: 80)
    #expect(!text.contains("\u{1B}"))
  }
}
