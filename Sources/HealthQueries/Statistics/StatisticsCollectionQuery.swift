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
