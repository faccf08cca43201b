import HealthModel
import HealthStorage

/// Reduces a part of the time of a discrete quantity or a correlation: samples count where they start.
struct DiscreteReducer: PartReducer {
  private let plan: StatisticsPlan
  private let part: StatisticsPart
  private var intervals: IntervalFinder
  /// One for all samples, or one for each source.
  private var lanes: [DiscreteLane] = []
  private var sources: [MergeSource] = []
  private var extent = TimeExtent()
  private var numbering = SourceMerger()
  /// The lane of each source of the part.
  private var laneNumbers: [Int] = []

  init(_ plan: StatisticsPlan, _ part: StatisticsPart) {
    self.plan = plan
    self.part = part
    intervals = part.intervals
    if !plan.isSeparated { lanes = [DiscreteLane(plan)] }
  }

  var isEmpty: Bool { lanes.allSatisfy(\.tallies.isEmpty) }

  var outcome: PartOutcome {
    PartOutcome(tallies: lanes.flatMap(\.tallies.closed), sources: sources, extent: extent)
  }

  /// Takes up some samples.
  mutating func take(_ columns: SampleColumns) throws(QueryError) {
    if plan.isSeparated { learnSources(columns) }
    extent.take(columns)
    let hasRuns = !plan.isSeparated && intervals.isFixed && DiscreteLane.hasRuns(plan.style)
    var row = 0
    while row < columns.count {
      let start = columns.start[row]
      if hasRuns, part.window.contains(start) {
        let place = try intervals.place(of: start, clock: 0)
        if columns.end[row] < place.to {
          let next = try lanes[0].takeRun(columns, from: row, in: place)
          if next > row {
            row = next
            continue
          }
        }
      }
      try take(row, of: columns)
      row += 1
    }
  }

  /// Ends the part.
  mutating func finish() throws(QueryError) {
    for index in lanes.indices { try lanes[index].finish() }
  }

  private mutating func take(_ row: Int, of columns: SampleColumns) throws(QueryError) {
    let (start, end) = (columns.start[row], columns.end[row])
    guard part.takes(start, end) else { return }
    var lane = 0
    if plan.isSeparated {
      let source = Int(columns.source[row])
      guard laneNumbers.indices.contains(source) else { return }
      lane = laneNumbers[source]
    }
    let clock = intervals.clock(zone: columns.zone[row], offset: columns.startOffset[row], names: columns.zones)
    try lanes[lane].release(before: start)
    if part.window.contains(start) {
      let place = try intervals.place(of: start, clock: clock)
      try lanes[lane].count(columns.value[row], start, end, in: place)
    }
    var moment = max(start, part.window.lowerBound)
    let stop = min(end, part.window.upperBound)
    while moment < stop {
      let place = try intervals.place(of: moment, clock: clock)
      let next = min(stop, place.to)
      try lanes[lane].addDuration(next &- moment, in: place)
      moment = next
    }
  }

  private mutating func learnSources(_ columns: SampleColumns) {
    while laneNumbers.count < columns.sources.count {
      let source = plan.priority.source(of: columns.sources[laneNumbers.count])
      let number = numbering.number(of: source)
      if Int(number) == sources.count {
        sources.append(source)
        lanes.append(DiscreteLane(plan, source: number))
      }
      laneNumbers.append(Int(number))
    }
  }
}
