import HealthModel

/// The intervals of one result in each: of all sources, of one source, or of one case.
struct TallyLane: Sendable {
  let source: Int32
  let enumCase: Int32
  private let style: AggregationStyle?
  /// By key, ascending.
  var open: [OpenTally] = []
  private(set) var closed: [Tally] = []
  /// Where the last one was found.
  private var last = 0

  init(source: Int32 = -1, enumCase: Int32 = -1, style: AggregationStyle?) {
    self.source = source
    self.enumCase = enumCase
    self.style = style
  }

  /// The index of an interval's tally, which is opened when it is not.
  ///
  /// - Throws: `QueryError.Reason.wrongInterval` when there are too many.
  mutating func index(of place: IntervalPlace) throws(QueryError) -> Int {
    if last < open.count, open[last].place.key == place.key { return last }
    var low = 0
    var high = open.count
    while low < high {
      let middle = (low + high) / 2
      if open[middle].place.key < place.key { low = middle + 1 } else { high = middle }
    }
    last = low
    if low < open.count, open[low].place.key == place.key { return low }
    guard open.count + closed.count < IntervalLimit.count else { throw .tooManyIntervals }
    guard open.count < IntervalLimit.open else { throw .tooManyOpenIntervals }
    open.insert(OpenTally(place), at: low)
    return low
  }

  /// When the first tally can be closed; `Int64.max` when none is open.
  var firstLimit: Int64 { open.first?.place.limit ?? Int64.max }

  /// Closes the tallies to which nothing that lies at or behind a moment can add.
  mutating func close(before moment: Int64) {
    guard firstLimit <= moment else { return }
    var count = 0
    while count < open.count, open[count].place.limit <= moment {
      closed.append(open[count].closed(style, source: source, enumCase: enumCase))
      count += 1
    }
    open.removeFirst(count)
    last = 0
  }

  /// Closes all.
  mutating func finish() { close(before: Int64.max) }
}
