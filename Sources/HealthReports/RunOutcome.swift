package import HealthModel

/// The result of a run, for reports that people read: when it was, whether it passed, and its thresholds.
package struct RunOutcome: Sendable, Hashable {
  /// The name of the project; `nil` if there is none.
  package var project: String?
  /// The date of the run, in UTC; `nil` if it was not given.
  package var day: CivilDate?
  /// Whether the exit status is 0; `nil` when it is not known.
  package var isPassed: Bool?
  /// What judged; `nil` if it is not known.
  package var terms: RunTerms?
  /// The thresholds of the run, in their order.
  package var thresholds: [ThresholdResult] = []

  /// How plugins failed: findings that are reported among the others.
  package var failures: [Diagnostic] = []
  /// The rules that are not the catalog's, for reports that describe what judged.
  package var rules: [RuleDescription] = []

  package init() {}

  /// Appends the members of a summary.
  func append(to json: inout JSONBuilder) {
    ThresholdResult.append(thresholds, to: &json)
    terms?.append(to: &json)
  }

  var dayText: String? { day.map { String(TimestampWriter.string(Int64($0.daysSince1970) * Instant.day).prefix(10)) } }
}
