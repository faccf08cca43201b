import HealthModel
import HealthStorage

/// Answers one question for statistics: divides the time into parts, has each reduced where the samples are, and passes
/// the results on in order.
struct StatisticsRun {
  let plan: StatisticsPlan
  let query: SampleQuery
  let store: HealthStore

  enum Reading {
    /// All of it at once, as of one commit, with memory that grows with the answer.
    case whole
    /// In steps of a number of intervals, with memory that does not grow with the answer.
    case steps(Int)
  }

  /// Parts may be worked on at the same time; more than there are processors even out.
  private static let partCount = 16
  /// The parts of a step: fewer, since each part reads once more what reaches into it.
  private static let partsOfStep = 2
  /// How many intervals a step has at most; it has fewer where each has a row for every source or subject.
  static let stepLength = 2048
  /// All time, where the question leaves an end open.
  private static let time = Instant.earliest..<Instant.latest + 1

  init(_ plan: StatisticsPlan, of query: SampleQuery, in store: HealthStore) {
    self.plan = plan
    self.query = query
    self.store = store
  }

  /// One interval for all samples.
  func whole(isCut: Bool = true, _ body: (Statistics) throws -> Void) async throws -> StatisticsEnd {
    var answer = StatisticsAnswer(plan, isLocal: false)
    if let window = range(query.from, query.to) {
      let intervals = FixedIntervals(edges: [window.lowerBound, window.upperBound], grid: nil, window: window)
      try await read([StatisticsPart(window, IntervalFinder(intervals), of: query)], isStep: false, into: &answer)
      answer.setRange(isCut ? query.from : nil, isCut ? query.to : nil)
    }
    try answer.passRows(body)
    return answer.end
  }

  func intervals(
    _ grid: IntervalGrid, _ reading: Reading, _ body: (Statistics) throws -> Void
  ) async throws -> StatisticsEnd {
    var answer = StatisticsAnswer(plan, isLocal: false)
    guard range(query.from, query.to) != nil, let first = try await start(.ascending),
      let last = try await start(.descending)
    else { return answer.end }
    let beginning = max(first, query.from ?? first)
    let edges = try grid.edges(from: beginning, to: max(beginning, last) + 1, limit: IntervalLimit.count)
    // Samples outside the edges are found when they arrive: long ones reach beyond the last start, and ones that are
    // committed meanwhile are before the first. So an answer that is read at once is of the moment of the scan.
    guard let window = range(query.from, query.to) else { return answer.end }
    guard case .steps(let length) = reading else {
      try await read(
        parts(edges, window, cutBefore: edges.count - 1, Self.partCount, grid), isStep: false, into: &answer)
      try answer.passRows(body)
      return answer.end
    }
    let isSeparated = plan.isSeparated || plan.separatesSubjects
    var steps = IntervalSteps(
      edges: edges, window: window, length: length, isSeparated: isSeparated, grid: grid)
    guard var step = try steps.next() else { return answer.end }
    var isMore = try await goesOn(after: step.window, steps)
    let isLong = isMore
    let commit = isLong ? try await store.backend.information().lastCommit : 0
    if isLong { try await checkSubjects(parts(edges, window, cutBefore: edges.count - 1, Self.partCount, grid)) }
    while true {
      let limit = isLong ? Self.partsOfStep : Self.partCount
      try await read(parts(step.edges, step.window, cutBefore: step.planned, limit, grid), isStep: true, into: &answer)
      if isSeparated { steps.learn(rows: answer.rowCount) }
      try answer.passRows(body)
      guard isMore, let next = try steps.next() else { break }
      step = next
      isMore = try await goesOn(after: step.window, steps)
    }
    if isLong, try await store.backend.information().lastCommit != commit {
      throw StorageError(
        .failed, "the store changed while the answer was read, so its intervals may not be as of one moment",
        hint: "ask again when nothing is imported")
    }
    return answer.end
  }

  /// Whether samples start or go on after a window.
  private func goesOn(after window: Range<Int64>, _ steps: IntervalSteps) async throws -> Bool {
    if steps.hasPlanned { return true }
    guard range(window.upperBound, query.to) != nil else { return false }
    var query = query
    (query.from, query.isStrictStart) = (window.upperBound + 1, false)
    return try await start(.ascending, of: query) != nil
  }

  /// The intervals of each sample's own clock, which no cut through time divides.
  func localIntervals(
    _ grid: IntervalGrid, _ body: (Statistics) throws -> Void
  ) async throws -> StatisticsEnd {
    var answer = StatisticsAnswer(plan, isLocal: true)
    if let window = range(query.from, query.to) {
      let intervals = IntervalFinder(LocalIntervals(grid, window: window, zones: store.zones), window: window)
      try await read([StatisticsPart(window, intervals, of: query)], isStep: false, into: &answer)
    }
    try answer.passRows(body)
    return answer.end
  }

  /// Divides a window at some of its edges; only intervals before one of them are cut apart.
  private func parts(
    _ edges: [Int64], _ window: Range<Int64>, cutBefore last: Int, _ limit: Int, _ grid: IntervalGrid
  ) -> [StatisticsPart] {
    let count = max(1, min(limit, last))
    var cuts = [window.lowerBound]
    for part in 1..<max(count, 1) {
      let cut = edges[part * last / count]
      if cut > window.lowerBound, cut < window.upperBound { cuts.append(cut) }
    }
    cuts.append(window.upperBound)
    return zip(cuts, cuts.dropFirst()).map { start, end in
      let intervals = FixedIntervals(edges: edges, grid: grid, window: start..<end)
      return StatisticsPart(start..<end, IntervalFinder(intervals), of: query)
    }
  }

  private func range(_ from: Int64?, _ to: Int64?) -> Range<Int64>? {
    let start = max(from ?? Self.time.lowerBound, Self.time.lowerBound)
    let end = min(to ?? Self.time.upperBound, Self.time.upperBound)
    return start < end ? start..<end : nil
  }

  /// The start of the first or last sample; `nil` when none matches.
  private func start(_ sort: SampleQuery.Sort, of asked: SampleQuery? = nil) async throws -> Int64? {
    var query = asked ?? query
    (query.sort, query.limit, query.after, query.omitsMembers) = (sort, 1, nil, false)
    var start: Int64?
    try await store.read(query) { batch in
      if let first = batch.start.first, first != SampleBatch.noTime { start = first }
      return false
    }
    return start
  }
}

/// Divides the intervals of an answer into steps of a bounded number of them.
///
/// The steps end when what is planned is done; as long as samples reach further, there are more.
struct IntervalSteps {
  /// Intervals that are read together.
  struct Step {
    /// Where they begin and end.
    var edges: [Int64]
    /// How many of them samples start in; the others are only reached into.
    var planned: Int
    /// The time that is worked on.
    var window: Range<Int64>
  }

  private let edges: [Int64]
  private let window: Range<Int64>
  private(set) var length: Int
  private let longest: Int
  private let grid: IntervalGrid
  /// The next planned interval.
  private var position = 0
  /// The time that is left begins here, and is an edge unless it is the beginning of all.
  private var start: Int64
  private var count = 0

  /// The rows that a step should have: some 10 MB with what they are made of.
  private static let rowGoal = 10_000
  /// The number of intervals in the first step, before the number of rows in each is known.
  private static let firstLength = 4

  init(edges: [Int64], window: Range<Int64>, length: Int, isSeparated: Bool, grid: IntervalGrid) {
    self.edges = edges
    self.window = window
    longest = length
    self.length = isSeparated ? min(length, Self.firstLength) : length
    self.grid = grid
    start = window.lowerBound
  }

  /// Whether there are intervals that samples start in.
  var hasPlanned: Bool { position < edges.count - 1 }

  /// Makes the next step as long as the rows of the last one say: it may be twice as long at most.
  mutating func learn(rows: Int) {
    length = max(1, min(longest, 2 * length, length * Self.rowGoal / max(rows, 1)))
  }

  /// The next step; `nil` when the time is over.
  mutating func next() throws(QueryError) -> Step? {
    guard start < window.upperBound else { return nil }
    let last = min(position + length, edges.count - 1)
    var own = hasPlanned || position == 0 ? Array(edges[position...last]) : [start]
    let planned = own.count - 1
    position = last
    while !hasPlanned, own.count <= length, let end = own.last, end < window.upperBound {
      own.append(grid.next(after: end) ?? window.upperBound)
    }
    count += own.count - 1
    guard count <= IntervalLimit.count + longest else { throw .tooManyIntervals }
    let end = min(own.last ?? window.upperBound, window.upperBound)
    let step = Step(edges: own, planned: planned == 0 ? own.count - 1 : planned, window: start..<max(end, start))
    start = end
    return step
  }
}
