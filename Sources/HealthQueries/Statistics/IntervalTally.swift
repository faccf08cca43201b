/// The tally of the samples of one interval, in the canonical unit.
struct IntervalTally: Sendable {
  /// The interval's start as it is reported.
  var key: Int64
  /// The interval's end as it is reported.
  var keyEnd: Int64
  /// The number of the source, when sources are separated; -1 otherwise.
  var source: Int32
  /// The case's index, for categories; -1 otherwise.
  var enumCase: Int32
  var count: Int
  var sum: Double
  /// `nil` when no sample starts in the interval.
  var average: Double?
  var minimum: Double
  var maximum: Double
  var recent: RecentValue
  var duration: Int64
}

/// The value of the sample that starts last.
struct RecentValue: Sendable {
  var value = 0.0
  var start: Int64 = 0
  var end: Int64 = 0
}
