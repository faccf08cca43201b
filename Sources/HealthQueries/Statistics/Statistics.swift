public import HealthModel
public import HealthStorage
public import HealthUnits

extension HealthStore {
  /// Statistics of one type over a whole time (HealthKit's `HKStatisticsQuery`), or by calendar intervals
  /// (`HKStatisticsCollectionQuery`).
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
  ///   query names one or the options separate them; samples without a subject count as one more.
  /// - A sample that reaches over the boundary of two intervals adds to sums and durations on both sides in proportion, so
  ///   that the intervals' sums are the sum of the whole; it counts as a sample, and for averages, where it starts.
  ///
  /// ```swift
  /// let heart = try await store.statisticsCollection(
  ///   matching: .samples(of: "heartRate"), Aggregation([.discreteMin, .discreteMax, .separateBySource]))
  /// for row in heart.statistics {
  ///   print(row.source ?? "all sources", row.minimumQuantity?.description ?? "", row.maximumQuantity?.description ?? "")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: exactly one type, a range of time, and any further conditions. The part outside `from` and `to` does not
  ///     count. Order, limit and page do not matter.
  ///   - aggregation: what is computed, and by which intervals.
  /// - Returns: one result for each interval with samples, and subject, source or case; none without samples. Where a
  ///   whole time has no end, the interval is as long as the samples are.
  /// - Throws: `QueryError` when the question is wrong or has more than a million intervals, `StorageError` when the
  ///   store cannot be read.
  public func statisticsCollection(
    matching query: SampleQuery, _ aggregation: Aggregation = Aggregation()
  ) async throws -> StatisticsCollection {
    var rows: [Statistics] = []
    let end = try await StatisticsRun(query, aggregation, in: self).answer(.whole) { rows.append($0) }
    return StatisticsCollection(statistics: rows, explanations: end.explanations)
  }

  /// Passes the statistics of one type to a function, in the order of `StatisticsCollection`.
  ///
  /// Memory use does not grow with the number of intervals, unless they go by each sample's own clock. A long answer is
  /// read in steps, so a commit meanwhile is an error: `statisticsCollection` reads all of it as of one commit.
  ///
  /// - Parameters:
  ///   - query: exactly one type, a range of time, and any further conditions.
  ///   - aggregation: what is computed, and by which intervals.
  ///   - body: called for each interval with samples, and subject, source or case.
  /// - Throws: as `statisticsCollection(matching:_:)`; `StorageError` when samples are committed while a long answer is
  ///   read; what `body` throws.
  public func forEachStatistics(
    matching query: SampleQuery, _ aggregation: Aggregation = Aggregation(), _ body: (Statistics) throws -> Void
  ) async throws { _ = try await statisticsAnswer(matching: query, aggregation, body) }

  /// The same, with what merging left out of each subject's samples, if the aggregation explains, and the sources of the
  /// priority that were met.
  package func statisticsAnswer(
    matching query: SampleQuery, _ aggregation: Aggregation, _ body: (Statistics) throws -> Void
  ) async throws -> StatisticsEnd {
    try await StatisticsRun(query, aggregation, in: self).answer(.steps(StatisticsRun.stepLength), body)
  }

  /// Refuses a question that is wrong whatever samples the store has.
  package func checkStatistics(matching query: SampleQuery, _ aggregation: Aggregation) throws(QueryError) {
    _ = try StatisticsPlan(query, aggregation, for: self)
  }

  /// Statistics of one quantity over a whole time: HealthKit's `HKStatisticsQuery`.
  ///
  /// ```swift
  /// let steps = try await store.statistics(.stepCount, from: monday, to: sunday)?.sumQuantity
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type; of the store's own `subject` if it has one.
  ///   - start: from when; a sample that began before counts in proportion.
  ///   - end: until when.
  ///   - options: the requested statistics; by default, everything that the type allows.
  ///   - unit: the unit of the values; `nil` means the canonical one.
  /// - Returns: the statistics; `nil` without samples.
  /// - Throws: `QueryError` when the question is wrong: a sum of heart rates, a unit of another dimension, samples of
  ///   several subjects though the store has no `subject`; `StorageError` when the store cannot be read;
  ///   `CancellationError` when the task is canceled.
  public func statistics(
    _ type: QuantityType, from start: Instant? = nil, to end: Instant? = nil, options: StatisticsOptions = [],
    unit: UnitOfMeasure? = nil
  ) async throws -> Statistics? {
    let query = ownSamples(of: type, from: start, to: end)
    return try await statisticsCollection(matching: query, Aggregation(options, unit: unit)).statistics.first
  }

  /// Statistics of one quantity by calendar intervals: HealthKit's `HKStatisticsCollectionQuery`.
  ///
  /// ```swift
  /// let berlin = ReportZone.named(try TimeZoneRules("Europe/Berlin", in: store.zones))
  /// let days = try await store.statistics(.stepCount, by: CalendarInterval(.day), from: start, to: end, zone: berlin)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type; of the store's own `subject` if it has one.
  ///   - interval: how long the intervals are.
  ///   - start: from when.
  ///   - end: until when.
  ///   - zone: by which clock days begin and end.
  ///   - options: the requested statistics; by default, everything that the type allows.
  ///   - unit: the unit of the values; `nil` means the canonical one.
  ///   - fillsGaps: whether intervals without samples are in the answer, with a count of 0 and without values.
  /// - Returns: one entry for each interval, by their start; none without any sample.
  /// - Throws: as `statistics(_:from:to:options:unit:)`; `QueryError.Reason.wrongInterval` for more than a million
  ///   intervals.
  public func statistics(
    _ type: QuantityType, by interval: CalendarInterval, from start: Instant? = nil, to end: Instant? = nil,
    zone: ReportZone = .named(.utc), options: StatisticsOptions = [], unit: UnitOfMeasure? = nil, fillsGaps: Bool = true
  ) async throws -> [Statistics] {
    let aggregation = Aggregation(options, by: interval, zone: zone, unit: unit, fillsGaps: fillsGaps)
    return try await statisticsCollection(matching: ownSamples(of: type, from: start, to: end), aggregation).statistics
  }
}

/// How samples are combined, and by which intervals.
///
/// ```swift
/// let weeks = Aggregation(
///   .cumulativeSum, by: CalendarInterval(.week), zone: .named(.utc), priority: SourcePriority(["com.example.ring"]))
/// let steps = try await store.statisticsCollection(matching: .samples(of: "stepCount"), weeks)
/// ```
public struct Aggregation: Sendable {
  package var options: StatisticsOptions
  package var unit: UnitOfMeasure?
  package var priority: SourcePriority
  /// How long the value of an instant holds at most, in microseconds, 10 minutes unless told; never beyond its interval.
  package var hold: Int64
  package var explains = false
  /// The number of structured samples that is combined, as values of a quantity are; `nil` for that of the type.
  package var field: SampleExpression?
  /// How long intervals are; `nil` means one for the whole time.
  package var interval: CalendarInterval?
  /// From where intervals are counted, in microseconds since 1970 UTC; a reading of the clock, written as if it showed
  /// UTC, when each sample's own clock counts.
  package var anchor: Int64?
  /// By which clock intervals begin and end.
  package var zone: ReportZone
  /// Whether intervals without samples have a row as well, with a count of 0 and no values.
  ///
  /// Intervals go from `from` to `to` of the query, else from the first to the last one with samples; where each sample's
  /// own clock counts, always the latter. Each subject, source and case of the answer has a row in each interval, sources
  /// and cases in the order in which they first come. The answer is kept in memory then.
  package var fillsGaps: Bool

  /// Creates an aggregation: of a whole time, or by calendar intervals.
  public init(
    _ options: StatisticsOptions = [], by interval: CalendarInterval? = nil, anchor: Int64? = nil,
    zone: ReportZone = .named(.utc), unit: UnitOfMeasure? = nil, priority: SourcePriority = SourcePriority(),
    hold: Int64 = 600_000_000, fillsGaps: Bool = false
  ) {
    (self.options, self.unit, self.priority, self.hold) = (options, unit, priority, hold)
    (self.interval, self.anchor, self.zone, self.fillsGaps) = (interval, anchor, zone, fillsGaps)
  }

  /// The same, and the answer reports which samples lost to which source.
  package var explaining: Aggregation {
    var copy = self
    copy.explains = true
    return copy
  }

  /// The intervals on the clock of a zone, or on readings of clocks; `nil` for a whole time.
  var grid: IntervalGrid? {
    guard let interval else { return nil }
    guard case .named(let rules) = zone else { return IntervalGrid(interval, anchor: anchor, zone: .utc) }
    return IntervalGrid(interval, anchor: anchor, zone: rules)
  }
}

/// The statistics to compute (`HKStatisticsOptions`).
public struct StatisticsOptions: OptionSet, Sendable, Hashable {
  /// The options as bits, HealthKit's.
  public let rawValue: Int

  /// Creates a set of the options whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The average of a discrete quantity, by its aggregation style.
  public static let discreteAverage = StatisticsOptions(rawValue: 1 << 0)
  /// The smallest value of a discrete quantity.
  public static let discreteMin = StatisticsOptions(rawValue: 1 << 1)
  /// The largest value of a discrete quantity.
  public static let discreteMax = StatisticsOptions(rawValue: 1 << 2)
  /// The sum of a cumulative quantity.
  public static let cumulativeSum = StatisticsOptions(rawValue: 1 << 3)
  /// Each source by itself: nothing is merged.
  public static let separateBySource = StatisticsOptions(rawValue: 1 << 4)
  /// The value of the sample that starts last, with its time.
  public static let mostRecent = StatisticsOptions(rawValue: 1 << 5)
  /// How long the samples last.
  public static let duration = StatisticsOptions(rawValue: 1 << 6)
  /// Each subject by itself; without it, samples of several subjects are refused.
  public static let separateBySubject = StatisticsOptions(rawValue: 1 << 7)
  static let separations: StatisticsOptions = [.separateBySource, .separateBySubject]

  package static func allowed(for type: TypeDefinition, ofField: Bool = false) -> StatisticsOptions {
    guard type.shape.hasTime else { return [] }
    let always: StatisticsOptions = [.duration, .separateBySource, .separateBySubject]
    // What the numbers of a field are, no definition says: they add up if somebody asks for it.
    if ofField { return always.union([.cumulativeSum, .discreteAverage, .discreteMin, .discreteMax, .mostRecent]) }
    guard let quantity = type.shape.quantity else { return always }
    return always.union(
      quantity.aggregation == .cumulative
        ? [.cumulativeSum, .mostRecent] : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent])
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
  /// The clock of each person, wherever they were: that of the zone which a list has.
  ///
  /// The range of a question, and where intervals are counted from, are then readings of these clocks, written as if they
  /// showed UTC: `2026-03-01T00:00:00Z` is midnight in New York for one and in Berlin for another person. A person whose
  /// zone the list lacks is refused.
  case subject(SubjectZones)

  /// The zones of persons; `nil` where the clocks of others count.
  package var subjects: SubjectZones? { if case .subject(let zones) = self { zones } else { nil } }
}

/// Statistics of one type over time (`HKStatisticsCollection`).
public struct StatisticsCollection: Sendable, Hashable {
  /// By start unless there is one interval, then by subject (samples without one first, the others by bytes), then by the
  /// priority of the sources, then by the raw values of the cases; intervals without samples are left out.
  public var statistics: [Statistics]
  /// The samples that lost and to which source, if requested and sources were merged: one for each subject, in
  /// their order.
  public var explanations: [MergeExplanation]

  package init(statistics: [Statistics] = [], explanations: [MergeExplanation] = []) {
    self.statistics = statistics
    self.explanations = explanations
  }

  package var explanation: MergeExplanation? { explanations.count == 1 ? explanations.first : nil }
}

/// The statistics of one type's samples in one interval (`HKStatistics`): of all sources, or of one; of a category, for
/// one of its cases.
public struct Statistics: Sendable, Hashable {
  /// The type's id.
  public var type: String
  /// The unit of the values; `nil` for what is not a quantity.
  public var unit: UnitOfMeasure?
  /// The start of the interval, cut to the requested range, in microseconds since 1970 UTC.
  public var start: Int64
  /// The end of the interval, cut to the requested range.
  public var end: Int64
  /// Whether start and end are readings of each sample's or person's own clock, written as if it showed UTC; those of
  /// samples are not cut.
  public var isLocal: Bool
  /// Whose samples they are; `nil` when they do not say it.
  public var subject: String?
  /// The source, when sources are separated.
  public var source: String?
  /// The name of the case, for categories.
  public var value: String?
  /// How many samples start in the interval, whether they lost to another source or not.
  ///
  /// 0 when samples only reach into it.
  public var count: Int
  /// The sum of a cumulative quantity, merged over the sources.
  public var sum: Double?
  /// The average of a discrete quantity, by its aggregation style.
  public var average: Double?
  /// The smallest value.
  public var minimum: Double?
  /// The largest value.
  public var maximum: Double?
  /// The value of the sample that starts last in the interval, of several the one with the greatest id.
  public var mostRecent: Double?
  /// When that sample starts.
  public var mostRecentStart: Int64?
  /// When that sample ends.
  public var mostRecentEnd: Int64?
  /// How long the samples last within the interval, together, in microseconds: of what is merged, the time that counts.
  public var duration: Int64

  package init(
    type: String, unit: UnitOfMeasure? = nil, start: Int64, end: Int64, isLocal: Bool = false, subject: String? = nil,
    source: String? = nil, value: String? = nil, count: Int = 0, sum: Double? = nil, average: Double? = nil,
    minimum: Double? = nil, maximum: Double? = nil, mostRecent: Double? = nil, mostRecentStart: Int64? = nil,
    mostRecentEnd: Int64? = nil, duration: Int64 = 0
  ) {
    self.type = type
    self.unit = unit
    self.start = start
    self.end = end
    self.isLocal = isLocal
    self.subject = subject
    self.source = source
    self.value = value
    self.count = count
    self.sum = sum
    self.average = average
    self.minimum = minimum
    self.maximum = maximum
    self.mostRecent = mostRecent
    self.mostRecentStart = mostRecentStart
    self.mostRecentEnd = mostRecentEnd
    self.duration = duration
  }
}

extension Statistics {
  package static let sleepType = "sleepAnalysis"

  /// Whether these are of a case of `sleepAnalysis` in which a person is asleep, in any stage or in none that is known:
  /// HealthKit's `allAsleepValues`.
  ///
  /// Unless sources are separated, the durations of such cases in one interval share no time, and add up to all sleep.
  public var isAsleep: Bool { type == Self.sleepType && value?.hasPrefix("asleep") == true }
}

/// Values with their unit, as HealthKit's `HKStatistics` has them.
extension Statistics {
  /// The sum of a cumulative quantity: `sumQuantity()`.
  public var sumQuantity: Quantity? { quantity(sum) }
  /// The average of a discrete quantity: `averageQuantity()`.
  public var averageQuantity: Quantity? { quantity(average) }
  /// The smallest value of a discrete quantity: `minimumQuantity()`.
  public var minimumQuantity: Quantity? { quantity(minimum) }
  /// The largest value of a discrete quantity: `maximumQuantity()`.
  public var maximumQuantity: Quantity? { quantity(maximum) }
  /// The value of the sample that starts last: `mostRecentQuantity()`.
  public var mostRecentQuantity: Quantity? { quantity(mostRecent) }

  private func quantity(_ value: Double?) -> Quantity? {
    guard let value, let unit else { return nil }
    return Quantity(value, unit)
  }
}
