import HealthModel
import HealthStorage

/// Reduces a part of the time of a cumulative quantity or a category: sources are merged, or separated.
struct MergingReducer: PartReducer {
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
      account: counts.account)
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

  /// Ends the part.
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
