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
  package var thresholds: [ThresholdResult] = []

  /// How plugins failed: findings that are reported among the others.
  package var failures: [Diagnostic] = []
  /// The rules that are not the catalog's, for reports that describe what judged.
  package var rules: [RuleDescription] = []

  package init() {}

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

/// The result of a threshold: what was counted, what it allows, and the verdict.
public struct ThresholdResult: Sendable, Hashable {
  /// The threshold as it is written: `unit-incompatible > 0.5%`.
  public var text: String
  /// What was counted: refused samples, or findings.
  public var count: Int
  /// The samples read that it is about.
  public var read: Int
  /// The limit: a number, or a share in percent.
  package var limit: Double
  package var isPercent: Bool

  package init(text: String, count: Int, read: Int, limit: Double, isPercent: Bool) {
    self.text = text
    self.count = count
    self.read = read
    self.limit = limit
    self.isPercent = isPercent
  }

  /// Whether more was found than the threshold allows.
  ///
  /// Whole numbers on both sides: a share that is the limit does not exceed it.
  public var isExceeded: Bool {
    isPercent ? Double(count) * 100 > limit * Double(read) * (1 + 1e-12) : Double(count) > limit
  }

  /// The count as a share of the samples read, in percent; `nil` if none was read.
  package var rate: Double? { read > 0 ? Double(count) / Double(read) * 100 : nil }

  /// The measured value that is compared with the limit: `0.2 % of 1,000 samples`, or a number.
  package var found: String {
    guard isPercent else { return GroupedDigits.string(count) }
    let rounded = ((rate ?? 0) * 1000).rounded() / 1000
    return "\(DecimalWriter.string(rounded)) % of \(GroupedDigits.string(read)) samples"
  }

  /// The limit in words: `0.5 %` or `1,000`.
  var limitText: String {
    if isPercent { return "\(DecimalWriter.string(limit)) %" }
    return Int(exactly: limit).map(GroupedDigits.string) ?? DecimalWriter.string(limit)
  }

  /// The count with its share: `56 of 2,821 (1.99 %)`; `56` if no sample was read.
  var countText: String {
    guard read > 0 else { return count == 0 ? "no samples" : GroupedDigits.string(count) }
    return "\(GroupedDigits.string(count)) of \(GroupedDigits.string(read))\(ShareText.suffix(count, of: read))"
  }

  var verdict: String { isExceeded ? "exceeded" : "within" }

  /// The result as one line of text for people, without a line end; foreign text is made safe to show.
  package var line: String { "\(TextEscaping.escaped(text, limit: 200)): \(verdict), \(countText), limit \(limitText)" }

  /// Appends results as the member `thresholds`; none if there are none.
  static func append(_ results: [ThresholdResult], to json: inout JSONBuilder) {
    guard !results.isEmpty else { return }
    json.array("thresholds") { list in
      for result in results {
        list.object { item in
          item.member("condition", result.text)
          item.member("count", result.count)
          item.member("read", result.read)
          item.member("rate", finite: result.rate)
          item.member("limit", finite: result.limit)
          item.member("unit", result.isPercent ? "percent" : "count")
          item.member("exceeded", result.isExceeded)
        }
      }
    }
  }
}
