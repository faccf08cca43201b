import HealthModel
import HealthStorage

/// Reduces a part of the time of a cumulative quantity or a category: sources are merged, or separated.
struct MergingReducer: PartReducer {
  private let plan: StatisticsPlan
  private let part: StatisticsPart
  /// One for all cases, but for the one that frames the others, which has its own.
  private var gates: [MergeGate]
  private var books: MergeBooks
  private var extent = TimeExtent()
  /// The number of each source of the part.
  private var numbers: [Int32] = []

  init(_ plan: StatisticsPlan, _ part: StatisticsPart) {
    self.plan = plan
    self.part = part
    gates = Array(repeating: MergeGate(), count: plan.sessionCase < 0 ? 1 : 2)
    books = MergeBooks(plan, part)
  }

  var isEmpty: Bool { books.lanes.isEmpty }

  var outcome: PartOutcome {
    PartOutcome(
      tallies: books.lanes.flatMap(\.closed), sources: books.sources, extent: extent,
      account: plan.explains ? books.account : nil)
  }

  /// Takes up some samples.
  mutating func take(_ columns: SampleColumns) throws(QueryError) {
    learnSources(columns)
    extent.take(columns)
    let hasRuns = plan.style == .cumulative && !plan.isSeparated && !plan.explains && books.intervals.isFixed
    var row = 0
    while row < columns.count {
      if hasRuns, part.window.contains(columns.start[row]), Self.settle(columns.start[row], &gates, &books) {
        books.close(before: columns.start[row])
        let next = try books.addRun(columns, from: row)
        if next > row {
          row = next
          continue
        }
      }
      take(row, of: columns)
      if let fault = books.fault { throw fault }
      row += 1
    }
  }

  /// Ends the part.
  mutating func finish() throws(QueryError) {
    _ = Self.settle(Int64.max, &gates, &books)
    books.finish()
    if let fault = books.fault { throw fault }
  }

  private mutating func take(_ row: Int, of columns: SampleColumns) {
    let (start, end) = (columns.start[row], columns.end[row])
    guard part.takes(start, end) else { return }
    let zone = books.intervals.clock(zone: columns.zone[row], offset: columns.startOffset[row], names: columns.zones)
    let source = Int(columns.source[row])
    let sample = MergedSample(
      start: start, end: end, value: columns.value[row], enumCase: columns.enumCase[row],
      source: numbers.indices.contains(source) ? numbers[source] : 0, zone: zone,
      startOffset: columns.startOffset[row])
    books.count(sample)
    if plan.isSeparated {
      books.take(MergedPiece(sample: sample, start: start, end: end, winner: nil))
      books.close(before: start)
    } else {
      let gate = gates.count > 1 && sample.enumCase == plan.sessionCase ? 1 : 0
      Self.add(sample, &gates[gate], &books)
      books.close(before: gates.reduce(start) { min($0, $1.pendingSince) })
    }
  }

  private static func add(_ sample: MergedSample, _ gate: inout MergeGate, _ books: inout MergeBooks) {
    gate.add(sample) { books.take($0) }
  }

  /// Passes on what cannot share time with samples from a start on; says whether nothing is open any more.
  private static func settle(_ start: Int64, _ gates: inout [MergeGate], _ books: inout MergeBooks) -> Bool {
    var isIdle = true
    for index in gates.indices {
      let isSettled = gates[index].settle(before: start) { books.take($0) }
      isIdle = isIdle && isSettled
    }
    return isIdle
  }

  /// Origins that mean one source have one number.
  private mutating func learnSources(_ columns: SampleColumns) {
    while numbers.count < columns.sources.count {
      let source = plan.priority.source(of: columns.sources[numbers.count])
      var number: Int32 = 0
      for index in gates.indices { number = gates[index].number(of: source) }
      if Int(number) == books.sources.count { books.add(source) }
      numbers.append(number)
    }
  }
}
