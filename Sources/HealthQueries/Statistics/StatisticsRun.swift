import HealthModel
import HealthStorage
import HealthUnits

/// Answers one question for statistics: divides the time into parts, has each reduced where the samples are, and joins
/// the results.
struct StatisticsRun {
  private let plan: StatisticsPlan
  private let query: SampleQuery
  private let store: HealthStore

  /// Parts may be worked on at the same time; more than there are processors even out.
  private static let partCount = 16
  /// All time, where the question leaves an end open.
  private static let time = Instant.earliest..<Instant.latest + 1

  init(_ plan: StatisticsPlan, of query: SampleQuery, in store: HealthStore) {
    self.plan = plan
    self.query = query
    self.store = store
  }

  /// One interval for all samples.
  func whole() async throws -> StatisticsCollection {
    guard let window = range(query.from, query.to) else { return nothing }
    let intervals = FixedIntervals(edges: [window.lowerBound, window.upperBound], grid: nil, window: window)
    var result = try await reduce([StatisticsPart(window, IntervalFinder(intervals), of: query)])
    for index in result.tallies.indices {
      result.tallies[index].tally.key = query.from ?? result.extent.start
      result.tallies[index].tally.keyEnd = query.to ?? result.extent.end
    }
    return collection(of: result, isLocal: false)
  }

  /// The intervals of one clock.
  func intervals(_ grid: IntervalGrid) async throws -> StatisticsCollection {
    guard range(query.from, query.to) != nil, let first = try await start(.ascending),
      let last = try await start(.descending)
    else { return nothing }
    let beginning = max(first, query.from ?? first)
    let edges = try grid.edges(from: beginning, to: max(beginning, last) + 1, limit: IntervalLimit.count)
    // What the edges leave out is found when samples lie there: long ones reach behind the last start, and ones that
    // are committed meanwhile lie before the first. So the answer is of the one moment of the scan.
    guard let window = range(query.from, query.to) else { return nothing }
    let count = max(1, min(Self.partCount, edges.count - 1))
    var cuts = [window.lowerBound]
    for part in 1..<max(count, 1) {
      let cut = edges[part * (edges.count - 1) / count]
      if cut > window.lowerBound, cut < window.upperBound { cuts.append(cut) }
    }
    cuts.append(window.upperBound)
    let parts = zip(cuts, cuts.dropFirst()).map { start, end in
      let intervals = FixedIntervals(edges: edges, grid: grid, window: start..<end)
      return StatisticsPart(start..<end, IntervalFinder(intervals), of: query)
    }
    return collection(of: try await reduce(parts), isLocal: false)
  }

  /// The intervals of each sample's own clock, which no cut through time divides.
  func localIntervals(_ grid: IntervalGrid) async throws -> StatisticsCollection {
    guard let window = range(query.from, query.to) else { return nothing }
    let intervals = IntervalFinder(LocalIntervals(grid, window: window), window: window)
    return collection(of: try await reduce([StatisticsPart(window, intervals, of: query)]), isLocal: true)
  }

  private var nothing: StatisticsCollection {
    StatisticsCollection(explanation: plan.explains ? explanation(MergeLedger(), ExactSum(), ExactSum()) : nil)
  }

  private func range(_ from: Int64?, _ to: Int64?) -> Range<Int64>? {
    let start = max(from ?? Self.time.lowerBound, Self.time.lowerBound)
    let end = min(to ?? Self.time.upperBound, Self.time.upperBound)
    return start < end ? start..<end : nil
  }

  /// The start of the first or last sample; `nil` when none matches.
  private func start(_ sort: SampleQuery.Sort) async throws -> Int64? {
    var query = query
    (query.sort, query.limit, query.after, query.omitsMembers) = (sort, 1, nil, false)
    var start: Int64?
    try await store.read(query) { batch in
      if let first = batch.start.first, first != SampleBatch.noTime { start = first }
      return false
    }
    return start
  }

  /// What all parts come to.
  fileprivate struct Result {
    var tallies: [(tally: Tally, source: MergeSource?)] = []
    var extent = TimeExtent()
    var explanation: MergeExplanation?
  }

  private func reduce(_ parts: [StatisticsPart]) async throws -> Result {
    var query = query
    (query.sort, query.limit, query.after, query.omitsMembers) = (.ascending, nil, nil, false)
    var scan = SampleScan(query)
    if parts.count > 1 { scan.cuts = parts.map(\.window.lowerBound) + parts.suffix(1).map(\.window.upperBound) }
    if plan.isMerged || plan.isSeparated { scan.columns.insert(.sources) }
    if let first = parts.first, !first.intervals.isFixed { scan.columns.insert(.zones) }
    return plan.isMerged ? try await merge(scan, parts) : try await count(scan, parts)
  }

  private func merge(_ scan: SampleScan, _ parts: [StatisticsPart]) async throws -> Result {
    let plan = plan
    let reducers = try await store.scan(scan, into: { MergingReducer(plan, parts[$0]) }) { reducer, columns in
      try reducer.take(columns)
    }
    var result = Result()
    var ledger = MergeLedger()
    var (naive, merged) = (ExactSum(), ExactSum())
    for var reducer in reducers {
      try reducer.finish()
      let books = reducer.books
      for tally in books.lanes.flatMap(\.closed) { result.add(tally, books.sources) }
      result.extent.add(reducer.extent)
      guard plan.explains else { continue }
      ledger.append(books.ledger)
      naive.add(books.naive)
      merged.add(books.merged)
    }
    if plan.explains { result.explanation = explanation(ledger, naive, merged) }
    return result
  }

  private func count(_ scan: SampleScan, _ parts: [StatisticsPart]) async throws -> Result {
    let plan = plan
    let reducers = try await store.scan(scan, into: { DiscreteReducer(plan, parts[$0]) }) { reducer, columns in
      try reducer.take(columns)
    }
    var result = Result()
    for var reducer in reducers {
      try reducer.finish()
      for tally in reducer.lanes.flatMap(\.tallies.closed) { result.add(tally, reducer.sources) }
      result.extent.add(reducer.extent)
    }
    return result
  }

  private func explanation(_ ledger: MergeLedger, _ naive: ExactSum, _ merged: ExactSum) -> MergeExplanation {
    guard plan.style != nil else { return ledger.explanation() }
    return ledger.explanation(naive: plan.conversion(naive.value), merged: plan.conversion(merged.value))
  }

  private func collection(of result: Result, isLocal: Bool) -> StatisticsCollection {
    let sorted = result.tallies.sorted { left, right in
      if left.tally.key != right.tally.key { return left.tally.key < right.tally.key }
      if let source = left.source, let other = right.source, source != other { return source < other }
      return rank(left.tally.enumCase) < rank(right.tally.enumCase)
    }
    let statistics = sorted.map { plan.statistics($0.tally, of: $0.source, isLocal: isLocal) }
    return StatisticsCollection(statistics: statistics, explanation: result.explanation)
  }

  /// The place of a case among others: by raw value, those without one last.
  private func rank(_ enumCase: Int32) -> (Int, Int32) {
    let index = Int(enumCase)
    return (plan.cases.indices.contains(index) ? plan.cases[index].raw ?? Int.max : Int.max, enumCase)
  }
}

extension StatisticsRun.Result {
  fileprivate mutating func add(_ tally: Tally, _ sources: [MergeSource]) {
    let source = Int(tally.source)
    tallies.append((tally, sources.indices.contains(source) ? sources[source] : nil))
  }
}

extension TimeExtent {
  /// Takes up the samples of another part.
  fileprivate mutating func add(_ other: TimeExtent) {
    start = min(start, other.start)
    end = max(end, other.end)
  }
}
