import HealthModel
package import HealthStorage
import HealthUnits

/// Answers one question for statistics: divides the time into parts, has each reduced where the samples are, and passes
/// the results on in order.
struct StatisticsRun {
  let plan: StatisticsPlan
  let query: SampleQuery
  private let aggregation: Aggregation
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
  private static let time = Instant.earliest..<Instant.latest + 1

  init(_ query: SampleQuery, _ aggregation: Aggregation, in store: HealthStore) throws(QueryError) {
    plan = try StatisticsPlan(query, aggregation, for: store)
    self.query = aggregation.zone.subjects == nil ? query : query.widened
    self.aggregation = aggregation
    self.store = store
  }

  func answer(_ reading: Reading, _ body: (Statistics) throws -> Void) async throws -> StatisticsEnd {
    guard let grid = aggregation.grid else { return try await whole(body) }
    guard aggregation.fillsGaps else { return try await intervals(grid, reading, body) }
    var rows: [Statistics] = []
    let end = try await intervals(grid, reading) { rows.append($0) }
    for row in try aggregation.filled(rows, of: plan.query) {
      try Task.checkCancellation()
      try body(row)
    }
    return end
  }

  func whole(isCut: Bool = true, _ body: (Statistics) throws -> Void) async throws -> StatisticsEnd {
    var answer = StatisticsAnswer(plan, isLocal: plan.zones != nil)
    if let window = range(query.from, query.to) {
      let fixed = FixedIntervals(edges: [window.lowerBound, window.upperBound], grid: nil, window: window)
      let all = IntervalGrid(CalendarInterval(.year, count: 10_000), anchor: Instant.earliest, zone: .utc)
      let intervals = plan.zones == nil ? IntervalFinder(fixed) : localIntervals(all, window)
      try await read([StatisticsPart(window, intervals, of: query)], isStep: false, into: &answer)
      answer.setRange(isCut ? plan.query.from : nil, isCut ? plan.query.to : nil)
    }
    try answer.passRows(isWhole: true, body)
    return answer.end
  }

  private func intervals(
    _ grid: IntervalGrid, _ reading: Reading, _ body: (Statistics) throws -> Void
  ) async throws -> StatisticsEnd {
    guard case .named = aggregation.zone else { return try await localIntervals(grid, body) }
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
    var steps = IntervalSteps(edges: edges, window: window, length: length, isSeparated: isSeparated, grid: grid)
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

  private func goesOn(after window: Range<Int64>, _ steps: IntervalSteps) async throws -> Bool {
    if steps.hasPlanned { return true }
    guard range(window.upperBound, query.to) != nil else { return false }
    var query = query
    (query.from, query.isStrictStart) = (window.upperBound + 1, false)
    return try await start(.ascending, of: query) != nil
  }

  /// The intervals of each sample's or person's own clock, which no cut through time divides.
  private func localIntervals(_ grid: IntervalGrid, _ body: (Statistics) throws -> Void) async throws -> StatisticsEnd {
    var answer = StatisticsAnswer(plan, isLocal: true)
    if let window = range(query.from, query.to) {
      let intervals = localIntervals(grid, window)
      try await read([StatisticsPart(window, intervals, of: query)], isStep: false, into: &answer)
    }
    try answer.passRows(body)
    return answer.end
  }

  private func localIntervals(_ grid: IntervalGrid, _ window: Range<Int64>) -> IntervalFinder {
    let (from, to) = plan.zones == nil ? (nil, nil) : (plan.query.from, plan.query.to)
    let first = from ?? .min
    let local = LocalIntervals(grid, window: window, readings: first..<max(first, to ?? .max), zones: store.zones)
    return IntervalFinder(local, window: window)
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
    var edges: [Int64]
    var planned: Int
    var window: Range<Int64>
  }

  private let edges: [Int64]
  private let window: Range<Int64>
  private(set) var length: Int
  private let longest: Int
  private let grid: IntervalGrid
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

  var hasPlanned: Bool { position < edges.count - 1 }

  /// Makes the next step as long as the rows of the last one say: it may be twice as long at most.
  mutating func learn(rows: Int) { length = max(1, min(longest, 2 * length, length * Self.rowGoal / max(rows, 1))) }

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

/// A question for statistics that can be answered: what it means for its type.
///
/// A class, though immutable: each subject's state refers to it, and a copy takes 2 KB.
final class StatisticsPlan: Sendable {
  let type: TypeDefinition
  let style: AggregationStyle?
  let options: StatisticsOptions
  let unit: UnitOfMeasure?
  let conversion: UnitConversion
  let cases: [EnumCase]
  /// The case that frames the others; -1 when none does.
  let sessionCase: Int32
  let priority: SourcePriority
  /// How long the value of an instant holds at most; small enough to be added to any time.
  let hold: Int64
  let subject: String?
  let field: SampleExpression?
  /// The question as it was asked; its range is one of readings where the clock of each person counts.
  let query: SampleQuery
  /// The zones of persons, if theirs are the clocks that count.
  let zones: SubjectZones?
  private let wantsExplanation: Bool

  init(_ query: SampleQuery, _ aggregation: Aggregation, for store: HealthStore) throws(QueryError) {
    let asked = aggregation.options
    type = try query.onlyType(in: store, for: "statistics")
    field = aggregation.field
    let allowed = StatisticsOptions.allowed(for: type, ofField: field != nil)
    if allowed.isEmpty { throw .characteristic(type) }
    if !asked.isSubset(of: allowed) { throw .statistic(of: type, asked: asked.subtracting(allowed)) }
    options = asked.subtracting(.separations).isEmpty ? allowed.subtracting(.separations).union(asked) : asked
    subject = query.subject
    self.query = query
    zones = aggregation.zone.subjects
    if let field {
      style = .discreteArithmetic
      unit = field.unit
      conversion = .identity
    } else if let shape = type.shape.quantity {
      style = shape.aggregation
      let answer = aggregation.unit ?? shape.unit
      self.unit = answer
      do {
        conversion = try shape.unit.conversion(to: answer)
      } catch {
        throw .unit(answer, of: type, shape)
      }
    } else {
      if aggregation.unit != nil { throw .unitOfNoQuantity(type) }
      style = nil
      self.unit = nil
      conversion = .identity
    }
    let cases = type.shape.enumeration?.cases ?? []
    self.cases = cases
    let session = type.sessionCase.flatMap { name in cases.firstIndex { $0.name == name } }
    sessionCase = session.map { Int32(truncatingIfNeeded: $0) } ?? -1
    priority = aggregation.priority
    hold = Swift.min(Swift.max(aggregation.hold, 0), 1 << 62)
    wantsExplanation = aggregation.explains
  }

  var isSeparated: Bool { options.contains(.separateBySource) }

  var separatesSubjects: Bool { options.contains(.separateBySubject) }

  /// Whether sums and durations go to the pieces of samples that count, not to whole samples.
  var isMerged: Bool { type.shape.mergesOverlaps }

  var explains: Bool { wantsExplanation && isMerged && !isSeparated }
}

extension StatisticsPlan {
  func statistics(_ tally: IntervalTally, of source: MergeSource?, subject: SubjectName, isLocal: Bool) -> Statistics {
    var statistics = Statistics(
      type: type.id, unit: unit, start: tally.key, end: tally.keyEnd, isLocal: isLocal, source: source?.shown,
      count: tally.count, duration: tally.duration)
    statistics.subject = subject.name
    let index = Int(tally.enumCase)
    if cases.indices.contains(index) { statistics.value = cases[index].name }
    guard style != nil else { return statistics }
    if options.contains(.cumulativeSum), field == nil || tally.count > 0 { statistics.sum = conversion(tally.sum) }
    guard tally.count > 0 else { return statistics }
    if options.contains(.discreteAverage) { statistics.average = tally.average.map { conversion($0) } }
    if options.contains(.discreteMin) { statistics.minimum = conversion(tally.minimum) }
    if options.contains(.discreteMax) { statistics.maximum = conversion(tally.maximum) }
    if options.contains(.mostRecent) {
      statistics.mostRecent = conversion(tally.recent.value)
      statistics.mostRecentStart = tally.recent.start
      statistics.mostRecentEnd = tally.recent.end
    }
    return statistics
  }
}

/// What is known at the end of an answer.
package struct StatisticsEnd: Sendable {
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
  private var extents: [SubjectName: TimeExtent] = [:]
  private var losses: [SubjectName: MergeCounter] = [:]
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
    if extents.count > 1, !plan.separatesSubjects { throw .severalSubjects(extents.keys, of: plan.type) }
  }

  mutating func add(_ outcome: PartOutcome, of subject: SubjectName) {
    for tally in outcome.tallies {
      let source = Int(tally.source)
      let isKnown = outcome.sources.indices.contains(source)
      rows.append(Row(tally: tally, source: isKnown ? outcome.sources[source] : nil, subject: subject))
    }
    extents[subject, default: TimeExtent()].add(outcome.extent)
    if let counter = outcome.losses { losses[subject, default: MergeCounter()].append(counter) }
  }

  /// Gives all rows one range; where it has no end, each subject's samples say it.
  mutating func setRange(_ from: Int64?, _ to: Int64?) {
    for index in rows.indices {
      let extent = extents[rows[index].subject] ?? TimeExtent()
      let zone = plan.zones?[rows[index].subject.name] ?? .utc
      rows[index].tally.key = from ?? zone.local(extent.start)
      rows[index].tally.keyEnd = to ?? zone.local(extent.end)
    }
  }

  var rowCount: Int { rows.count }

  /// Passes the rows on: of a whole time by subject, whoever was first.
  mutating func passRows(isWhole: Bool = false, _ body: (Statistics) throws -> Void) throws {
    let cases = plan.cases
    // By raw value, those without one last.
    func rank(_ enumCase: Int32) -> (Int, Int32) {
      let index = Int(enumCase)
      return (cases.indices.contains(index) ? cases[index].raw ?? Int.max : Int.max, enumCase)
    }
    rows.sort { left, right in
      if !isWhole, left.tally.key != right.tally.key { return left.tally.key < right.tally.key }
      if left.subject != right.subject { return left.subject < right.subject }
      if let source = left.source, let other = right.source, source != other { return source < other }
      return rank(left.tally.enumCase) < rank(right.tally.enumCase)
    }
    for row in rows { try body(plan.statistics(row.tally, of: row.source, subject: row.subject, isLocal: isLocal)) }
    rows.removeAll(keepingCapacity: true)
  }

  var end: StatisticsEnd { StatisticsEnd(explanations: explanations, listed: listed) }

  /// The samples that merging left out, for each subject; empty unless requested.
  private var explanations: [MergeExplanation] {
    guard plan.explains else { return [] }
    guard !losses.isEmpty || plan.separatesSubjects else {
      return [explanation(MergeCounter(), SubjectName(plan.subject))]
    }
    return losses.sorted { $0.key < $1.key }.map { explanation($1, $0) }
  }

  private func explanation(_ counter: MergeCounter, _ subject: SubjectName) -> MergeExplanation {
    var explanation =
      plan.style == nil
      ? counter.explanation()
      : counter.explanation(naive: plan.conversion(counter.naive.value), merged: plan.conversion(counter.merged.value))
    explanation.subject = subject.name
    return explanation
  }
}

/// Rows for the intervals without samples.
extension Aggregation {
  /// The properties that distinguish the rows of one interval.
  private struct Series: Hashable {
    var subject: SubjectName
    var source: String?
    var value: String?

    init(_ row: Statistics) {
      subject = SubjectName(row.subject)
      source = row.source
      value = row.value
    }
  }

  private struct Place: Hashable {
    var start: Int64
    var series: Series
  }

  /// The rows of all intervals: each subject, source and case in each of them, as `fillsGaps` says.
  package func filled(_ rows: [Statistics], of query: SampleQuery) throws(QueryError) -> [Statistics] {
    guard let first = rows.first, let grid else { return rows }
    let edges = try edges(of: rows, from: first, query, grid)
    var seen: Set<Series> = []
    let series = rows.map(Series.init).filter { seen.insert($0).inserted }
    // A subject's first sample may be later than another's; sources and cases stay in their order.
    let order = series.enumerated().sorted { left, right in
      (left.element.subject, left.offset) < (right.element.subject, right.offset)
    }.map(\.element)
    let (count, isBeyond) = (edges.count - 1).multipliedReportingOverflow(by: order.count)
    guard !isBeyond, count <= IntervalLimit.count else {
      throw QueryError(
        .wrongInterval, "the filled answer has more than \(IntervalLimit.count) rows",
        instead: "ask for longer intervals, for less time or for fewer subjects")
    }
    var known: [Place: Statistics] = [:]
    for row in rows { known[Place(start: row.start, series: Series(row))] = row }
    var filled: [Statistics] = []
    filled.reserveCapacity(count)
    for (start, end) in zip(edges, edges.dropFirst()) {
      for series in order {
        filled.append(
          known[Place(start: start, series: series)]
            ?? Statistics(
              type: first.type, unit: first.unit, start: start, end: end, isLocal: first.isLocal,
              subject: series.subject.name, source: series.source, value: series.value))
      }
    }
    return filled
  }

  /// Where the intervals begin and end: those of the whole requested time, with samples or without.
  private func edges(
    of rows: [Statistics], from first: Statistics, _ query: SampleQuery, _ grid: IntervalGrid
  ) throws(QueryError) -> [Int64] {
    // Readings of samples' clocks are not instants, so the requested time does not apply to them.
    let isOther = first.isLocal && zone.subjects == nil
    let (earliest, latest) = isOther ? (nil, nil) : (query.from, query.to)
    let from = earliest ?? first.start
    let to = max(latest ?? rows.reduce(first.end) { max($0, $1.end) }, from + 1)
    var edges = try grid.edges(from: from, to: to, limit: IntervalLimit.count)
    // Intervals are cut to the requested range, as rows are.
    if let earliest { edges[0] = max(edges[0], earliest) }
    if let latest, let last = edges.indices.last, last > 0 { edges[last] = min(edges[last], latest) }
    return edges
  }
}

extension SampleQuery {
  /// The query for all instants at which some clock shows a reading of its range.
  fileprivate var widened: SampleQuery {
    var query = self
    let farthest = 18 * 3_600 * Instant.second
    query.from = from.map { max($0, Instant.earliest + farthest) - farthest }
    query.to = to.map { min($0, Instant.latest - farthest) + farthest }
    return query
  }
}
