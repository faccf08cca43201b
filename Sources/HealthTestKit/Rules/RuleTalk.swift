import Assay
import HealthModel
import HealthPlugins
import HealthStorage

/// A whole conversation with a plugin that judges: what it found in batches, or what it did wrong.
struct RuleTalk {
  /// A finding about one of all samples.
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

  init(
    _ plugin: RulePlugin, _ batches: [[[UInt8]]], answerSeconds: Double, isInterrupted: @escaping () -> Bool
  ) {
    let starts = batches.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    do throws(StorageError) {
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
