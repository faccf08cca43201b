public import HealthStorage
public import HealthUnits

/// A question for statistics of one type over a whole time (`HKStatisticsQuery`).
///
/// - Sums of cumulative quantities count each moment once: where samples of several sources overlap, the source of the
///   highest priority counts, and the others for the rest of their time, in proportion. A sample that reaches over an
///   end of the range counts in proportion too.
/// - Discrete quantities take the samples that start in the range. Averages are by aggregation style: of the values;
///   weighted by time; or of the energy of sound levels. Time as weight is a sample's length; the value of an instant
///   holds until the next sample starts, but at most for `hold`.
/// - Categories have one result for each case, with durations merged as sums are. The case that frames the others
///   (`TypeDefinition.sessionCase`) is merged by itself: in bed does not lose to asleep.
/// - Correlations have counts and durations.
/// - Sources are merged, and instants hold, within one subject. Samples of several subjects are refused unless the
///   predicate names one or the options separate them; samples without a subject count as one more.
///
/// ```swift
/// let query = StatisticsQuery(.samples(of: "heartRate"), options: [.discreteMin, .discreteMax, .separateBySource])
/// for row in try await query.result(for: store).statistics {
///   print(row.source ?? "all sources", row.minimumQuantity?.description ?? "", row.maximumQuantity?.description ?? "")
/// }
/// ```
public struct StatisticsQuery: Sendable {
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
  /// How long the value of an instant holds at most, in microseconds.
  package var hold: Int64
  /// Whether the answer reports which samples lost to which source.
  package var explains: Bool

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - predicate: exactly one type, a range of time, and any further conditions.
  ///   - options: the requested statistics; by default, everything that the type allows.
  ///   - unit: the unit of the values; `nil` means the canonical one.
  ///   - priority: which source counts where several overlap.
  ///   - hold: how long the value of an instant holds at most, in microseconds; 10 minutes unless told.
  ///   - explains: whether the answer reports which samples lost to which source.
  public init(
    _ predicate: SampleQuery, options: StatisticsOptions = [], unit: UnitOfMeasure? = nil,
    priority: SourcePriority = SourcePriority(), hold: Int64 = 600_000_000, explains: Bool = false
  ) {
    self.predicate = predicate
    self.options = options
    self.unit = unit
    self.priority = priority
    self.hold = hold
    self.explains = explains
  }

  /// Refuses a question that is wrong whatever samples the store has.
  package func check(for store: HealthStore) throws(QueryError) { _ = try StatisticsPlan(self, for: store) }

  /// Asks a store.
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: one result, or one for each source or case; none without samples. Where the range has no end, the
  ///   interval is as long as the samples are.
  /// - Throws: `QueryError` when the question is wrong, `StorageError` when the store cannot be read.
  public func result(for store: HealthStore) async throws -> StatisticsCollection {
    var rows: [Statistics] = []
    let explanations = try await forEachStatistics(for: store) { rows.append($0) }
    return StatisticsCollection(statistics: rows, explanations: explanations)
  }

  /// Asks a store, and passes the statistics to a function in the order of `StatisticsCollection`.
  ///
  /// - Parameters:
  ///   - store: where the samples are.
  ///   - body: called for each subject, source or case.
  /// - Returns: what merging left out of each subject's samples, when the query explains.
  /// - Throws: as `result(for:)`; what `body` throws.
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
    try await StatisticsRun(try StatisticsPlan(self, for: store), of: predicate, in: store).whole(body)
  }
}
