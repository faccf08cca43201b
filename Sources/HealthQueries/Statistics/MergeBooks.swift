import HealthModel
import HealthStorage
import HealthUnits

/// Where the pieces of samples add up: what counts in the intervals, what is lost in the ledger.
struct MergeBooks: Sendable {
  private let plan: StatisticsPlan
  private let window: Range<Int64>
  var intervals: IntervalFinder
  private(set) var lanes: [TallyLane] = []
  /// What is known of sources, by number.
  private(set) var sources: [MergeSource] = []
  /// What was lost; kept only when that is to be explained.
  private(set) var account = MergeAccount()
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

  init(_ plan: StatisticsPlan, _ part: StatisticsPart) {
    self.plan = plan
    window = part.window
    intervals = part.intervals
  }

  /// Learns a source; its number is the next one.
  mutating func add(_ source: MergeSource) { sources.append(source) }

  /// Counts a sample where it starts.
  mutating func count(_ sample: MergedSample) {
    guard window.contains(sample.start), fault == nil else { return }
    do throws(QueryError) {
      let place = try intervals.place(of: sample.start, clock: sample.zone)
      let lane = lane(of: sample)
      let index = try open(place, lane)
      lanes[lane].open[index].countSample(sample.value, sample.start, sample.end)
    } catch {
      fault = error
    }
  }

  /// Adds a piece.
  mutating func take(_ piece: MergedPiece) {
    guard fault == nil else { return }
    let isInstant = piece.sample.start == piece.sample.end
    let start = max(piece.start, window.lowerBound)
    let end = min(piece.end, window.upperBound)
    guard isInstant ? window.contains(piece.start) : start < end else { return }
    if let winner = piece.winner {
      if plan.explains { lose(piece, start, end, to: winner) }
      return
    }
    do throws(QueryError) {
      var moment = start
      repeat {
        let place = try intervals.place(of: moment, clock: piece.sample.zone)
        let stop = isInstant ? end : min(end, place.to)
        let share = share(of: piece.sample, stop &- moment)
        let lane = lane(of: piece.sample)
        let index = try open(place, lane)
        if plan.style != nil { lanes[lane].open[index].sum.add(share) }
        lanes[lane].open[index].addDuration(stop &- moment)
        if plan.explains, plan.style != nil {
          account.naive.add(share)
          account.merged.add(share)
        }
        moment = stop
      } while moment < end
    } catch {
      fault = error
    }
  }

  private mutating func lose(_ piece: MergedPiece, _ start: Int64, _ end: Int64, to winner: Int32) {
    let (loser, winner) = (Int(piece.sample.source), Int(winner))
    guard sources.indices.contains(loser), sources.indices.contains(winner) else { return }
    var clipped = piece
    clipped.start = start
    clipped.end = end
    var amount = 0.0
    if plan.style != nil {
      let share = share(of: piece.sample, end &- start)
      account.naive.add(share)
      amount = plan.conversion(share.share)
    }
    account.ledger.add(clipped, loser: sources[loser], winner: sources[winner], amount: amount)
  }

  private func share(of sample: MergedSample, _ length: Int64) -> Proration {
    Proration(of: sample.value, part: length, whole: sample.end &- sample.start)
  }

  /// Closes the tallies to which nothing that lies at or behind a moment can add.
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

  /// Takes up samples of a cumulative quantity that follow each other without sharing time, when nothing is open.
  ///
  /// - Parameters:
  ///   - columns: the samples.
  ///   - first: where the run begins; this sample starts within the window.
  /// - Returns: the row behind the run; `first` when that one must be looked at more closely.
  /// - Throws: `QueryError.Reason.wrongInterval` when there are too many intervals.
  mutating func addRun(_ columns: SampleColumns, from first: Int) throws(QueryError) -> Int {
    let place = try intervals.place(of: columns.start[first], clock: 0)
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
      lanes.append(TallyLane(source: key.source, enumCase: key.enumCase, style: plan.style))
      laneNumbers[key] = number
    }
    lastLane = (key, number)
    return number
  }
}
