import Assay
import Foundation
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthRules
import HealthValidation
import Testing

/// Files are judged by rules that are compiled in: in order, bounded, whatever the number of threads.
@Suite("Compiled-in rules") struct CompiledRuleTests {
  /// Numbers samples through an input, and inputs through a run.
  struct Counting: SampleRule {
    var info = RuleInfo(code: "count", title: "A sample came")
    /// Every how many samples have a finding.
    var step = 1
    private var input = -1
    private var count = 0

    mutating func begin(input: Int) {
      self.input = input
      count = 0
    }

    mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
      count += 1
      if count % step == 0 { findings.add("\(input):\(count) \(sample.type)", field: "value") }
    }
  }

  private static let now = Int64(1_780_272_000) * Instant.second

  private static func lines(_ count: Int) -> [UInt8] {
    var text = ""
    for number in 0..<count {
      let second = number % 60
      let time = "2026-01-0\(1 + number / 86_400)T00:00:\(second < 10 ? "0" : "")\(second)Z"
      text += #"{"type":"heartRate","value":\#(50 + number % 100),"unit":"count/min","start":"\#(time)"}"# + "\n"
    }
    return Array(text.utf8)
  }

  /// What a session reports of inputs.
  private func run(
    _ rule: some SampleRule, _ inputs: [[UInt8]], jobs: Int = 1, project: Project? = nil, redacts: Bool = false
  ) async throws -> (findings: [Diagnostic], summary: Summary, failures: [String]) {
    let registry = try #require(CatalogBuilder().compiledRegistry())
    var settings = CheckSession.Settings(project: project, jobs: jobs)
    settings.redacts = redacts
    try settings.judge(by: [RuleSet("own", rule)], registry)
    var failures: [String] = []
    settings.pluginFailed = { failures.append($0.message) }
    var findings: [Diagnostic] = []
    let reporter = Reporter(sinks: [])
    reporter.listener = { findings.append($0) }
    let judging = JudgingSettings(now: Self.now)
    let session = CheckSession(
      registry: registry, options: try judging.options(normalizes: false), settings: settings, reporter: reporter)
    var total = Summary()
    for (index, text) in inputs.enumerated() {
      let input = ResolvedInput(text: text, path: "\(index).ndjson", format: .jsonLines)
      total.merge(
        try await session.run(
          input, options: try judging.options(normalizes: false, of: input, in: project), path: "\(index).ndjson",
          progress: nil))
    }
    try session.finishRules(into: &total)
    return (findings, total, failures)
  }

  @Test("findings are in order, with places, for each input anew", arguments: [1, 4]) func order(_ jobs: Int)
    async throws
  {
    var rule = Counting()
    rule.step = 997
    let (findings, summary, failures) = try await run(rule, [Self.lines(20_000), Self.lines(2000)], jobs: jobs)
    let expected =
      (1...20).map { "0.ndjson:\($0 * 997) 0:\($0 * 997) heartRate" }
      + (1...2).map { "1.ndjson:\($0 * 997) 1:\($0 * 997) heartRate" }
    #expect(findings.map { "\($0.location.path):\($0.location.line) \($0.message)" } == expected)
    #expect(findings.allSatisfy { $0.code == .pluginRule && $0.severity == .warning && $0.pointer == "/value" })
    #expect(summary.accepted == 22_000 && !summary.isIncomplete && failures.isEmpty)
  }

  @Test("a rule that finds too much leaves the run incomplete, with what it found") func flood() async throws {
    let (findings, summary, failures) = try await run(Counting(), [Self.lines(20_001)])
    #expect(findings.count == 20_001 && summary.isIncomplete)
    #expect(findings.last?.ruleName == "plugin-flood" && findings.last?.location.path == "0.ndjson")
    #expect(failures.count == 1 && failures[0].contains("more than 20000 findings about an input"), "\(failures)")
    let (kept, whole, none) = try await run(Counting(), [Self.lines(20_000)])
    #expect(kept.count == 20_000 && !whole.isIncomplete && none.isEmpty)
  }

  @Test("with nothing of the samples shown, a finding has the title of its rule") func redacted() async throws {
    let (findings, _, _) = try await run(Counting(), [Self.lines(1)], redacts: true)
    #expect(findings.map(\.message) == ["A sample came"] && findings[0].uuid == nil)
  }

  @Test("only samples of a rule's types are judged") func types() async throws {
    var rule = Counting()
    rule.info = RuleInfo(code: "count", types: ["bodyMass"], title: "x")
    let mass = #"{"type":"bodyMass","value":70,"unit":"kg","start":"2026-01-01T00:00:00Z"}"# + "\n"
    let (findings, summary, _) = try await run(rule, [Self.lines(3) + Array(mass.utf8) + Self.lines(1)])
    #expect(findings.map(\.message) == ["0:1 bodyMass"] && findings[0].location.line == 4)
    #expect(summary.accepted == 5)
  }

  @Test(
    "the configuration sets severities of single rules, and suppresses them",
    arguments: [
      ("rules:\n  plugin-rule: error\n", ["error"]), ("rules:\n  own/count: note\n", ["note"]),
      ("rules:\n  plugin-rule/own/count: error\n  plugin-rule: off\n", []),
      ("rules:\n  plugin-rule: off\n  own/count: error\n", ["error"]), ("rules:\n  own/other: error\n", ["warning"]),
      ("rules:\n  own/count: off\n", []),
      ("overrides:\n  - types: [bodyMass]\n    rules: {own/count: error}\n", ["warning"]),
      ("overrides:\n  - files: ['0.*']\n    rules: {own/count: error}\n", ["error"]),
      ("suppressions:\n  - {code: own/count, reason: known, until: 2099-01-01}\n", []),
      ("suppressions:\n  - {code: plugin-rule/own/count, reason: known, until: 2099-01-01}\n", []),
      ("suppressions:\n  - {code: own/other, reason: known, until: 2099-01-01}\n", ["warning"]),
      ("suppressions:\n  - {code: plugin-rule, reason: known, until: 2099-01-01}\n", []),
    ] as [(String, [String])])
  func severities(_ configuration: String, _ severities: [String]) async throws {
    let result = ConfigurationReader.read(
      Array("schema: 1\n\(configuration)".utf8), path: "/p/assay.yaml", folder: "/p")
    let project = Project(try #require(result.configuration, "\(result.diagnostics)"), start: "/p")
    let (findings, _, _) = try await run(Counting(), [Self.lines(1)], project: project)
    #expect(findings.map(\.severity.name) == severities)
    let check = ProjectCheck(project.configuration, today: CivilDate(Self.now))
    #expect(!check.before(files: ["0.ndjson"], unmatched: []).contains { $0.code == .ruleUnknown })
  }

  @Test("a project is linted by rules of the program's own") func lint() async throws {
    let folder = try ConfigurationFolder()
    let path = folder.path + "/assay.yaml"
    try Data("schema: 1\ndata:\n  - path: '*.ndjson'\n".utf8).write(to: URL(fileURLWithPath: path))
    try Data(Self.lines(2)).write(to: URL(fileURLWithPath: folder.path + "/a.ndjson"))
    let read = ConfigurationReader.read(try ConfigurationLocation.read(path), path: path, folder: folder.path)
    let project = Project(try #require(read.configuration), start: folder.path)
    var lint = try LintRun(
      project, check: CatalogCheck(CatalogBuilder(project: project, folders: []), runsExamples: false), now: Self.now)
    lint.rules = [RuleSet("own", Counting())]
    var messages: [String] = []
    let reporter = Reporter(sinks: [])
    reporter.listener = { if $0.code == .pluginRule { messages.append($0.message) } }
    #expect(try await lint.run(reporter).status == .done)
    #expect(messages == ["0:1 heartRate", "0:2 heartRate"])
    #expect(reporter.outcome.terms?.options["rules"] == .text("own"))
    lint.rules = [RuleSet("own", Counting(), Counting())]
    await #expect(throws: RunFailure.self) { try await lint.run(Reporter(sinks: [])) }
  }
}
