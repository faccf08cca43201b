import Assay
import AssayKit
import HealthFormats
import HealthReports
import HealthRules
import HealthValidation

/// The least that a rule about all types can do.
struct TrivialRule: SampleRule {
  let info = RuleInfo(code: "trivial", title: "A value is -1")

  mutating func judge(_ sample: borrowing RuleSample, into findings: inout RuleFindings) {
    if sample.number == -1 { findings.add(field: "/value") }
  }

  /// Validates a file without and with the rule, in turn, and prints the medians.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - rounds: how often each is counted, after a warm-up.
  /// - Throws: what validating throws.
  static func measure(_ file: String, rounds: Int) async throws {
    guard let registry = CatalogBuilder().compiledRegistry() else { return }
    var times: [[Double]] = [[], []]
    for round in 0...max(1, rounds) {
      for (place, rules) in [[], [RuleSet("bench", TrivialRule())]].enumerated() {
        let begun = ContinuousClock.now
        let read = try await validate(file, registry, rules)
        let time = (ContinuousClock.now - begun) / .seconds(1)
        if round > 0 { times[place].append(time) } else { print(read, "samples") }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    let ratios = zip(times[0], times[1]).map { $1 / $0 }.sorted()
    print("alone \(medians[0]) s, with a rule \(medians[1]) s: \(medians[1] / medians[0]) times the time")
    print("from \(ratios.first ?? 0) to \(ratios.last ?? 0)")
  }

  private static func validate(_ file: String, _ registry: Registry, _ rules: [RuleSet]) async throws -> Int {
    let settings = JudgingSettings(now: Instant.now.microseconds)
    var session = CheckSession.Settings(project: nil, jobs: JobCount.available())
    try session.judge(by: rules, registry)
    let options = try settings.options(normalizes: false)
    let check = CheckSession(registry: registry, options: options, settings: session, reporter: Reporter(sinks: []))
    return try await check.run(ResolvedInput.resolve(path: file), options: options, path: nil, progress: nil).read
  }
}
