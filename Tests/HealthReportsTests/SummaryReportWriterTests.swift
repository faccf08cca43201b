import HealthModel
import Testing

@testable import HealthReports

@Suite("Summary") struct SummaryFormTests {
  @Test("verdict, thresholds, findings with rates, files that need a look") func report() throws {
    let text = try ReportRun.written { output in
      let reporter = Reporter(sinks: [ReportSink(format: .summary, output: output)])
      reporter.outcome.project = "study"
      reporter.outcome.isPassed = false
      reporter.outcome.day = CivilDate(year: 2026, month: 6, day: 1)
      reporter.outcome.thresholds = [
        ThresholdResult(text: "refused > 1%", count: 2, read: 8, limit: 1, isPercent: true)
      ]
      for _ in 0..<3 { reporter.count(.unitIncompatible, .error, type: "heartRate") }
      reporter.count(.inputEmpty, .warning, type: nil)
      var summary = MadeUp.summary(["a.ndjson", "b.ndjson", "c.ndjson"])
      summary.files[0].refused = 0
      summary.files[2].isIncomplete = true
      summary.files[2].incompleteReasons = [.header]
      summary.read = 8
      summary.refused = 2
      summary.accepted = 6
      summary.isIncomplete = true
      summary.incompleteReasons = [.header]
      summary.byType["heartRate"] = Summary.TypeCounts()
      summary.byType["heartRate"]?.read = 6
      try reporter.finish(summary)
    }
    #expect(
      text == """
        assay: study, 2026-06-01, failed, incomplete, 3 errors, 1 warning
        8 samples of 3 files read, 6 accepted, 2 refused (25 %)
        INCOMPLETE: the header of a table cannot be used, so its rows were not read
        fail if refused > 1%: exceeded, 2 of 8 (25 %), limit 1 %

          count    rate  severity  code               type
              3    50 %  error     unit-incompatible  heartRate
              1  12.5 %  warning   input-empty        -

          refused  rate  state                  file
                1  25 %  header not understood  c.ndjson
                1  25 %  complete               b.ndjson

        """)
  }

  @Test("no line is taken for a command of a CI system") func hostile() throws {
    let text = try ReportRun.text(.summary, of: MadeUp.hostile, summary: MadeUp.summary(MadeUp.hostilePaths))
    #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") } && !text.contains("##"))
  }
}
