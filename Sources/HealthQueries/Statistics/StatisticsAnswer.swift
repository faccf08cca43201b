import HealthModel
import HealthStorage
import HealthUnits

/// What is known at the end of an answer.
package struct StatisticsEnd: Sendable {
  /// What merging left out, for each subject; empty when that is not asked for.
  package var explanations: [MergeExplanation]
  /// The places in the priority's order of the sources that samples had.
  package var listed: Set<Int>
}

/// Joins what parts of the time came to, and passes it on in the order of answers.
struct StatisticsAnswer {
  private struct Row {
    var tally: IntervalTally
    var source: MergeSource?
    var subject: SubjectName
  }

  private let plan: StatisticsPlan
  private let isLocal: Bool
  private var rows: [Row] = []
  /// From when to when the samples of each subject last.
  private var extents: [SubjectName: TimeExtent] = [:]
  private var accounts: [SubjectName: MergeAccount] = [:]
  /// The places in the priority's order of the sources that samples had.
  var listed: Set<Int> = []

  init(_ plan: StatisticsPlan, isLocal: Bool) {
    self.plan = plan
    self.isLocal = isLocal
  }

  /// Refuses several subjects in the parts so far.
  ///
  /// Where parts follow, all subjects were checked before.
  func checkSubjects() throws(QueryError) {
    if extents.count > 1, !plan.separatesSubjects {
      throw .severalSubjects(extents.keys, of: plan.type)
    }
  }

  /// Adds a subject's result for the next part of the time.
  mutating func add(_ outcome: PartOutcome, of subject: SubjectName) {
    for tally in outcome.tallies {
      let source = Int(tally.source)
      let isKnown = outcome.sources.indices.contains(source)
      rows.append(Row(tally: tally, source: isKnown ? outcome.sources[source] : nil, subject: subject))
    }
    extents[subject, default: TimeExtent()].add(outcome.extent)
    if let account = outcome.account { accounts[subject, default: MergeAccount()].append(account) }
  }

  /// Gives all rows one range; where it has no end, each subject's samples say it.
  mutating func setRange(_ from: Int64?, _ to: Int64?) {
    for index in rows.indices {
      let extent = extents[rows[index].subject] ?? TimeExtent()
      rows[index].tally.key = from ?? extent.start
      rows[index].tally.keyEnd = to ?? extent.end
    }
  }

  /// The number of rows that were added and not passed on.
  var rowCount: Int { rows.count }

  /// Passes on what was added so far, and clears it.
  mutating func passRows(_ body: (Statistics) throws -> Void) throws {
    let cases = plan.cases
    // By raw value, those without one last.
    func rank(_ enumCase: Int32) -> (Int, Int32) {
      let index = Int(enumCase)
      return (cases.indices.contains(index) ? cases[index].raw ?? Int.max : Int.max, enumCase)
    }
    rows.sort { left, right in
      if left.tally.key != right.tally.key { return left.tally.key < right.tally.key }
      if left.subject != right.subject { return left.subject < right.subject }
      if let source = left.source, let other = right.source, source != other { return source < other }
      return rank(left.tally.enumCase) < rank(right.tally.enumCase)
    }
    for row in rows {
      try body(plan.statistics(row.tally, of: row.source, subject: row.subject, isLocal: isLocal))
    }
    rows.removeAll(keepingCapacity: true)
  }

  /// What is known once all rows are passed on.
  var end: StatisticsEnd { StatisticsEnd(explanations: explanations, listed: listed) }

  /// The samples that merging left out, for each subject; empty unless requested.
  private var explanations: [MergeExplanation] {
    guard plan.explains else { return [] }
    guard !accounts.isEmpty || plan.separatesSubjects else {
      return [explanation(MergeAccount(), SubjectName(plan.subject))]
    }
    return accounts.sorted { $0.key < $1.key }.map { explanation($1, $0) }
  }

  private func explanation(_ account: MergeAccount, _ subject: SubjectName) -> MergeExplanation {
    var explanation =
      plan.style == nil
      ? account.ledger.explanation()
      : account.ledger.explanation(
        naive: plan.conversion(account.naive.value), merged: plan.conversion(account.merged.value))
    explanation.subject = subject.name
    return explanation
  }
}

extension TimeExtent {
  /// Adds the samples of another part.
  fileprivate mutating func add(_ other: TimeExtent) {
    start = min(start, other.start)
    end = max(end, other.end)
  }
}

/// A part of the time that is worked on by itself.
struct StatisticsPart: Sendable {
  let time: PartTime
  let intervals: IntervalFinder

  init(_ window: Range<Int64>, _ intervals: IntervalFinder, of query: SampleQuery) {
    time = PartTime(window, of: query)
    self.intervals = intervals
  }

  /// The part outside does not count.
  var window: Range<Int64> { time.window }
}

/// When samples must be to count in a part of the time.
struct PartTime: Sendable {
  /// The part outside does not count.
  let window: Range<Int64>
  /// Where samples must start and end to count at all.
  private let strictStart: Int64
  private let strictEnd: Int64

  init(_ window: Range<Int64>, of query: SampleQuery) {
    self.window = window
    strictStart = query.isStrictStart ? query.from ?? Int64.min : Int64.min
    strictEnd = query.isStrictEnd ? query.to ?? Int64.max : Int64.max
  }

  /// Whether a sample counts at all; parts of a scan do not look at that.
  func takes(_ start: Int64, _ end: Int64) -> Bool { start >= strictStart && end <= strictEnd && start <= end }

  /// Whether something of a sample counts in the part; one that only touches it does not.
  func counts(_ start: Int64, _ end: Int64) -> Bool {
    takes(start, end) && (window.contains(start) || start < window.lowerBound && end > window.lowerBound)
  }
}

/// From when to when samples last.
struct TimeExtent: Sendable {
  var start = Int64.max
  var end = Int64.min

  /// Adds samples in the order of their starts.
  mutating func take(_ columns: SampleColumns) {
    if let first = columns.start.first { start = min(start, first) }
    for moment in columns.end where moment > end { end = moment }
  }
}

/// Whose samples: a name, or none; compared by bytes, as stores do.
struct SubjectName: Sendable {
  let name: String?

  init(_ name: String?) { self.name = name }

  var shown: String {
    name.map { "`\(TextEscaping.escaped($0, limit: 60))`" } ?? "samples without a subject"
  }
}

extension SubjectName: Hashable {
  static func == (left: SubjectName, right: SubjectName) -> Bool {
    guard let name = left.name, let other = right.name else { return left.name == nil && right.name == nil }
    return name.utf8.elementsEqual(other.utf8)
  }

  func hash(into hasher: inout Hasher) {
    guard let name else { return }
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

extension SubjectName: Comparable {
  /// The order of answers: samples without a subject first.
  static func < (left: SubjectName, right: SubjectName) -> Bool {
    guard let other = right.name else { return false }
    guard let name = left.name else { return true }
    return name.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
