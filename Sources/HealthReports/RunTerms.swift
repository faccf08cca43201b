package import HealthModel

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
    json.key("options")
    json.object { list in
      for (name, value) in options.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .text(let text): list.member(name, text)
        case .flag: list.member(name, true)
        }
      }
    }
  }
}
