package import Assay
import AssayPlatform
import HealthFormats
package import HealthModel
import HealthPlugins
import HealthReports
import HealthStorage
import HealthValidation
import Synchronization

/// The laws of plugins with rules, held against an example: its findings are those that are expected, and what the plugin
/// says follows the protocol, however the samples are divided and however many there are.
package struct RuleConformance {
  private let plugin: RulePlugin
  private let folder: String
  private let example: PluginManifest.RuleExample
  private let registry: Registry
  private let answerSeconds: Double
  private let isInterrupted: @Sendable () -> Bool
  private let now: Int64

  package init(
    _ plugin: RulePlugin, folder: String, example: PluginManifest.RuleExample, registry: Registry,
    answerSeconds: Double, now: Int64, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.plugin = plugin
    self.folder = folder
    self.example = example
    self.registry = registry
    self.answerSeconds = answerSeconds
    self.now = now
    self.isInterrupted = isInterrupted
  }

  /// The cases, in order.
  package static let names = ["hello", "example", "repeated", "divided", "many", "empty", "types"]

  /// How many samples the case `many` has at least: more batches than may be unanswered.
  package static let manySamples = 12_000

  /// Runs a case.
  ///
  /// - Returns: what is wrong; `nil` if nothing is.
  package func failure(of name: String) async -> String? {
    do {
      switch name {
      case "hello": return try talk([]).fault
      case "example": return try await exampleFailure()
      case "repeated": return repeated(try await lines())
      case "divided": return divided(try await lines())
      case "many": return many(try await lines())
      case "empty": return empty(try await lines())
      default: return exampleOfEachType()
      }
    } catch let failure as Failure {
      return failure.message
    } catch {
      return "\(error)"
    }
  }

  package func findings() async throws -> [UInt8] {
    let seen = SeenFailure()
    var first: Diagnostic?
    var text: [UInt8] = []
    let reporter = Reporter(sinks: [])
    reporter.listener = { finding in
      if finding.code == .pluginRule {
        text += (line(of: finding) + "\n").utf8
      } else if finding.severity == .error, finding.failure == nil, first == nil {
        first = finding
      }
    }
    var request = try request()
    request.rulePlugins = [plugin]
    request.pluginSeconds = answerSeconds
    request.failed = { failure in seen.failure.withLock { $0 = failure } }
    _ = try await request.run(reporter)
    if let failure = seen.failure.withLock({ $0 }) { throw failure }
    if let first {
      throw Failure(
        "\(example.samples): line \(first.location.line): \(first.code.name): \(first.message)", status: .refused)
    }
    return text
  }

  /// A finding as a line: `7: warning[far-from-median] /value: 91 is far from the person's median of 58`.
  private func line(of finding: Diagnostic) -> String {
    let rule = finding.ruleName.dropFirst(plugin.name.utf8.count + 1)
    let field = finding.pointer.map { $0.isEmpty ? "" : " " + $0 } ?? ""
    return "\(finding.location.place ?? "\(finding.location.line)"): \(finding.severity.name)[\(rule)]\(field): "
      + finding.message
  }

  private func exampleFailure() async throws -> String? {
    let found = try await findings()
    let expected = try ConfigurationLocation.read(PathText.join(folder, example.findings))
    return LineDifference.words(found, expected, in: example.findings)
  }

  private func request() throws -> CheckRequest {
    var request = CheckRequest(inputs: [.file(PathText.join(folder, example.samples))])
    request.types = registry
    request.judging = JudgingSettings(now: now)
    request.jobs = 1
    return request
  }

  /// The normal lines of the example that the plugin is sent.
  private func lines() async throws -> [[UInt8]] {
    var writer = SampleJSONWriter(registry: registry)
    writer.only = plugin.types
    writer.fields = plugin.fields
    var text: [UInt8] = []
    let engine = try CheckEngine(
      request().resolved(), Reporter(sinks: []), samples: { batch, _ in writer.append(batch, to: &text) })
    _ = try await engine.checkInputs()
    let lines = Self.lines(of: text)
    guard !lines.isEmpty else {
      throw Failure("\(example.samples) has no sample of the rules' types", status: .refused)
    }
    return lines
  }

  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    text.split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
  }

  private func talk(_ batches: [[[UInt8]]]) throws -> RuleTestSession {
    RuleTestSession(plugin, batches, answerSeconds: answerSeconds, isInterrupted: isInterrupted)
  }

  private func talk(_ lines: [[UInt8]], size: Int) -> RuleTestSession {
    let batches = stride(from: 0, to: lines.count, by: size).map { Array(lines[$0..<min($0 + size, lines.count)]) }
    return RuleTestSession(plugin, batches, answerSeconds: answerSeconds, isInterrupted: isInterrupted)
  }

  private func repeated(_ lines: [[UInt8]]) -> String? {
    let (first, second) = (talk(lines, size: 500), talk(lines, size: 500))
    if let fault = first.fault ?? second.fault { return fault }
    return Self.difference(first.findings, second.findings, "the second time")
  }

  private func divided(_ lines: [[UInt8]]) -> String? {
    let whole = talk(lines, size: 500)
    if let fault = whole.fault { return fault }
    for size in [1, 3] {
      let parts = talk(lines, size: size)
      if let fault = parts.fault { return "batches of \(size): \(fault)" }
      if let words = Self.difference(whole.findings, parts.findings, "in batches of \(size)") { return words }
    }
    return nil
  }

  private func many(_ lines: [[UInt8]]) -> String? {
    var all: [[UInt8]] = []
    while all.count < Self.manySamples { all += lines }
    return talk(all, size: 500).fault
  }

  private func empty(_ lines: [[UInt8]]) -> String? {
    let talk = RuleTestSession(plugin, [[], lines, []], answerSeconds: answerSeconds, isInterrupted: isInterrupted)
    if let fault = talk.fault { return fault }
    let alone = self.talk(lines, size: max(1, lines.count))
    return alone.fault ?? Self.difference(alone.findings, talk.findings, "between empty batches")
  }

  /// Each type that the rules are about may come with no more than its definition asks for.
  private func exampleOfEachType() -> String? {
    var options = ValidationOptions(now: now)
    options.normalizes = true
    let validator = Validator(registry: registry, options: options)
    var writer = SampleJSONWriter(registry: registry)
    writer.only = plugin.types
    writer.fields = plugin.fields
    for (index, type) in registry.types.enumerated() where plugin.types?.contains(index) ?? true {
      let valid = type.examples.filter { $0.expectedCode == nil }
      guard !valid.isEmpty else { continue }
      var text: [UInt8] = []
      writer.append(JudgedLines(Array(valid.map { $0.json + "\n" }.joined().utf8), by: validator).batch, to: &text)
      let lines = Self.lines(of: text)
      guard !lines.isEmpty else { continue }
      if let fault = talk(lines, size: 500).fault { return "examples of \(type.id): \(fault)" }
    }
    return nil
  }

  private static func difference(_ left: [RuleTestSession.Found], _ right: [RuleTestSession.Found], _ when: String)
    -> String?
  {
    guard left != right else { return nil }
    let place = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
    func text(_ found: [RuleTestSession.Found]) -> String {
      found.indices.contains(place) ? found[place].words : "nothing"
    }
    return "the same samples have other findings \(when): \(text(right)), before \(text(left))"
  }
}

private final class SeenFailure: Sendable {
  let failure = Mutex<Failure?>(nil)
}

/// A whole conversation with a plugin that judges: what it found in batches, or what it did wrong.
struct RuleTestSession {
  struct Found: Equatable {
    var sample: Int
    var finding: RuleFinding

    static func == (left: Found, right: Found) -> Bool { left.sample == right.sample && left.words == right.words }

    /// The finding without what depends on how samples are divided.
    var words: String {
      "sample \(sample + 1): \(finding.severity?.name ?? "")[\(finding.rule)] \(finding.field ?? ""): \(finding.message)"
    }
  }

  private(set) var findings: [Found] = []
  /// What is wrong; `nil` if nothing is.
  private(set) var fault: String?

  init(_ plugin: RulePlugin, _ batches: [[[UInt8]]], answerSeconds: Double, isInterrupted: @escaping () -> Bool) {
    let starts = batches.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    do {
      let process = try RuleProcess(
        plugin.executable, rules: plugin.rules.map(\.code), limits: ProcessLimits(answerSeconds: answerSeconds),
        host: "assay \(AssayVersion.current)", isInterrupted: isInterrupted)
      for batch in batches { try process.judge(Array(batch.joined()), count: batch.count, input: 0) }
      try process.finishBatches()
      try process.end()
      findings = process.takeFindings().map { Found(sample: starts[$0.batch - 1] + $0.sample, finding: $0) }
    } catch {
      fault = error.message
    }
  }
}
