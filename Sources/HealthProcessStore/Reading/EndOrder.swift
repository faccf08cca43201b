import HealthModel
import HealthStorage

/// Orders the samples of one type after the other by their ends, for plugins that order by start alone.
///
/// All samples of a type that match are in memory meanwhile; with a limit, only about twice as many.
struct EndOrder {
  /// How many rows are passed on at once.
  private static let pageSize = 4096

  private let order: SampleOrder
  /// How many samples are needed at most; `nil` for all.
  private let needed: Int?
  private var gathered = SampleBatch()
  private var heads = 0

  /// Creates an order; a limit counts only when nothing before the page is passed on.
  init(_ plan: SplitQuery) {
    order = plan.order
    needed = plan.after == nil ? plan.limit : nil
  }

  /// Adds samples; returns those whose order is settled: the types before the last one.
  mutating func take(_ batch: SampleBatch) -> [SampleBatch] {
    var ready: [SampleBatch] = []
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      if gathered.count > 0, gathered.type[0] != batch.type[row] { ready += finish() }
      gathered.append(group, of: batch)
      heads += 1
      if let needed, heads / 2 - Self.pageSize > needed { gathered = sorted(upTo: needed) }
      row = group.upperBound
    }
    return ready
  }

  /// The rest, in order.
  mutating func finish() -> [SampleBatch] {
    let all = sorted(upTo: nil)
    gathered = SampleBatch()
    heads = 0
    var pages: [SampleBatch] = []
    var page = SampleBatch()
    var row = 0
    while row < all.count {
      let group = all.group(at: row)
      page.append(group, of: all)
      row = group.upperBound
      if page.count >= Self.pageSize || row == all.count {
        pages.append(page)
        page = SampleBatch()
      }
    }
    return pages
  }

  private mutating func sorted(upTo limit: Int?) -> SampleBatch {
    var groups: [(key: SampleSortKey, rows: Range<Int>)] = []
    var row = 0
    while row < gathered.count {
      let group = gathered.group(at: row)
      groups.append((SampleSortKey(row, of: gathered), group))
      row = group.upperBound
    }
    groups.sort { order.precedes($0.key, $1.key) }
    var result = SampleBatch()
    for group in groups.prefix(limit ?? groups.count) { result.append(group.rows, of: gathered) }
    heads = min(heads, limit ?? heads)
    return result
  }
}
