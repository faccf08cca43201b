public import HealthUnits

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
  /// Whether start and end are readings of each sample's own clock, written as if it showed UTC; they are not cut then.
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
    type: String, unit: UnitOfMeasure? = nil, start: Int64, end: Int64, isLocal: Bool = false,
    subject: String? = nil, source: String? = nil, value: String? = nil, count: Int = 0, sum: Double? = nil,
    average: Double? = nil, minimum: Double? = nil,
    maximum: Double? = nil, mostRecent: Double? = nil, mostRecentStart: Int64? = nil, mostRecentEnd: Int64? = nil,
    duration: Int64 = 0
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
