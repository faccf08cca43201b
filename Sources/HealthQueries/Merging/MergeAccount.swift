import HealthModel

/// The losses of merging the samples of one subject, and the sums with and without it.
struct MergeAccount: Sendable {
  var ledger = MergeCounter()
  /// The sum of everything, counted or lost.
  var naive = CompactSum()
  var merged = CompactSum()

  /// Adds the account of the next part of the time.
  mutating func append(_ later: MergeAccount) {
    ledger.append(later.ledger)
    naive.add(later.naive)
    merged.add(later.merged)
  }
}
