/// The intervals between given edges, and before and after them as many more as samples reach into.
struct FixedIntervals: Sendable {
  private var edges: [Int64]
  private let grid: IntervalGrid?
  private let window: Range<Int64>
  private var index = 0
  private var current: IntervalPlace

  init(edges: [Int64], grid: IntervalGrid?, window: Range<Int64>) {
    self.edges = edges
    self.grid = grid
    self.window = window
    let start = window.lowerBound
    current = IntervalPlace(key: start, keyEnd: start, from: start, to: start, limit: start)
  }

  /// The interval of an instant within the window; the same one and the next one are found at once.
  mutating func place(of instant: Int64) throws(QueryError) -> IntervalPlace {
    if instant >= current.from, instant < current.to { return current }
    if let first = edges.first, instant < first { try extend(before: first, to: instant) }
    while let last = edges.last, instant >= last {
      guard let grid, edges.count <= IntervalLimit.count else { throw .tooManyIntervals }
      edges.append(grid.next(after: last) ?? Int64.max)
    }
    if !holds(index, instant) {
      index += 1
      if !holds(index, instant) { index = search(instant) }
    }
    guard index >= 0, index + 1 < edges.count else { throw .tooManyIntervals }
    let start = max(edges[index], window.lowerBound)
    let end = min(edges[index + 1], window.upperBound)
    current = IntervalPlace(key: start, keyEnd: end, from: start, to: end, limit: end)
    return current
  }

  /// Adds the edges from an instant up to the first one.
  private mutating func extend(before first: Int64, to instant: Int64) throws(QueryError) {
    guard let grid else { throw .tooManyIntervals }
    let more = try grid.edges(from: instant, to: first, limit: IntervalLimit.count)
    edges.insert(contentsOf: more.prefix { $0 < first }, at: 0)
    index = search(instant)
  }

  private func holds(_ index: Int, _ instant: Int64) -> Bool {
    index >= 0 && index + 1 < edges.count && edges[index] <= instant && instant < edges[index + 1]
  }

  /// The last edge at or before the instant; -1 when there is none.
  private func search(_ instant: Int64) -> Int {
    var low = 0
    var high = edges.count
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
