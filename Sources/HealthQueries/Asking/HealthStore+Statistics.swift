public import HealthModel
import HealthStorage
public import HealthUnits

extension HealthStore {
  /// Statistics of one quantity over a whole time: HealthKit's `HKStatisticsQuery`.
  ///
  /// ```swift
  /// let steps = try await store.statistics(.stepCount, from: monday, to: sunday)?.sumQuantity
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
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
    let query = StatisticsQuery(predicate(type, from: start, to: end), options: options, unit: unit)
    return try await query.result(for: self).statistics.first
  }

  /// Statistics of one quantity by calendar intervals: HealthKit's `HKStatisticsCollectionQuery`.
  ///
  /// ```swift
  /// let berlin = ReportZone.named(try TimeZoneRules("Europe/Berlin", in: store.zones))
  /// let days = try await store.statistics(.stepCount, by: CalendarInterval(.day), from: start, to: end, zone: berlin)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
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
    zone: ReportZone = .named(.utc), options: StatisticsOptions = [], unit: UnitOfMeasure? = nil,
    fillsGaps: Bool = true
  ) async throws -> [Statistics] {
    let query = StatisticsCollectionQuery(
      predicate(type, from: start, to: end), interval: interval, zone: zone, options: options, unit: unit,
      fillsGaps: fillsGaps)
    return try await query.result(for: self).statistics
  }

  private func predicate(_ type: QuantityType, from start: Instant?, to end: Instant?) -> SampleQuery {
    var query = SampleQuery.samples(of: type.name, from: start?.microseconds, to: end?.microseconds)
    query.subject = subject
    return query
  }
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
