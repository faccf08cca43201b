import HealthModel
import HealthStorage

/// Reduces a part of the time of a discrete quantity or a correlation: samples count where they start.
struct DiscreteReducer: PartReducer {
  private let plan: StatisticsPlan
  private let time: PartTime
  /// One for all samples, or one for each source.
  private var lanes: [DiscreteLane] = []
  private var sources = SubjectSources()
  private var extent = TimeExtent()

  init(_ plan: StatisticsPlan, _ time: PartTime) {
    self.plan = plan
    self.time = time
    if !plan.isSeparated { lanes = [DiscreteLane(plan)] }
  }

  var isEmpty: Bool { lanes.allSatisfy(\.tallies.isEmpty) }

  func outcome(_ tables: borrowing PartTables) -> PartOutcome {
    PartOutcome(tallies: lanes.flatMap(\.tallies.closed), sources: sources.all(tables), extent: extent)
  }

  mutating func take(_ columns: SampleColumns, _ tables: inout PartTables) throws(QueryError) {
    extent.take(columns)
    let hasRuns = !plan.isSeparated && tables.intervals.isFixed && DiscreteLane.hasRuns(plan.style)
    var row = 0
    while row < columns.count {
      let start = columns.start[row]
      if hasRuns, time.window.contains(start) {
        let place = try tables.intervals.place(of: start, clock: 0)
        if columns.end[row] < place.to {
          let next = try lanes[0].takeRun(columns, from: row, in: place)
          if next > row {
            row = next
            continue
          }
        }
      }
      try take(row, of: columns, &tables)
      row += 1
    }
  }

  /// Ends the part.
  mutating func finish(_ tables: inout PartTables) throws(QueryError) {
    for index in lanes.indices { try lanes[index].finish() }
  }

  private mutating func take(
    _ row: Int, of columns: SampleColumns, _ tables: inout PartTables
  ) throws(QueryError) {
    let (start, end) = (columns.start[row], columns.end[row])
    guard time.takes(start, end) else { return }
    var lane = 0
    if plan.isSeparated {
      let number = sources.number(of: tables.number(ofOrigin: columns.source[row]))
      lane = Int(number)
      if lane == lanes.count { lanes.append(DiscreteLane(plan, source: number)) }
    }
    let clock = tables.intervals.clock(zone: columns.zone[row], offset: columns.startOffset[row], names: columns.zones)
    try lanes[lane].release(before: start)
    if time.window.contains(start) {
      let place = try tables.intervals.place(of: start, clock: clock)
      try lanes[lane].count(columns.value[row], start, end, in: place)
    }
    var moment = max(start, time.window.lowerBound)
    let stop = min(end, time.window.upperBound)
    while moment < stop {
      let place = try tables.intervals.place(of: moment, clock: clock)
      let next = min(stop, place.to)
      try lanes[lane].addDuration(next &- moment, in: place)
      moment = next
    }
  }
}
