/// The interval that a moment is in, and for how long the clock stays in it.
struct IntervalPlace: Sendable, Hashable {
  /// The start as it is reported: an instant, or a reading of the sample's own clock.
  var key: Int64
  var keyEnd: Int64
  /// An instant in the interval, from which on the clock does not leave it before `to`.
  var from: Int64
  /// When the clock leaves it; cut to the part of the time that is worked on.
  var to: Int64
  /// No instant from here on is in the interval.
  var limit: Int64
}

/// Finds the intervals of instants: fixed ones, or those of each sample's own clock.
struct IntervalFinder: Sendable {
  private var fixed: FixedIntervals
  private var local: LocalIntervals?

  /// The same intervals for all samples.
  init(_ fixed: FixedIntervals) { self.fixed = fixed }

  /// Intervals of each sample's own clock.
  init(_ local: LocalIntervals, window: Range<Int64>) {
    fixed = FixedIntervals(edges: [], grid: nil, window: window)
    self.local = local
  }

  /// Whether all samples have the same intervals.
  var isFixed: Bool { local == nil }

  /// The interval of an instant within the time that is worked on.
  ///
  /// - Returns: the interval, from the instant on or from an earlier one.
  mutating func place(of instant: Int64, clock: Int32) throws(QueryError) -> IntervalPlace {
    if let place = local?.place(of: instant, clock: clock) { return place }
    return try fixed.place(of: instant)
  }

  /// The number of a sample's own clock; 0 when clocks do not matter.
  mutating func clock(zone: Int32, offset: Int16, names: [String]) -> Int32 {
    local?.clock(zone: zone, offset: offset, names: names) ?? 0
  }
}

extension QueryError {
  /// There are more intervals than can be numbered.
  static var tooManyIntervals: QueryError {
    QueryError(
      .wrongInterval, "the time of the samples has more than \(IntervalLimit.count) such intervals",
      instead: "ask for longer intervals or a shorter time")
  }
}

/// How many intervals an answer may have.
enum IntervalLimit {
  /// A million.
  static let count = 1_000_000
}
