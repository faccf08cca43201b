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

/// What judged: the program, the types, the clock, and the options that change findings.
///
/// Counts of runs by other terms do not add up.
package struct RunTerms: Sendable, Hashable {
  package var version: String
  /// The hash of the types.
  package var catalog: String
  /// The version of the time zones; `nil` if it is not known.
  package var timeZones: String?
  /// The moment that counted as now, as `2026-06-01T00:00:00Z`.
  package var now: String
  /// The options that change findings, by their names: texts and flags that are set.
  package var options: [String: Value]

  package enum Value: Sendable, Hashable {
    case text(String)
    case flag

    package var shown: String {
      switch self {
      case .text(let text): text
      case .flag: "true"
      }
    }
  }

  package init(version: String, catalog: String, timeZones: String?, now: String, options: [String: Value] = [:]) {
    self.version = version
    self.catalog = catalog
    self.timeZones = timeZones
    self.now = now
    self.options = options
  }

  /// Sets an option to a text; `nil` leaves it out.
  package mutating func set(_ name: String, _ text: String?) { options[name] = text.map(Value.text) }

  package mutating func set(_ name: String, _ flag: Bool) { options[name] = flag ? .flag : nil }

  /// Appends the members of a summary.
  package func append(to json: inout JSONBuilder) {
    json.member("version", version)
    json.member("catalog", catalog)
    json.member("tzdata", timeZones)
    json.member("now", now)
    json.object("options") { list in
      for (name, value) in options.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .text(let text): list.member(name, text)
        case .flag: list.member(name, true)
        }
      }
    }
  }
}

/// A rule of a plugin or of the program's own, as reports describe it.
package struct RuleDescription: Sendable, Hashable {
  /// The rule as findings name it, `NAME/rule`.
  package var name: String
  /// A sentence without a full stop, as it came.
  package var title: String
  /// What is wrong and what to do, as it came; `nil` if there is none.
  package var page: String?
  /// The severity of its findings, unless a finding has its own.
  package var severity: Severity

  package init(name: String, title: String, page: String?, severity: Severity) {
    self.name = name
    self.title = title
    self.page = page
    self.severity = severity
  }
}
