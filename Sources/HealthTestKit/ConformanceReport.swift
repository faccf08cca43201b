import HealthModel

/// The results of the cases for a store.
public struct ConformanceReport: Sendable, Hashable, CustomStringConvertible {
  /// The store's name.
  public var store: String
  /// The levels that the store declares, `write` first; empty when it did not open.
  public var levels: [String]
  /// The result of each case, in the order of the suite.
  public var results: [ConformanceResult]

  package init(store: String, levels: [String], results: [ConformanceResult]) {
    self.store = store
    self.levels = levels
    self.results = results
  }

  /// Whether cases passed and none failed; skipped ones count for neither.
  public var isPassed: Bool { !passed.isEmpty && failures.isEmpty }

  /// The cases that passed.
  public var passed: [ConformanceResult] { results.filter { $0.outcome == .passed } }

  /// The cases that failed.
  public var failures: [ConformanceResult] { results.filter { if case .failed = $0.outcome { true } else { false } } }

  /// The cases that were skipped.
  public var skipped: [ConformanceResult] { results.filter { if case .skipped = $0.outcome { true } else { false } } }

  /// A table of the levels, then a line for each case that failed or was skipped, and the verdict.
  public var description: String {
    var lines = ["\(TextEscaping.escaped(store)): \(levels.isEmpty ? "did not open" : levels.joined(separator: ", "))"]
    lines.append(Self.row("level", "passed", "failed", "skipped"))
    for level in ConformanceLevel.allCases {
      let own = results.filter { $0.level == level.rawValue }
      guard !own.isEmpty else { continue }
      let counts = ConformanceReport(store: store, levels: levels, results: own)
      let isDeclared = levels.contains(level.rawValue) || levels.isEmpty || !level.isDeclared
      let note = isDeclared ? "" : "   not declared by the store"
      lines.append(
        Self.row(
          level.rawValue, "\(counts.passed.count)", "\(counts.failures.count)", "\(counts.skipped.count)") + note)
    }
    for result in failures + skipped { lines.append(result.description) }
    lines.append(
      "\(isPassed ? "passed" : "not passed"): \(passed.count) passed, \(failures.count) failed, "
        + "\(skipped.count) skipped")
    return lines.joined(separator: "\n")
  }

  private static func row(_ level: String, _ passed: String, _ failed: String, _ skipped: String) -> String {
    let cells = [passed, failed, skipped].map { String(repeating: " ", count: max(1, 9 - $0.utf8.count)) + $0 }
    return level + String(repeating: " ", count: max(0, 12 - level.utf8.count)) + cells.joined()
  }
}

/// The result of one case.
public struct ConformanceResult: Sendable, Hashable, CustomStringConvertible {
  /// The ends that a case can come to.
  public enum Outcome: Sendable, Hashable {
    case passed
    /// The store broke the law; the message says how, made safe to show.
    case failed(String)
    /// The case was not run; the reason says why.
    case skipped(String)
  }

  /// The law, as a sentence.
  public var name: String
  /// The level of the interface that the case is about.
  public var level: String
  /// The result.
  public var outcome: Outcome

  package init(name: String, level: String, outcome: Outcome) {
    self.name = name
    self.level = level
    self.outcome = outcome
  }

  /// The outcome, the level, the law, and the message or reason.
  public var description: String {
    switch outcome {
    case .passed: "passed   \(level): \(name)"
    case .failed(let message): "failed   \(level): \(name): \(message)"
    case .skipped(let reason): "skipped  \(level): \(name): \(reason)"
    }
  }
}

/// The levels of the interface, in the order of reports.
enum ConformanceLevel: String, Sendable, Hashable, CaseIterable {
  case write, query, changes, delete, statistics, resume, durable, compact
  /// Samples of fields and lists, and those with points, which every store keeps.
  case composites, series

  /// Whether backends say that they have the level; what they need for the others, each case says itself.
  var isDeclared: Bool {
    switch self {
    case .composites, .series: false
    case .write, .query, .changes, .delete, .statistics, .resume, .durable, .compact: true
    }
  }
}
