import HealthModel
import HealthStorage

/// Statistics of one quantity in a workout that grow with each sample.
///
/// The reducers are those of `StatisticsQuery`, and take samples in the order of start and id. Samples that come in
/// this order, as most sensors deliver them, are added to what is there; one that comes late makes the next answer read
/// the samples from the store again. So memory use does not grow with the samples.
struct LiveStatistics: Sendable {
  private enum Reducer: Sendable {
    case merging(SubjectReducer<MergingReducer>)
    case discrete(SubjectReducer<DiscreteReducer>)
    /// While one is at work: the enum must not retain a copy of its buffers, or each sample would copy them.
    case none
  }

  /// The samples; what `StatisticsQuery` is asked for the same statistics.
  let query: SampleQuery
  /// Whether samples came that are not in the reducer.
  private(set) var isBehind = false
  private let plan: StatisticsPlan
  private var reducer: Reducer
  private var columns: ColumnBuilder
  private var last: (start: Int64, id: SampleID)?

  /// Creates the statistics of a type without samples.
  ///
  /// - Throws: `QueryError` for a type that has none.
  init(of type: String, in workout: SampleID, subject: String?, for store: HealthStore) throws(QueryError) {
    var query = SampleQuery.samples(of: type).collected(for: workout)
    query.subject = subject
    self.query = query
    plan = try StatisticsPlan(StatisticsQuery(query), for: store)
    (reducer, columns) = Self.empty(plan, query)
  }

  private static func empty(_ plan: StatisticsPlan, _ query: SampleQuery) -> (Reducer, ColumnBuilder) {
    let window = Instant.earliest..<Instant.latest + 1
    let intervals = FixedIntervals(edges: [window.lowerBound, window.upperBound], grid: nil, window: window)
    let part = StatisticsPart(window, IntervalFinder(intervals), of: query)
    let reducer: Reducer =
      plan.isMerged ? .merging(SubjectReducer(plan, part)) : .discrete(SubjectReducer(plan, part))
    return (reducer, ColumnBuilder(plan.isMerged ? .sources : []))
  }

  /// Notes that the store has samples that were not added.
  mutating func setBehind() { isBehind = true }

  /// Adds samples of the type that were just stored.
  mutating func take(_ batch: SampleBatch) {
    guard !isBehind else { return }
    let rows = batch.type.indices.sorted { (batch.start[$0], batch.id[$0]) < (batch.start[$1], batch.id[$1]) }
    guard let first = rows.first else { return }
    if let last, (batch.start[first], batch.id[first]) < last {
      isBehind = true
      return
    }
    var sorted = SampleBatch()
    for row in rows { sorted.append(row, of: batch) }
    do throws(QueryError) {
      try append(sorted)
    } catch {
      // The next answer reads the samples again, and throws what is wrong.
      isBehind = true
    }
  }

  /// Adds samples in the order of start and id, after all others.
  private mutating func append(_ batch: SampleBatch) throws(QueryError) {
    columns.take(batch)
    let current = reducer
    reducer = .none
    switch consume current {
    case .merging(var merging):
      try merging.take(columns.columns)
      reducer = .merging(merging)
    case .discrete(var discrete):
      try discrete.take(columns.columns)
      reducer = .discrete(discrete)
    case .none: break
    }
    if batch.count > 0 { last = (batch.start[batch.count - 1], batch.id[batch.count - 1]) }
  }

  /// Reads all samples from the store, if some came out of order.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - time: where all samples of the workout are, the end not included.
  /// - Throws: `StorageError`, `QueryError`; `CancellationError` when the task is canceled. Nothing has changed then.
  mutating func catchUp(from store: HealthStore, within time: (from: Int64?, to: Int64?)) async throws {
    guard isBehind else { return }
    var fresh = self
    (fresh.reducer, fresh.columns) = Self.empty(plan, query)
    (fresh.last, fresh.isBehind) = (nil, false)
    var query = query
    (query.from, query.to) = time
    try await store.read(query) { batch in
      try fresh.append(batch)
      return true
    }
    self = fresh
  }

  /// The statistics of the samples so far; `nil` without any.
  ///
  /// - Throws: `QueryError` when the samples cannot be combined.
  func current() throws -> Statistics? {
    var answer = StatisticsAnswer(plan, isLocal: false)
    switch reducer {
    case .merging(var merging): try merging.finish { answer.add($1, of: $0) }
    case .discrete(var discrete): try discrete.finish { answer.add($1, of: $0) }
    case .none: break
    }
    answer.setRange(nil, nil)
    var statistics: Statistics?
    try answer.passRows { statistics = $0 }
    return statistics
  }
}
