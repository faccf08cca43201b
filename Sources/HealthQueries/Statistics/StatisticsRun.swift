import HealthModel
import HealthStorage

/// Answers one question for statistics: divides the time into parts, has each reduced where the samples are, and passes
/// the results on in order.
struct StatisticsRun {
  let plan: StatisticsPlan
  let query: SampleQuery
  let store: HealthStore

  /// How an answer is read.
  enum Reading {
    /// All of it at once, as of one commit, in room that grows with the answer.
    case whole
    /// In steps of so many intervals, in room that does not grow with the answer.
    case steps(Int)
  }

  /// Parts may be worked on at the same time; more than there are processors even out.
  private static let partCount = 16
  /// The parts of a step: fewer, since each part reads once more what reaches into it.
  private static let partsOfStep = 4
  /// How many intervals a step has: some 230 bytes for each lane of each interval that is worked on.
  static let stepLength = 8192
  /// All time, where the question leaves an end open.
  private static let time = Instant.earliest..<Instant.latest + 1

  init(_ plan: StatisticsPlan, of query: SampleQuery, in store: HealthStore) {
    self.plan = plan
    self.query = query
    self.store = store
  }

  /// One interval for all samples.
  func whole(_ body: (Statistics) throws -> Void) async throws -> [MergeExplanation] {
    var answer = StatisticsAnswer(plan, isLocal: false)
    if let window = range(query.from, query.to) {
      let intervals = FixedIntervals(edges: [window.lowerBound, window.upperBound], grid: nil, window: window)
      try await read([StatisticsPart(window, IntervalFinder(intervals), of: query)], isStep: false, into: &answer)
      answer.setRange(query.from, query.to)
    }
    try answer.passRows(body)
    return answer.explanations
  }

  /// The intervals of one clock.
  func intervals(
    _ grid: IntervalGrid, _ reading: Reading, _ body: (Statistics) throws -> Void
  ) async throws -> [MergeExplanation] {
    var answer = StatisticsAnswer(plan, isLocal: false)
    guard range(query.from, query.to) != nil, let first = try await start(.ascending),
      let last = try await start(.descending)
    else { return answer.explanations }
    let beginning = max(first, query.from ?? first)
    let edges = try grid.edges(from: beginning, to: max(beginning, last) + 1, limit: IntervalLimit.count)
    // What the edges leave out is found when samples are there: long ones reach beyond the last start, and ones that
    // are committed meanwhile are before the first. So an answer that is read at once is of the moment of the scan.
    guard let window = range(query.from, query.to) else { return answer.explanations }
    let count = max(edges.count - 1, 1)
    guard case .steps(let length) = reading, count > length else {
      try await read(parts(of: 0..<count, edges, grid, window, Self.partCount), isStep: false, into: &answer)
      try answer.passRows(body)
      return answer.explanations
    }
    let commit = try await store.backend.information().lastCommit
    try await checkSubjects(parts(of: 0..<count, edges, grid, window, Self.partCount))
    for start in stride(from: 0, to: count, by: length) {
      let step = start..<min(start + length, count)
      try await read(parts(of: step, edges, grid, window, Self.partsOfStep), isStep: true, into: &answer)
      try answer.passRows(body)
    }
    guard try await store.backend.information().lastCommit == commit else {
      throw StorageError(
        .failed, "the store changed while the answer was read, so its intervals may not be as of one moment",
        hint: "ask again when nothing is imported")
    }
    return answer.explanations
  }

  /// The intervals of each sample's own clock, which no cut through time divides.
  func localIntervals(
    _ grid: IntervalGrid, _ body: (Statistics) throws -> Void
  ) async throws -> [MergeExplanation] {
    var answer = StatisticsAnswer(plan, isLocal: true)
    if let window = range(query.from, query.to) {
      let intervals = IntervalFinder(LocalIntervals(grid, window: window), window: window)
      try await read([StatisticsPart(window, intervals, of: query)], isStep: false, into: &answer)
    }
    try answer.passRows(body)
    return answer.explanations
  }

  /// Divides some intervals into parts; the first and the last part of all go as far as the question does.
  private func parts(
    of step: Range<Int>, _ edges: [Int64], _ grid: IntervalGrid, _ window: Range<Int64>, _ limit: Int
  ) -> [StatisticsPart] {
    let count = max(1, min(limit, step.count))
    func edge(_ index: Int) -> Int64 {
      if index == 0 { return window.lowerBound }
      return index >= edges.count - 1 ? window.upperBound : edges[index]
    }
    let own = Array(edges[step.lowerBound...min(step.upperBound, edges.count - 1)])
    var cuts = [edge(step.lowerBound)]
    for part in 1..<max(count, 1) {
      let cut = edges[step.lowerBound + part * step.count / count]
      if cut > window.lowerBound, cut < window.upperBound { cuts.append(cut) }
    }
    cuts.append(edge(step.upperBound))
    return zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { start, end in
      let intervals = FixedIntervals(edges: own, grid: grid, window: start..<end)
      return StatisticsPart(start..<end, IntervalFinder(intervals), of: query)
    }
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
}
