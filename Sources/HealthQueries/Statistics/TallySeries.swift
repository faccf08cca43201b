import HealthModel

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

  /// The index of an interval's tally, which is opened when it is not.
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

  /// Closes the tallies to which nothing that is at or after a moment can add.
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
