import HealthModel
import HealthReports
import Testing

@Suite("Reporter") struct ReporterTests {
  @Test("every form ends with or without findings", arguments: ReportFormat.allCases)
  func forms(_ format: ReportFormat) throws {
    _ = try ReportRun.text(format, of: [])
    let summary = MadeUp.summary(MadeUp.hostilePaths)
    let text = try ReportRun.text(format, of: MadeUp.hostile, summary: summary)
    #expect(text.hasSuffix("\n"))
    let again = try ReportRun.text(format, of: MadeUp.hostile, summary: summary)
    #expect(text == again)
  }

  @Test("several reports of one run") func several() throws {
    var second = ""
    let first = try ReportRun.written { output in
      second = try ReportRun.written { other in
        let reporter = Reporter(sinks: [
          ReportSink(format: .concise, output: output), ReportSink(format: .jsonl, output: other),
        ])
        for finding in MadeUp.findings(25) { try reporter.report(finding) }
        try reporter.finish(Summary())
      }
    }
    #expect(first.contains("\n10 of 25 findings shown"))
    #expect(second.split(separator: "\n").count == 26)
  }

  @Test("nothing is wanted but what is shown, and the first of its kind") func wants() throws {
    _ = try ReportRun.written { output in
      let reporter = Reporter(sinks: [ReportSink(format: .concise, output: output)])
      for finding in MadeUp.findings(10) {
        #expect(reporter.wants(finding.code, finding.severity, finding.type))
        try reporter.report(finding)
      }
      #expect(!reporter.wants(.unitIncompatible, .error, "heartRate"))
      #expect(reporter.wants(.unitIncompatible, .error, "bodyMass"))
      #expect(reporter.wants(.unitMissing, .error, "heartRate"))
    }
  }

  @Test("a folder before every path", arguments: ["up/down", "up/down/"]) func prefix(_ folder: String) throws {
    let text = try ReportRun.written { output in
      let reporter = Reporter(sinks: [ReportSink(format: .junit, output: output)])
      reporter.pathPrefix = folder
      for path in ["samples.ndjson", "/tmp/a.ndjson", "-"] { try reporter.report(MadeUp.finding(path: path)) }
      try reporter.finish(MadeUp.summary(["samples.ndjson", "/tmp/a.ndjson", "-"]))
    }
    let names = try XMLShape(text).all("testsuite").compactMap { $0.attributes["name"] }
    #expect(names == ["up/down/samples.ndjson", "/tmp/a.ndjson", "-"])
    #expect(text.contains(">up/down/samples.ndjson:3:40: error["))
  }

  @Test("what reports ask for") func demands() {
    func reporter(_ formats: ReportFormat...) -> Reporter {
      Reporter(sinks: formats.map { ReportSink(format: $0, output: .standardError()) })
    }
    #expect(reporter(.concise, .full).wantsExcerpts)
    #expect(!reporter(.concise, .json, .sarif, .github).wantsExcerpts)
    #expect(reporter(.concise, .html).wantsExcerpts)
    #expect(reporter(.concise, .html).wantsCalendar)
    #expect(!reporter(.full).wantsCalendar)
    #expect(!reporter().isAbandoned)
  }

  @Test("an output that fails is thrown, and the other report is whole") func failure() throws {
    let text = try ReportRun.written { output in
      let broken = ByteOutput(descriptor: -1, name: "nowhere")
      let reporter = Reporter(sinks: [
        ReportSink(format: .json, output: broken, survivesClosedPipe: true), ReportSink(format: .json, output: output),
      ])
      try reporter.report(MadeUp.finding())
      #expect(throws: OutputError.self) { try reporter.finish(Summary()) }
      #expect(!reporter.isAbandoned)
    }
    #expect(text.hasSuffix("}\n"))
  }
}
