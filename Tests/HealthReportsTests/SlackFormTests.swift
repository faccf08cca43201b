import Foundation
import HealthModel
import Testing

@testable import HealthReports

/// A message that Slack takes: https://docs.slack.dev/reference/block-kit/blocks names the limits.
@Suite("Slack") struct SlackFormTests {
  /// A message of many thresholds, kinds of findings and files, all with long and hostile names.
  private static func message(_ count: Int, text: String) throws -> [String: Any] {
    try ReportRun.object(
      try ReportRun.written { output in
        let reporter = Reporter(format: .slack, output: output)
        reporter.version = "1.2.3"
        reporter.outcome.project = text
        reporter.outcome.isPassed = false
        reporter.outcome.day = CivilDate(year: 2026, month: 6, day: 1)
        reporter.outcome.thresholds = (0..<count).map {
          ThresholdResult(text: "\(text)\($0)", count: $0, read: 100, limit: 50, isPercent: true)
        }
        var summary = Summary()
        summary.read = 2821
        summary.refused = 56
        for number in 0..<count {
          var file = Summary.File(path: "\(text)\(number)", format: "jsonl")
          (file.read, file.refused, file.isIncomplete) = (10, 1, number % 2 == 0)
          summary.files.append(file)
          for _ in 0..<2 {
            var finding = MadeUp.finding(number % 2 == 0 ? .valueImplausible : .unitIncompatible)
            finding.type = "\(text)\(number)"
            finding.location.path = text
            reporter.count(finding.code, finding.severity, type: finding.type)
          }
        }
        try reporter.finish(summary)
      })
  }

  /// The texts of a block with their kinds, as Slack counts them.
  private static func texts(_ block: [String: Any]) -> [(kind: String, text: String)] {
    let parts = [block["text"] as? [String: Any]] + ((block["elements"] as? [[String: Any]]) ?? [])
    return parts.compactMap { $0 }.map { ($0["type"] as? String ?? "", $0["text"] as? String ?? "") }
  }

  static let hostile = [
    "a", String(repeating: "<!channel> *x* `y` _z_ ~u~ &amp; https://example.org ", count: 200),
    String(repeating: "👩‍👩‍👧‍👦", count: 2000), String(repeating: "&", count: 5000), "\u{202E}\u{1B}[31m\n\n",
  ]

  @Test("stays within 50 blocks, 3,000 characters a text and 150 of the header", arguments: [0, 1, 7, 500], hostile)
  func limits(_ count: Int, _ text: String) throws {
    let message = try Self.message(count, text: text)
    let blocks = try #require(message["blocks"] as? [[String: Any]])
    #expect((3...50).contains(blocks.count))
    #expect(Set(blocks.map { $0["type"] as? String ?? "" }).isSubset(of: ["header", "section", "context"]))
    for block in blocks {
      let isHeader = block["type"] as? String == "header"
      let texts = Self.texts(block)
      #expect(!texts.isEmpty && texts.count <= 10)
      for (kind, text) in texts {
        #expect(["plain_text", "mrkdwn"].contains(kind) && (!isHeader || kind == "plain_text"))
        #expect((1...(isHeader ? 150 : 3000)).contains(text.utf16.count), "\(text.utf16.count)")
        guard kind == "mrkdwn" else { continue }
        #expect(!text.contains("<") && !text.contains(">"))
        for line in text.split(separator: "\n") {
          #expect(line.count(where: { $0 == "`" }) % 2 == 0, "\(line)")
        }
      }
    }
    #expect((message["text"] as? String)?.isEmpty == false)
    if count == 500 { #expect(blocks.flatMap(Self.texts).contains { $0.text.contains("more thresholds") }) }
  }

  @Test("says what failed, with rates") func words() throws {
    let blocks = try #require(try Self.message(60, text: "x")["blocks"] as? [[String: Any]])
    let texts = blocks.flatMap(Self.texts).map(\.text)
    #expect(texts.first == "x: failed, 60 errors, 60 warnings")
    #expect(texts.contains { $0.contains("2,821 samples of 60 files read, 0 accepted, 56 refused (1.99 %)") })
    let list = try #require(texts.first { $0.hasPrefix("*Thresholds*") })
    // What is exceeded comes first.
    #expect(list.contains("*Thresholds*\n• `x51` *exceeded*, 51 of 100 (51 %), limit 50 %\n"))
    #expect(texts.contains { $0.contains("• `x0` 1 refused (10 %), incomplete") })
    #expect(texts.last == "2026-06-01, assay 1.2.3")
  }

  @Test("nothing found is a message too") func empty() throws {
    let message = try ReportRun.object(try ReportRun.text(.slack, of: []))
    #expect(message["text"] as? String == "Assay: no findings")
  }
}
