import Assay
import AssayPlatform
import HealthModel
import HealthTestKit

/// The test of a plugin's rules: the findings of its example, and the laws of the protocol.
struct PluginRulesTest {
  let folder: PluginFolder
  let answerSeconds: Double
  let only: [String]
  let quiet: Bool

  /// Runs the cases and prints what became of each.
  ///
  /// - Returns: the exit status; `nil` if no case was run.
  /// - Throws: `CommandFailure` when the manifest names no example, or the plugin may not be run.
  func run(_ registry: Registry) async throws -> Int32? {
    guard let example = folder.manifest.ruleExample else {
      throw CommandFailure.usage(
        "the manifest of \(folder.manifest.name) has no `test:` with `samples` and `findings`, files in its folder that "
          + "the rules are tested with")
    }
    let plugin: RulePlugin?
    do {
      plugin = try RulePlugin(folder, registry: registry)
    } catch {
      throw CommandFailure(error)
    }
    guard let plugin else { return ExitStatus.done }
    let laws = RuleConformance(
      plugin, folder: folder.path, example: example, registry: registry, answerSeconds: answerSeconds,
      now: Instant.now.microseconds
    ) { StopSignals.pending() != nil }
    var (passed, failed) = (0, 0)
    for name in RuleConformance.names where only.isEmpty || only.contains(where: { name.contains($0) }) {
      let failure = await laws.failure(of: name)
      if let signal = StopSignals.pending() { CurrentProcess.exit(128 + signal) }
      if failure != nil { failed += 1 } else { passed += 1 }
      guard !quiet || failure != nil else { continue }
      let reason = failure.map { ": " + TextEscaping.escaped($0, limit: 1000) } ?? ""
      try StandardOutput.writeIfOpen("\(failure == nil ? "passed " : "FAILED ")  rules: \(name)\(reason)\n")
    }
    guard passed + failed > 0 else { return nil }
    try StandardOutput.writeIfOpen("\(passed) passed, \(failed) failed\n")
    return failed == 0 ? ExitStatus.done : ExitStatus.refused
  }
}
