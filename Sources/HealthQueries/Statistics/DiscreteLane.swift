import HealthModel
import HealthStorage

/// The samples of a discrete quantity or a correlation that are averaged together, in the order of their starts.
struct DiscreteLane: Sendable {
  private let style: AggregationStyle?
  private let hold: Int64
  private(set) var tallies: TallyLane
  private var held = HeldValues()

  init(_ plan: StatisticsPlan, source: Int32 = -1) {
    style = plan.style
    hold = plan.hold
    tallies = TallyLane(source: source, style: plan.style)
  }

  /// Whether samples of the style can be added in runs.
  static func hasRuns(_ style: AggregationStyle?) -> Bool {
    style == .discreteArithmetic || style == .discreteTemporallyWeighted
  }

  /// Adds samples that are in one interval.
  ///
  /// - Returns: the row after them; `first` when that one must be looked at more closely.
  mutating func takeRun(
    _ columns: SampleColumns, from first: Int, in place: IntervalPlace
  ) throws(QueryError) -> Int {
    try release(before: columns.start[first])
    let index = try tallies.index(of: place)
    if style == .discreteArithmetic { return tallies.open[index].addMeanRun(columns, from: first) }
    return tallies.open[index].addWeightedRun(columns, from: first, held: &held, hold: hold)
  }

  /// Ends the time of the instants before a start, and the intervals before it.
  mutating func release(before start: Int64) throws(QueryError) {
    if held.count > 0, start > held.start {
      for entry in held.entries {
        // An interval ends for it when its clock leaves it.
        let end = min(start, held.start + hold, entry.place.to)
        let index = try tallies.index(of: entry.place)
        tallies.open[index].average(entry.value, for: max(0, end &- held.start), sharedBy: held.count)
      }
      held.removeAll()
    }
    tallies.close(before: held.count > 0 ? min(held.start, start) : start)
  }

  /// Counts a sample that starts in an interval.
  mutating func count(_ value: Double, _ start: Int64, _ end: Int64, in place: IntervalPlace) throws(QueryError) {
    let index = try tallies.index(of: place)
    tallies.open[index].countSample(value, start, end)
    switch style {
    case .discreteArithmetic: tallies.open[index].average(value, for: 0)
    case .discreteTemporallyWeighted where start == end: held.add(value, at: start, in: place)
    case .discreteTemporallyWeighted: tallies.open[index].average(value, for: end &- start)
    case .discreteEquivalentContinuousLevel:
      tallies.open[index].average(OpenTally.energy(ofLevel: value), for: end &- start)
    case .cumulative, nil: break
    }
  }

  mutating func addDuration(_ length: Int64, in place: IntervalPlace) throws(QueryError) {
    let index = try tallies.index(of: place)
    tallies.open[index].addDuration(length)
  }

  /// Ends the part.
  mutating func finish() throws(QueryError) {
    try release(before: Int64.max)
    tallies.finish()
  }
}
