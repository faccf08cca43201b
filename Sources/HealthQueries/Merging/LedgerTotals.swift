import HealthModel

/// The losses of each source to each other one, for a bounded number of pairs, and those of all other pairs together.
///
/// Those that are kept are the first in the order of their sources. A pair among the first of all is among the first of
/// each part of the time as well, so that its total is exact wherever time is cut.
struct LedgerTotals: Sendable {
  /// The sum of some stretches.
  struct Total: Sendable {
    var count = 0
    var duration: Int64 = 0
    var amount = CompactSum()

    mutating func add(_ loss: LedgerLoss) {
      count += 1
      duration = Self.sum(duration, loss.end &- loss.start)
      amount.add(loss.amount)
    }

    mutating func add(_ other: Total) {
      count += other.count
      duration = Self.sum(duration, other.duration)
      amount.add(other.amount)
    }

    /// Lengths of hostile data may come to more than a number holds.
    private static func sum(_ length: Int64, _ other: Int64) -> Int64 {
      let (sum, overflow) = length.addingReportingOverflow(other)
      return overflow ? .max : sum
    }
  }

  private let limit: Int
  private(set) var totals: [LedgerLoss.Way: Total] = [:]
  /// The sum of the pairs after the last one kept.
  private(set) var others = Total()
  /// The last pair that is kept; `nil` as long as all are.
  private var last: LedgerLoss.Way?

  init(limit: Int) { self.limit = limit }

  mutating func add(_ loss: LedgerLoss, _ sources: [MergeSource]) {
    if totals[loss.way] != nil {
      totals[loss.way]?.add(loss)
    } else if isKept(loss.way, sources) {
      totals[loss.way, default: Total()].add(loss)
      cut(sources, to: 2 * limit)
    } else {
      others.add(loss)
    }
  }

  /// Adds the totals of the next part of the time, whose sources have the same numbers.
  mutating func add(_ later: LedgerTotals, _ sources: [MergeSource]) {
    others.add(later.others)
    if let end = later.last, last.map({ Self.precedes(end, $0, sources) }) ?? true {
      last = end
      for way in totals.keys where !isKept(way, sources) { drop(way) }
    }
    for (way, total) in later.totals {
      if isKept(way, sources) { totals[way, default: Total()].add(total) } else { others.add(total) }
    }
    cut(sources, to: limit)
  }

  /// Takes one stretch off, since it was counted as the end of one and the beginning of another.
  mutating func join(_ way: LedgerLoss.Way) {
    if totals[way] != nil { totals[way]?.count -= 1 } else { others.count -= 1 }
  }

  /// Gives sources other numbers.
  mutating func renumber(_ way: (LedgerLoss.Way) -> LedgerLoss.Way) {
    var renumbered: [LedgerLoss.Way: Total] = [:]
    for (old, total) in totals { renumbered[way(old)] = total }
    totals = renumbered
    last = last.map(way)
  }

  /// Keeps the first pairs, up to the number in the answer.
  mutating func finish(_ sources: [MergeSource]) { cut(sources, to: limit) }

  /// The pairs in their order.
  func sorted(_ sources: [MergeSource]) -> [(way: LedgerLoss.Way, total: Total)] {
    totals.sorted { Self.precedes($0.key, $1.key, sources) }.map { ($0.key, $0.value) }
  }

  private func isKept(_ way: LedgerLoss.Way, _ sources: [MergeSource]) -> Bool {
    last.map { !Self.precedes($0, way, sources) } ?? true
  }

  private mutating func cut(_ sources: [MergeSource], to count: Int) {
    guard totals.count > count else { return }
    let ways = totals.keys.sorted { Self.precedes($0, $1, sources) }
    for way in ways.dropFirst(limit) { drop(way) }
    last = ways[limit - 1]
  }

  private mutating func drop(_ way: LedgerLoss.Way) {
    if let total = totals.removeValue(forKey: way) { others.add(total) }
  }

  private static func precedes(_ way: LedgerLoss.Way, _ other: LedgerLoss.Way, _ sources: [MergeSource]) -> Bool {
    if way.loser != other.loser { return sources[way.loser] < sources[other.loser] }
    return way.winner != other.winner && sources[way.winner] < sources[other.winner]
  }
}
