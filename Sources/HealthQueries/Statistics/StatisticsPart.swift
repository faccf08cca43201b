import HealthModel
import HealthStorage

/// A part of the time that is worked on by itself.
struct StatisticsPart: Sendable {
  let time: PartTime
  let intervals: IntervalFinder

  init(_ window: Range<Int64>, _ intervals: IntervalFinder, of query: SampleQuery) {
    time = PartTime(window, of: query)
    self.intervals = intervals
  }

  /// The part outside does not count.
  var window: Range<Int64> { time.window }
}

/// When samples must be to count in a part of the time.
struct PartTime: Sendable {
  /// The part outside does not count.
  let window: Range<Int64>
  /// Where samples must start and end to count at all.
  private let strictStart: Int64
  private let strictEnd: Int64

  init(_ window: Range<Int64>, of query: SampleQuery) {
    self.window = window
    strictStart = query.isStrictStart ? query.from ?? Int64.min : Int64.min
    strictEnd = query.isStrictEnd ? query.to ?? Int64.max : Int64.max
  }

  /// Whether a sample counts at all; parts of a scan do not look at that.
  func takes(_ start: Int64, _ end: Int64) -> Bool { start >= strictStart && end <= strictEnd && start <= end }

  /// Whether something of a sample counts in the part; one that only touches it does not.
  func counts(_ start: Int64, _ end: Int64) -> Bool {
    takes(start, end) && (window.contains(start) || start < window.lowerBound && end > window.lowerBound)
  }
}

/// From when to when samples last.
struct TimeExtent: Sendable {
  var start = Int64.max
  var end = Int64.min

  /// Adds samples in the order of their starts.
  mutating func take(_ columns: SampleColumns) {
    if let first = columns.start.first { start = min(start, first) }
    for moment in columns.end where moment > end { end = moment }
  }
}
