import HealthModel
import HealthStorage
import HealthUnits

/// Where the pieces of samples add up: what counts in the intervals, what is lost in the ledger.
struct MergeTallies: Sendable {
  private let plan: StatisticsPlan
  private let window: Range<Int64>
  private(set) var lanes: [TallyLane] = []
  /// The losses, if they are to be explained: one account, or none, which takes no memory.
  private var accounts: [MergeAccount]
  /// Why the question cannot be answered after all.
  private(set) var fault: QueryError?

  private struct LaneKey: Hashable {
    var source: Int32
    var enumCase: Int32
  }

  private var laneNumbers: [LaneKey: Int] = [:]
  private var lastLane = (key: LaneKey(source: -2, enumCase: -2), number: 0)
  /// No tally can be closed before this moment.
  private var nextLimit = Int64.max

  init(_ plan: StatisticsPlan, _ window: Range<Int64>) {
    self.plan = plan
    self.window = window
    accounts = plan.explains ? [MergeAccount()] : []
  }

  /// The losses; `nil` unless they are to be explained.
  var account: MergeAccount? { accounts.first }

  /// Counts a sample where it starts.
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
          accounts[0].naive.add(share)
          accounts[0].merged.add(share)
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
      accounts[0].naive.add(share)
      amount = plan.conversion(share.share)
    }
    accounts[0].ledger.add(clipped, loser: loser, winner: winner, amount: amount)
  }

  private func share(of sample: MergedSample, _ length: Int64) -> Proration {
    Proration(of: sample.value, part: length, whole: sample.end &- sample.start)
  }

  /// Closes the tallies to which nothing that is at or after a moment can add.
  mutating func close(before moment: Int64) {
    guard moment >= nextLimit else { return }
    nextLimit = Int64.max
    for index in lanes.indices {
      lanes[index].close(before: moment)
      nextLimit = min(nextLimit, lanes[index].firstLimit)
    }
  }

  /// Closes everything.
  mutating func finish() { close(before: Int64.max) }

  /// Adds samples of a cumulative quantity that follow each other without sharing time, when nothing is open.
  ///
  /// - Returns: the row after the run; `first` when that one must be looked at more closely.
  mutating func addRun(
    _ columns: SampleColumns, from first: Int, _ common: inout PartTables
  ) throws(QueryError) -> Int {
    let place = try common.intervals.place(of: columns.start[first], clock: 0)
    guard columns.end[first] < place.to else { return first }
    let lane = lane(LaneKey(source: -1, enumCase: -1))
    let index = try open(place, lane)
    return lanes[lane].open[index].addSumRun(columns, from: first)
  }

  private mutating func open(_ place: IntervalPlace, _ lane: Int) throws(QueryError) -> Int {
    nextLimit = min(nextLimit, place.limit)
    return try lanes[lane].index(of: place)
  }

  private mutating func lane(of sample: MergedSample) -> Int {
    lane(LaneKey(source: plan.isSeparated ? sample.source : -1, enumCase: plan.style == nil ? sample.enumCase : -1))
  }

  private mutating func lane(_ key: LaneKey) -> Int {
    if lastLane.key == key { return lastLane.number }
    let number = laneNumbers[key] ?? lanes.count
    if number == lanes.count {
      // One lane alone is the last one; a table would take more than it.
      if number == 1 { laneNumbers[lastLane.key] = 0 }
      if number > 0 { laneNumbers[key] = number }
      lanes.append(TallyLane(source: key.source, enumCase: key.enumCase, style: plan.style))
    }
    lastLane = (key, number)
    return number
  }
}
