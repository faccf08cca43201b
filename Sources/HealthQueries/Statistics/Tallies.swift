import AssayPlatform
import HealthModel
import HealthStorage

/// An interval whose samples are still coming.
struct OpenTally: Sendable {
  let place: IntervalPosition
  var count = 0
  var minimum = Double.infinity
  var maximum = -Double.infinity
  var recent = RecentValue()
  var duration: Int64 = 0
  /// The sum, or for averages that of the values as long as none has a weight.
  var sum = CompactSum()
  var weighted = CompactSum()
  /// The weights together, in microseconds.
  var weight = 0.0

  init(_ place: IntervalPosition) { self.place = place }

  /// Counts a sample that starts in the interval; samples come in the order of start and id.
  mutating func countSample(_ value: Double, _ start: Int64, _ end: Int64) {
    count &+= 1
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    recent = RecentValue(value: value, start: start, end: end)
  }

  /// Adds a value that held for a number of microseconds.
  mutating func average(_ value: Double, for length: Int64) {
    if length > 0 {
      weighted.add(product: value, Double(length))
      weight += Double(length)
    } else if weight == 0 {
      // A value without weight counts only if none has a weight.
      sum.add(value)
    }
  }

  mutating func average(_ value: Double, for length: Int64, sharedBy sharers: Int) {
    guard length > 0, sharers > 1 else { return average(value, for: length) }
    weighted.add(Proration(of: value, part: length, whole: Int64(sharers)))
    weight += Double(length) / Double(sharers)
  }

  /// Adds a length to the duration; lengths of hostile data may come to more than a number holds.
  mutating func addDuration(_ length: Int64) {
    let (sum, overflow) = duration.addingReportingOverflow(length)
    duration = overflow ? .max : sum
  }

  func closed(_ style: AggregationStyle?, source: Int32, enumCase: Int32) -> IntervalTally {
    IntervalTally(
      key: place.key, keyEnd: place.keyEnd, source: source, enumCase: enumCase, count: count,
      sum: sum.value, average: average(style), minimum: minimum, maximum: maximum,
      recent: recent, duration: duration)
  }

  private func average(_ style: AggregationStyle?) -> Double? {
    guard let style, style != .cumulative, count > 0 else { return nil }
    let mean = weight > 0 ? weighted.value / weight : sum.value / Double(count)
    guard style == .discreteEquivalentContinuousLevel else { return mean }
    let level = 10 * mean.decimalLogarithm
    return level.isFinite ? level : nil
  }

  /// The energy of a sound level, in units of that of 0 dB.
  static func energy(ofLevel level: Double) -> Double { (level / 10).powerOfTen }
}

/// Runs of samples that are in one interval, in tight loops: columns in, sums out, nothing allocated.
///
/// A run ends before the first sample that does not end in the interval, and before samples that must be looked at more
/// closely.
extension OpenTally {
  mutating func addMeanRun(_ columns: SampleColumns, from first: Int) -> Int {
    let (starts, ends, values) = (columns.start.span, columns.end.span, columns.value.span)
    let rows = min(starts.count, ends.count, values.count)
    let limit = place.to
    var row = first
    while row < rows, ends[row] < limit {
      let value = values[row]
      if value < minimum { minimum = value }
      if value > maximum { maximum = value }
      duration &+= ends[row] &- starts[row]
      row &+= 1
    }
    sum.add(values, in: first..<row)
    endRun(columns, first..<row)
    return row
  }

  /// Adds samples whose values are averaged by the time they held.
  ///
  /// - Returns: the row after the run; it is the first one when instants of one start wait for each other.
  mutating func addWeightedRun(_ columns: SampleColumns, from first: Int, held: inout HeldValues, hold: Int64) -> Int {
    let (starts, ends, values) = (columns.start.span, columns.end.span, columns.value.span)
    let rows = min(starts.count, ends.count, values.count)
    let limit = place.to
    guard held.count == 0 else { return first }
    var row = first
    // An instant that waits is the row before: its value and start are at hand.
    var waits = false
    while row < rows, ends[row] < limit {
      let (start, value) = (starts[row], values[row])
      if waits {
        // A sample that starts at the instant does not end its time, and may share it.
        if start == starts[row &- 1] { break }
        average(values[row &- 1], for: min(start &- starts[row &- 1], hold))
      }
      let length = ends[row] &- start
      waits = length == 0
      if length > 0 {
        average(value, for: length)
        duration &+= length
      }
      if value < minimum { minimum = value }
      if value > maximum { maximum = value }
      row &+= 1
    }
    if waits, row > first { held.add(values[row &- 1], at: starts[row &- 1], in: place) }
    endRun(columns, first..<row)
    return row
  }

  /// Adds samples of a cumulative quantity that follow each other without sharing time.
  mutating func addSumRun(_ columns: SampleColumns, from first: Int) -> Int {
    let (starts, ends, values) = (columns.start.span, columns.end.span, columns.value.span)
    let rows = min(starts.count, ends.count, values.count)
    let limit = place.to
    var row = first
    while row &+ 1 < rows {
      let (start, end, next) = (starts[row], ends[row], starts[row &+ 1])
      // Two instants at one moment share it, and so do an instant and what starts there.
      guard end < limit, end <= next, start < next else { break }
      duration &+= end &- start
      row &+= 1
    }
    sum.add(values, in: first..<row)
    endRun(columns, first..<row)
    return row
  }

  private mutating func endRun(_ columns: SampleColumns, _ run: Range<Int>) {
    guard let last = run.last else { return }
    count &+= run.count
    recent = RecentValue(value: columns.value[last], start: columns.start[last], end: columns.end[last])
  }
}

/// The instants that start last, whose values hold until the next sample starts.
struct HeldValues: Sendable {
  struct Entry: Sendable {
    var value: Double
    var place: IntervalPosition
  }

  private(set) var start: Int64 = 0
  private(set) var entries: [Entry] = []

  var count: Int { entries.count }

  mutating func add(_ value: Double, at start: Int64, in place: IntervalPosition) {
    self.start = start
    entries.append(Entry(value: value, place: place))
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}

/// The tally of the samples of one interval, in the canonical unit.
struct IntervalTally: Sendable {
  var key: Int64
  var keyEnd: Int64
  var source: Int32
  var enumCase: Int32
  var count: Int
  var sum: Double
  /// `nil` when no sample starts in the interval.
  var average: Double?
  var minimum: Double
  var maximum: Double
  var recent: RecentValue
  var duration: Int64
}

/// The value of the sample that starts last.
struct RecentValue: Sendable {
  var value = 0.0
  var start: Int64 = 0
  var end: Int64 = 0
}

/// The share of a value that falls to a part of its time, with about twice the digits of a number.
///
/// The shares of all parts of a sample come to its value again.
struct Proration: Sendable {
  var share: Double
  var rest: Double

  init(of value: Double, part: Int64, whole: Int64) {
    share = value
    rest = 0
    guard part != whole else { return }
    let (length, divisor) = (Double(part), Double(whole))
    let product = value * length
    guard product.isFinite else {
      share = value * (length / divisor)
      return
    }
    share = product / divisor
    let lost = (-product).addingProduct(value, length)
    let remainder = product.addingProduct(-share, divisor)
    rest = (remainder + lost) / divisor
    if !rest.isFinite { rest = 0 }
  }
}

extension CompactSum {
  mutating func add(_ proration: Proration) {
    add(proration.share)
    if proration.rest != 0 { add(proration.rest) }
  }
}

/// The intervals of one result in each: of all sources, of one source, or of one case.
struct TallySeries: Sendable {
  let source: Int32
  let enumCase: Int32
  private let style: AggregationStyle?
  /// By key, ascending; those before `first` are closed.
  var open: [OpenTally] = []
  private var first = 0
  private(set) var closed: [IntervalTally] = []
  private var last = 0

  init(source: Int32 = -1, enumCase: Int32 = -1, style: AggregationStyle?) {
    self.source = source
    self.enumCase = enumCase
    self.style = style
  }

  mutating func index(of place: IntervalPosition) throws(QueryError) -> Int {
    if last >= first, last < open.count, open[last].place.key == place.key { return last }
    var low = first
    var high = open.count
    while low < high {
      let middle = (low + high) / 2
      if open[middle].place.key < place.key { low = middle + 1 } else { high = middle }
    }
    last = low
    if low < open.count, open[low].place.key == place.key { return low }
    guard open.count - first + closed.count < IntervalLimit.count else { throw .tooManyIntervals }
    open.insert(OpenTally(place), at: low)
    return low
  }

  /// When the first tally can be closed; `Int64.max` when none is open.
  var firstLimit: Int64 { first < open.count ? open[first].place.limit : Int64.max }

  /// Whether nothing was counted.
  var isEmpty: Bool { open.isEmpty && closed.isEmpty }

  mutating func close(before moment: Int64) {
    guard firstLimit <= moment else { return }
    while first < open.count, open[first].place.limit <= moment {
      closed.append(open[first].closed(style, source: source, enumCase: enumCase))
      first += 1
    }
    // A long sample opens many at once: moving them up for each that is closed would cost the square of their number.
    guard 2 * first >= open.count else { return }
    open.removeFirst(first)
    (first, last) = (0, 0)
  }

  mutating func finish() { close(before: Int64.max) }
}
