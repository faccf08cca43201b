import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

extension InputRun {
  /// Reports what the rules of plugins find in the input; one that failed leaves the input incomplete, and is reported
  /// at the first such input.
  func finishRules() throws {
    for rules in environment.rules {
      for var diagnostic in rules.finishInput() {
        guard
          let severity = validator.options.severities.severity(
            of: diagnostic.code, diagnostic.severity, rule: diagnostic.rule, type: diagnostic.type)
        else { continue }
        diagnostic.severity = severity
        try report(diagnostic)
      }
      if let signal = environment.interruption() { throw Interrupted(signal: signal, summary: summary) }
      guard rules.hasFailed else { continue }
      summary.markIncomplete(.plugin)
      if let diagnostic = rules.firstReport(in: input.displayPath) {
        environment.reporter?.outcome.failures.append(diagnostic)
        try report(diagnostic)
      }
    }
  }
}
