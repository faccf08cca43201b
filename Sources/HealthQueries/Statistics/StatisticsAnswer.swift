import HealthModel
import HealthUnits

/// Joins what parts of the time came to, and passes it on in the order of answers.
struct StatisticsAnswer {
  private struct Row {
    var tally: Tally
    var source: MergeSource?
    var subject: SubjectName
  }

  private let plan: StatisticsPlan
  private let isLocal: Bool
  private var rows: [Row] = []
  private var extents: [SubjectName: TimeExtent] = [:]
  private var accounts: [SubjectName: MergeAccount] = [:]
  private var subjects: Set<SubjectName> = []

  init(_ plan: StatisticsPlan, isLocal: Bool) {
    self.plan = plan
    self.isLocal = isLocal
  }

  /// Learns whose samples the next parts of the time have.
  ///
  /// Where parts follow, all subjects were checked before.
  ///
  /// - Throws: `QueryError.Reason.severalSubjects` when subjects are not separated and there is a second one.
  mutating func checkSubjects(_ names: [SubjectName]) throws(QueryError) {
    subjects.formUnion(names)
    if subjects.count > 1, !plan.separatesSubjects {
      throw .severalSubjects(subjects, of: plan.type)
    }
  }

  /// Takes up what the next part of the time came to for a subject.
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

  /// Passes on what was taken up so far, and forgets it.
  mutating func passRows(_ body: (Statistics) throws -> Void) throws {
    let sorted = rows.sorted { left, right in
      if left.tally.key != right.tally.key { return left.tally.key < right.tally.key }
      if left.subject != right.subject { return left.subject < right.subject }
      if let source = left.source, let other = right.source, source != other { return source < other }
      return rank(left.tally.enumCase) < rank(right.tally.enumCase)
    }
    for row in sorted {
      try body(plan.statistics(row.tally, of: row.source, subject: row.subject, isLocal: isLocal))
    }
    rows.removeAll(keepingCapacity: true)
  }

  /// What merging left out, for each subject; empty when that is not asked for.
  var explanations: [MergeExplanation] {
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

  /// The place of a case among others: by raw value, those without one last.
  private func rank(_ enumCase: Int32) -> (Int, Int32) {
    let index = Int(enumCase)
    return (plan.cases.indices.contains(index) ? plan.cases[index].raw ?? Int.max : Int.max, enumCase)
  }
}

extension TimeExtent {
  /// Takes up the samples of another part.
  fileprivate mutating func add(_ other: TimeExtent) {
    start = min(start, other.start)
    end = max(end, other.end)
  }
}
