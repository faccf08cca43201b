import HealthModel
import Testing

@testable import HealthReports

/// Reports that people read say whether the run passed, when it was, how much was refused, and why it failed.
@Suite("What a run came to") struct RunOutcomeTests {
  private static func text(_ format: ReportFormat, isPassed: Bool?, refused: Int = 56) throws -> String {
    try ReportRun.written { output in
      let reporter = Reporter(sinks: [ReportSink(format: format, output: output)])
      reporter.outcome.isPassed = isPassed
      reporter.outcome.day = isPassed == nil ? nil : CivilDate(year: 2026, month: 6, day: 1)
      if isPassed == false {
        reporter.outcome.thresholds = [
          ThresholdResult(text: "unit-incompatible > 1%", count: 56, read: 2821, limit: 1, isPercent: true),
          ThresholdResult(text: "<b> > 5", count: 2, read: 2821, limit: 5, isPercent: false),
        ]
      }
      var summary = Summary()
      (summary.read, summary.refused) = (2821, refused)
      try reporter.finish(summary)
    }
  }

  @Test("in Markdown") func markdown() throws {
    let failed = try Self.text(.markdown, isPassed: false)
    #expect(failed.contains("\n**Failed**, 2026-06-01, 1.99 % of the samples refused\n\n"))
    #expect(
      failed.contains(
        """

        | `unit-incompatible > 1%` | 56 of 2,821 (1.99 %) | 1 % | **exceeded** |
        | `<b> > 5` | 2 of 2,821 (0.07 %) | 5 | within |

        """))
    #expect(try Self.text(.markdown, isPassed: true, refused: 0).contains("\n**Passed**, 2026-06-01\n\n"))
    #expect(try !Self.text(.markdown, isPassed: nil).contains("**"))
  }

  @Test("in HTML") func html() throws {
    let failed = try Self.text(.html, isPassed: false)
    #expect(failed.contains("<span>Failed, no new errors</span>"))
    #expect(failed.contains("<title>Assay report, 2026-06-01</title>") && failed.contains("<time>2026-06-01</time>"))
    #expect(failed.contains("56 refused (1.99 %)."))
    #expect(failed.contains("<code>unit-incompatible &gt; 1%</code>") && failed.contains("exceeded</span>"))
    #expect(!failed.contains("<b>") && failed.contains("within"))
    #expect(try Self.text(.html, isPassed: true, refused: 0).contains("<span>Passed</span>"))
    let unknown = try Self.text(.html, isPassed: nil, refused: 0)
    #expect(unknown.contains("<span>No errors</span>"))
    #expect(!unknown.contains("<time>") && !unknown.contains("thresholds"))
  }

  @Test("findings that say the same are one card") func groups() throws {
    let text = try ReportRun.text(.html, of: MadeUp.findings(19) + [MadeUp.finding(message: "got `<b>`")])
    #expect(text.split(separator: "<article").count == 3)
    #expect(text.contains("<summary>The same at 18 more places</summary>"))
    #expect(text.split(separator: "<li><code>samples.ndjson:").count == 19)
    #expect(text.contains("<h3>got <code>&lt;b&gt;</code></h3>"))
  }
}
