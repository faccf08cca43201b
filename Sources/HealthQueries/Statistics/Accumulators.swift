import HealthModel
import HealthStorage
import HealthUnits

/// The samples of a discrete quantity or a correlation that are averaged together, in the order of their starts.
struct DiscreteSeries: Sendable {
  private let style: AggregationStyle?
  private let hold: Int64
  private(set) var tallies: TallySeries
  private var held = HeldValues()

  init(_ plan: StatisticsPlan, source: Int32 = -1) {
    style = plan.style
    hold = plan.hold
    tallies = TallySeries(source: source, style: plan.style)
  }

  static func hasRuns(_ style: AggregationStyle?) -> Bool {
    style == .discreteArithmetic || style == .discreteTemporallyWeighted
  }

  /// Adds samples that are in one interval.
  ///
  /// - Returns: the row after them; `first` when that one must be looked at more closely.
  mutating func takeRun(
    _ columns: SampleColumns, from first: Int, in place: IntervalPosition
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

  mutating func count(_ value: Double, _ start: Int64, _ end: Int64, in place: IntervalPosition) throws(QueryError) {
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

  mutating func addDuration(_ length: Int64, in place: IntervalPosition) throws(QueryError) {
    let index = try tallies.index(of: place)
    tallies.open[index].addDuration(length)
  }

  mutating func finish() throws(QueryError) {
    try release(before: Int64.max)
    tallies.finish()
  }
}

/// Reduces a part of the time of a discrete quantity or a correlation: samples count where they start.
struct DiscreteAccumulator: Accumulator {
  private let plan: StatisticsPlan
  private let time: PartTime
  private var lanes: [DiscreteSeries] = []
  private var sources = SubjectSources()
  private var extent = TimeExtent()

  init(_ plan: StatisticsPlan, _ time: PartTime) {
    self.plan = plan
    self.time = time
    if !plan.isSeparated { lanes = [DiscreteSeries(plan)] }
  }

  var isEmpty: Bool { lanes.allSatisfy(\.tallies.isEmpty) }

  func outcome(_ tables: borrowing PartTables) -> PartOutcome {
    PartOutcome(tallies: lanes.flatMap(\.tallies.closed), sources: sources.all(tables), extent: extent)
  }

  mutating func take(_ columns: SampleColumns, _ tables: inout PartTables) throws(QueryError) {
    extent.take(columns)
    let hasRuns = !plan.isSeparated && tables.intervals.isFixed && DiscreteSeries.hasRuns(plan.style)
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

  mutating func finish(_ tables: inout PartTables) throws(QueryError) {
    for index in lanes.indices { try lanes[index].finish() }
  }

  private mutating func take(_ row: Int, of columns: SampleColumns, _ tables: inout PartTables) throws(QueryError) {
    let (start, end) = (columns.start[row], columns.end[row])
    guard time.takes(start, end) else { return }
    var lane = 0
    if plan.isSeparated {
      let number = sources.number(of: tables.number(ofOrigin: columns.source[row]))
      lane = Int(number)
      if lane == lanes.count { lanes.append(DiscreteSeries(plan, source: number)) }
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

/// Passes samples that share no time with others by the merger, which has work only where samples meet.
struct MergeGate: Sendable {
  private var merger = SourceMerger()
  /// The last sample, as long as nothing else is open.
  private var held: MergedSample?
  private var isMerging = false
  /// The times of the samples in the merger; of some that it has passed on, too.
  private var times: [Range<Int64>] = []
  /// How many there were left when those that had ended were last forgotten.
  private var kept = 0
  /// None of the samples in the merger starts before this.
  private var since: Int64 = 0
  private var reach: Int64 = 0
  private var lastInstant = Int64.min

  /// Registers sources that the merger does not know yet; the merger assigns them the same numbers.
  mutating func learn(_ sources: SubjectSources, _ tables: borrowing PartTables) {
    while merger.sourceCount < sources.count,
      let source = sources.source(Int32(truncatingIfNeeded: merger.sourceCount), tables)
    { _ = merger.number(of: source) }
  }

  /// No piece that is still to come starts before this; `Int64.max` when nothing is open.
  var pendingSince: Int64 { isMerging ? since : held?.start ?? Int64.max }

  /// Adds a sample; its start is not before that of the last one, and what was before it is settled.
  ///
  /// Where something is open, the sources are learned before.
  mutating func add(_ sample: MergedSample, _ take: (MergedPiece) -> Void) {
    if isMerging {
      addToMerger(sample, take)
    } else if let other = held {
      held = nil
      isMerging = true
      since = other.start
      reach = other.end
      lastInstant = Int64.min
      kept = 0
      addToMerger(other, take)
      addToMerger(sample, take)
    } else {
      held = sample
    }
  }

  /// Passes on everything that cannot share time with samples from a start on.
  @discardableResult
  mutating func settle(before start: Int64, _ take: (MergedPiece) -> Void) -> Bool {
    if isMerging {
      guard start > reach || start == reach && lastInstant != reach else { return false }
      merger.finish(take)
      times.removeAll(keepingCapacity: true)
      isMerging = false
    } else if let sample = held {
      guard start > sample.end || start == sample.end && sample.start < sample.end else { return false }
      take(MergedPiece(sample: sample, start: sample.start, end: sample.end, winner: nil))
      held = nil
    }
    return true
  }

  private mutating func addToMerger(_ sample: MergedSample, _ take: (MergedPiece) -> Void) {
    merger.add(sample, take)
    reach = max(reach, sample.end)
    if sample.start == sample.end { lastInstant = sample.start }
    times.append(sample.start..<sample.end)
    // Forgetting costs a look at all, and halves them at least or waits for twice as many.
    guard times.count >= 2 * kept + 16 else { return }
    times.removeAll { $0.upperBound <= sample.start }
    kept = times.count
    since = times.reduce(sample.start) { min($0, $1.lowerBound) }
  }
}

/// Where the pieces of samples add up: what counts in the intervals, what is lost in the counter.
struct MergeTallies: Sendable {
  private let plan: StatisticsPlan
  private let window: Range<Int64>
  private(set) var lanes: [TallySeries] = []
  /// The losses, if they are to be explained: one counter, or none, which takes no memory.
  private var losses: [MergeCounter]
  private(set) var fault: QueryError?

  private struct TallySeriesKey: Hashable {
    var source: Int32
    var enumCase: Int32
  }

  private var laneNumbers: [TallySeriesKey: Int] = [:]
  private var lastLane = (key: TallySeriesKey(source: -2, enumCase: -2), number: 0)
  /// No tally can be closed before this moment.
  private var nextLimit = Int64.max

  init(_ plan: StatisticsPlan, _ window: Range<Int64>) {
    self.plan = plan
    self.window = window
    losses = plan.explains ? [MergeCounter()] : []
  }

  var lost: MergeCounter? { losses.first }

  mutating func count(_ sample: MergedSample, _ common: inout PartTables) {
    guard window.contains(sample.start), fault == nil else { return }
    do throws(QueryError) {
      let place = try common.intervals.place(of: sample.start, clock: sample.zone)
      let lane = lane(of: sample)
      let index = try open(place, lane)
      lanes[lane].open[index].countSample(sample.value, sample.start, sample.end)
    } catch {
      fault = error
    }
  }

  mutating func take(_ piece: MergedPiece, _ sources: SubjectSources, _ common: inout PartTables) {
    guard fault == nil else { return }
    let isInstant = piece.sample.start == piece.sample.end
    let start = max(piece.start, window.lowerBound)
    let end = min(piece.end, window.upperBound)
    guard isInstant ? window.contains(piece.start) : start < end else { return }
    if let winner = piece.winner {
      if plan.explains { lose(piece, start, end, to: sources.source(winner, common), of: sources, common) }
      return
    }
    do throws(QueryError) {
      var moment = start
      repeat {
        let place = try common.intervals.place(of: moment, clock: piece.sample.zone)
        let stop = isInstant ? end : min(end, place.to)
        let share = share(of: piece.sample, stop &- moment)
        let lane = lane(of: piece.sample)
        let index = try open(place, lane)
        if plan.style != nil { lanes[lane].open[index].sum.add(share) }
        lanes[lane].open[index].addDuration(stop &- moment)
        if plan.explains, plan.style != nil {
          losses[0].naive.add(share)
          losses[0].merged.add(share)
        }
        moment = stop
      } while moment < end
    } catch {
      fault = error
    }
  }

  private mutating func lose(
    _ piece: MergedPiece, _ start: Int64, _ end: Int64, to winner: MergeSource?, of sources: SubjectSources,
    _ common: borrowing PartTables
  ) {
    guard let winner, let loser = sources.source(piece.sample.source, common) else { return }
    var clipped = piece
    clipped.start = start
    clipped.end = end
    var amount = 0.0
    if plan.style != nil {
      let share = share(of: piece.sample, end &- start)
      losses[0].naive.add(share)
      amount = plan.conversion(share.share)
    }
    losses[0].add(clipped, loser: loser, winner: winner, amount: amount)
  }

  private func share(of sample: MergedSample, _ length: Int64) -> Proration {
    Proration(of: sample.value, part: length, whole: sample.end &- sample.start)
  }

  mutating func close(before moment: Int64) {
    guard moment >= nextLimit else { return }
    nextLimit = Int64.max
    for index in lanes.indices {
      lanes[index].close(before: moment)
      nextLimit = min(nextLimit, lanes[index].firstLimit)
    }
  }

  mutating func finish() { close(before: Int64.max) }

  /// Adds samples of a cumulative quantity that follow each other without sharing time, when nothing is open.
  ///
  /// - Returns: the row after the run; `first` when that one must be looked at more closely.
  mutating func addRun(
    _ columns: SampleColumns, from first: Int, _ common: inout PartTables
  ) throws(QueryError) -> Int {
    let place = try common.intervals.place(of: columns.start[first], clock: 0)
    guard columns.end[first] < place.to else { return first }
    let lane = lane(TallySeriesKey(source: -1, enumCase: -1))
    let index = try open(place, lane)
    return lanes[lane].open[index].addSumRun(columns, from: first)
  }

  private mutating func open(_ place: IntervalPosition, _ lane: Int) throws(QueryError) -> Int {
    nextLimit = min(nextLimit, place.limit)
    return try lanes[lane].index(of: place)
  }

  private mutating func lane(of sample: MergedSample) -> Int {
    lane(
      TallySeriesKey(source: plan.isSeparated ? sample.source : -1, enumCase: plan.style == nil ? sample.enumCase : -1))
  }

  private mutating func lane(_ key: TallySeriesKey) -> Int {
    if lastLane.key == key { return lastLane.number }
    let number = laneNumbers[key] ?? lanes.count
    if number == lanes.count {
      // One lane alone is the last one; a table would take more than it.
      if number == 1 { laneNumbers[lastLane.key] = 0 }
      if number > 0 { laneNumbers[key] = number }
      lanes.append(TallySeries(source: key.source, enumCase: key.enumCase, style: plan.style))
    }
    lastLane = (key, number)
    return number
  }
}

/// Reduces a part of the time of a cumulative quantity or a category: sources are merged, or separated.
struct MergingAccumulator: Accumulator {
  private let plan: StatisticsPlan
  private let time: PartTime
  /// One for all cases, but for the one that frames the others, which has its own.
  private var gates: [MergeGate]
  private var counts: MergeTallies
  private var extent = TimeExtent()
  private var sources = SubjectSources()

  init(_ plan: StatisticsPlan, _ time: PartTime) {
    self.plan = plan
    self.time = time
    gates = Array(repeating: MergeGate(), count: plan.sessionCase < 0 ? 1 : 2)
    counts = MergeTallies(plan, time.window)
  }

  var isEmpty: Bool { counts.lanes.isEmpty }

  func outcome(_ tables: borrowing PartTables) -> PartOutcome {
    PartOutcome(
      tallies: counts.lanes.flatMap(\.closed), sources: plan.isSeparated ? sources.all(tables) : [], extent: extent,
      losses: counts.lost)
  }

  mutating func take(_ columns: SampleColumns, _ tables: inout PartTables) throws(QueryError) {
    extent.take(columns)
    let hasRuns = plan.style == .cumulative && !plan.isSeparated && !plan.explains && tables.intervals.isFixed
    var row = 0
    while row < columns.count {
      if hasRuns, time.window.contains(columns.start[row]), settle(before: columns.start[row], &tables) {
        counts.close(before: columns.start[row])
        let next = try counts.addRun(columns, from: row, &tables)
        if next > row {
          row = next
          continue
        }
      }
      take(row, of: columns, &tables)
      if let fault = counts.fault { throw fault }
      row += 1
    }
  }

  mutating func finish(_ tables: inout PartTables) throws(QueryError) {
    _ = settle(before: Int64.max, &tables)
    counts.finish()
    if let fault = counts.fault { throw fault }
  }

  private mutating func take(_ row: Int, of columns: SampleColumns, _ tables: inout PartTables) {
    let (start, end) = (columns.start[row], columns.end[row])
    guard time.takes(start, end) else { return }
    let zone = tables.intervals.clock(zone: columns.zone[row], offset: columns.startOffset[row], names: columns.zones)
    let sample = MergedSample(
      start: start, end: end, value: columns.value[row], enumCase: columns.enumCase[row],
      source: sources.number(of: tables.number(ofOrigin: columns.source[row])), zone: zone,
      startOffset: columns.startOffset[row])
    counts.count(sample, &tables)
    if plan.isSeparated {
      counts.take(MergedPiece(sample: sample, start: start, end: end, winner: nil), sources, &tables)
      counts.close(before: start)
    } else {
      let gate = gates.count > 1 && sample.enumCase == plan.sessionCase ? 1 : 0
      Self.add(sample, &gates[gate], sources, &counts, &tables)
      counts.close(before: gates.reduce(start) { min($0, $1.pendingSince) })
    }
  }

  private static func add(
    _ sample: MergedSample, _ gate: inout MergeGate, _ sources: SubjectSources, _ counts: inout MergeTallies,
    _ tables: inout PartTables
  ) {
    let isIdle = gate.settle(before: sample.start) { counts.take($0, sources, &tables) }
    // Most samples meet no other one, and the merger needs to know no source.
    if !isIdle { gate.learn(sources, tables) }
    gate.add(sample) { counts.take($0, sources, &tables) }
  }

  /// Passes on what cannot share time with samples from a start on; says whether nothing is open any more.
  private mutating func settle(before start: Int64, _ tables: inout PartTables) -> Bool {
    var isIdle = true
    for index in gates.indices {
      let isSettled = Self.settle(before: start, &gates[index], sources, &counts, &tables)
      isIdle = isIdle && isSettled
    }
    return isIdle
  }

  private static func settle(
    before start: Int64, _ gate: inout MergeGate, _ sources: SubjectSources, _ counts: inout MergeTallies,
    _ tables: inout PartTables
  ) -> Bool {
    gate.settle(before: start) { counts.take($0, sources, &tables) }
  }
}
