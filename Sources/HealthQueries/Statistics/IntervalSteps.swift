/// Divides the intervals of an answer into steps of a bounded number of them.
///
/// The steps end when what is planned is done; as long as samples reach further, there are more.
struct IntervalSteps {
  /// Intervals that are read together.
  struct Step {
    /// Where they begin and end.
    var edges: [Int64]
    /// How many of them samples start in; the others are only reached into.
    var planned: Int
    /// The time that is worked on.
    var window: Range<Int64>
  }

  private let edges: [Int64]
  private let window: Range<Int64>
  private(set) var length: Int
  private let longest: Int
  private let grid: IntervalGrid
  /// The next planned interval.
  private var position = 0
  /// The time that is left begins here, and is an edge unless it is the beginning of all.
  private var start: Int64
  private var count = 0

  /// The rows that a step should have: some 10 MB with what they are made of.
  private static let rowGoal = 10_000
  /// The number of intervals in the first step, before the number of rows in each is known.
  private static let firstLength = 4

  /// Divides intervals.
  init(edges: [Int64], window: Range<Int64>, length: Int, isSeparated: Bool, grid: IntervalGrid) {
    self.edges = edges
    self.window = window
    longest = length
    self.length = isSeparated ? min(length, Self.firstLength) : length
    self.grid = grid
    start = window.lowerBound
  }

  /// Whether there are intervals that samples start in.
  var hasPlanned: Bool { position < edges.count - 1 }

  /// Makes the next step as long as the rows of the last one say: it may be twice as long at most.
  mutating func learn(rows: Int) {
    length = max(1, min(longest, 2 * length, length * Self.rowGoal / max(rows, 1)))
  }

  /// The next step; `nil` when the time is over.
  mutating func next() throws(QueryError) -> Step? {
    guard start < window.upperBound else { return nil }
    let last = min(position + length, edges.count - 1)
    var own = hasPlanned || position == 0 ? Array(edges[position...last]) : [start]
    let planned = own.count - 1
    position = last
    while !hasPlanned, own.count <= length, let end = own.last, end < window.upperBound {
      own.append(grid.next(after: end) ?? window.upperBound)
    }
    count += own.count - 1
    guard count <= IntervalLimit.count + longest else { throw .tooManyIntervals }
    let end = min(own.last ?? window.upperBound, window.upperBound)
    let step = Step(edges: own, planned: planned == 0 ? own.count - 1 : planned, window: start..<max(end, start))
    start = end
    return step
  }
}
