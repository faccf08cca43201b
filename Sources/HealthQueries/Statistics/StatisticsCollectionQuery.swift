public import HealthModel
public import HealthStorage
public import HealthUnits

/// A question for statistics of one type by calendar intervals (`HKStatisticsCollectionQuery`).
///
/// The rules of `StatisticsQuery` apply to each interval. A sample that reaches over a boundary adds to sums and
/// durations on both sides in proportion, so that the intervals' sums are the sum of the whole; it counts as a sample,
/// and for averages, where it starts.
public struct StatisticsCollectionQuery: Sendable {
  /// Which samples: exactly one type, a range of time, and any further conditions.
  ///
  /// The part outside `from` and `to` does not count. Order, limit and page do not matter.
  package var predicate: SampleQuery
  /// The requested statistics; by default, everything that the type allows.
  package var options: StatisticsOptions
  /// The unit of the values; `nil` means the type's canonical unit.
  package var unit: UnitOfMeasure?
  /// Which source counts where several overlap.
  package var priority: SourcePriority
  /// How long the value of an instant holds at most, in microseconds; never beyond its interval.
  package var hold: Int64
  /// Whether the answer reports which samples lost to which source.
  package var explains: Bool
  package var interval: CalendarInterval
  /// From where intervals are counted, in microseconds since 1970 UTC; a reading of the clock, written as if it showed
  /// UTC, when each sample's own clock counts.
  package var anchor: Int64?
  /// By which clock intervals begin and end.
  package var zone: ReportZone
  /// Whether intervals without samples have a row as well, with a count of 0 and no values.
  ///
  /// Intervals go from `from` to `to` of the predicate, else from the first to the last one with samples; where each
  /// sample's own clock counts, always the latter. Each subject, source and case of the answer has a row in each
  /// interval, sources and cases in the order in which they first come. The answer is kept in memory then.
  package var fillsGaps: Bool

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - predicate: exactly one type, a range of time, and any further conditions.
  ///   - interval: how long intervals are.
  ///   - anchor: from where they are counted.
  ///   - zone: by which clock they begin and end.
  ///   - options: the requested statistics; by default, everything that the type allows.
  ///   - unit: the unit of the values; `nil` means the canonical one.
  ///   - priority: which source counts where several overlap.
  ///   - hold: how long the value of an instant holds at most, in microseconds; 10 minutes unless told.
  ///   - explains: whether the answer reports which samples lost to which source.
  ///   - fillsGaps: whether intervals without samples have a row as well.
  public init(
    _ predicate: SampleQuery, interval: CalendarInterval, anchor: Int64? = nil, zone: ReportZone = .named(.utc),
    options: StatisticsOptions = [], unit: UnitOfMeasure? = nil, priority: SourcePriority = SourcePriority(),
    hold: Int64 = 600_000_000, explains: Bool = false, fillsGaps: Bool = false
  ) {
    self.predicate = predicate
    self.options = options
    self.unit = unit
    self.priority = priority
    self.hold = hold
    self.explains = explains
    self.interval = interval
    self.anchor = anchor
    self.zone = zone
    self.fillsGaps = fillsGaps
  }

  /// Asks a store.
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: one result for each interval with samples, and source or case.
  /// - Throws: `QueryError` when the question is wrong or has more than a million intervals, `StorageError` when the
  ///   store cannot be read.
  public func result(for store: HealthStore) async throws -> StatisticsCollection {
    var rows: [Statistics] = []
    let explanations = try await run(for: store, .whole) { rows.append($0) }.explanations
    return StatisticsCollection(statistics: rows, explanations: explanations)
  }

  /// Asks a store, and passes the statistics to a function in the order of `StatisticsCollection`.
  ///
  /// Memory use does not grow with the number of intervals, unless they go by each sample's own clock. A long answer is
  /// read in steps, so a commit meanwhile is an error: `result(for:)` reads all of it as of one commit.
  ///
  /// - Parameters:
  ///   - store: where the samples are.
  ///   - body: called for each interval with samples, and subject, source or case.
  /// - Returns: what merging left out of each subject's samples, when the query explains.
  /// - Throws: as `result(for:)`; `StorageError` when samples are committed while a long answer is read; what `body`
  ///   throws.
  @discardableResult
  public func forEachStatistics(
    for store: HealthStore, _ body: (Statistics) throws -> Void
  ) async throws -> [MergeExplanation] {
    try await answer(for: store, body).explanations
  }

  /// The same, with the sources of the priority that were met.
  package func answer(
    for store: HealthStore, _ body: (Statistics) throws -> Void
  ) async throws -> StatisticsEnd {
    try await run(for: store, .steps(StatisticsRun.stepLength), body)
  }

  /// The same with the length of the steps.
  func run(
    for store: HealthStore, _ reading: StatisticsRun.Reading, _ body: (Statistics) throws -> Void
  ) async throws -> StatisticsEnd {
    let run = StatisticsRun(try StatisticsPlan(self, for: store), of: predicate, in: store)
    guard !fillsGaps else {
      var rows: [Statistics] = []
      let end = try await intervals(of: run, reading) { rows.append($0) }
      for row in try IntervalFill(self).filled(rows) {
        try Task.checkCancellation()
        try body(row)
      }
      return end
    }
    return try await intervals(of: run, reading, body)
  }

  /// The rows of an answer with those of intervals without samples, as `fillsGaps` says.
  package func filled(_ rows: [Statistics]) throws(QueryError) -> [Statistics] { try IntervalFill(self).filled(rows) }

  private func intervals(
    of run: StatisticsRun, _ reading: StatisticsRun.Reading, _ body: (Statistics) throws -> Void
  ) async throws -> StatisticsEnd {
    switch zone {
    case .named(let rules):
      return try await run.intervals(IntervalGrid(interval, anchor: anchor, zone: rules), reading, body)
    case .sample: return try await run.localIntervals(IntervalGrid(interval, anchor: anchor, zone: .utc), body)
    }
  }
}

/// Adds rows for the intervals without samples to an answer.
struct IntervalFill {
  private let query: StatisticsCollectionQuery

  init(_ query: StatisticsCollectionQuery) { self.query = query }

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

  /// The rows of all intervals: each subject, source and case in each of them.
  func filled(_ rows: [Statistics]) throws(QueryError) -> [Statistics] {
    guard let first = rows.first else { return rows }
    let edges = try edges(of: rows, from: first)
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
  private func edges(of rows: [Statistics], from first: Statistics) throws(QueryError) -> [Int64] {
    // Readings of clocks are not instants, so the requested time does not apply to them.
    let earliest: Int64? = first.isLocal ? nil : query.predicate.from
    let latest: Int64? = first.isLocal ? nil : query.predicate.to
    let from = earliest ?? first.start
    let to = max(latest ?? rows.reduce(first.end) { max($0, $1.end) }, from + 1)
    let zone: TimeZoneRules
    switch query.zone {
    case .named(let rules): zone = rules
    case .sample: zone = .utc
    }
    let grid = IntervalGrid(query.interval, anchor: query.anchor, zone: zone)
    var edges = try grid.edges(from: from, to: to, limit: IntervalLimit.count)
    // Intervals are cut to the requested range, as rows are.
    if let earliest { edges[0] = max(edges[0], earliest) }
    if let latest, let last = edges.indices.last, last > 0 { edges[last] = min(edges[last], latest) }
    return edges
  }
}

/// By which clock intervals begin and end.
public enum ReportZone: Sendable, Hashable {
  /// The clock of one place for all samples.
  case named(TimeZoneRules)
  /// The clock where each sample was taken: that of its time zone (metadata `HKTimeZone`), else the offset its start
  /// was written with.
  ///
  /// A day is then what the calendar of the person said, wherever they were.
  case sample
}

/// Statistics of one type over time (`HKStatisticsCollection`).
public struct StatisticsCollection: Sendable, Hashable {
  /// By start, then by subject (samples without one first, the others by bytes), then by the priority of the sources,
  /// then by the raw values of the cases; intervals without samples are left out.
  public var statistics: [Statistics]
  /// The samples that lost and to which source, if requested and sources were merged: one for each subject, in
  /// their order.
  public var explanations: [MergeExplanation]

  package init(statistics: [Statistics] = [], explanations: [MergeExplanation] = []) {
    self.statistics = statistics
    self.explanations = explanations
  }

  /// Which samples lost to which source, when the answer is of one subject.
  public var explanation: MergeExplanation? { explanations.count == 1 ? explanations.first : nil }
}
