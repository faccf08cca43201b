import HealthModel

/// The interval that a moment is in, and for how long the clock stays in it.
struct IntervalPosition: Sendable, Hashable {
  /// The start as it is reported: an instant, or a reading of the sample's own clock.
  var key: Int64
  var keyEnd: Int64
  /// An instant in the interval, from which on the clock does not leave it before `to`.
  var from: Int64
  /// When the clock leaves it; cut to the part of the time that is worked on.
  var to: Int64
  var limit: Int64
}

/// Finds the intervals of instants: fixed ones, or those of each sample's or person's own clock.
struct IntervalFinder: Sendable {
  private var fixed: FixedIntervals
  private var local: LocalIntervals?

  init(_ fixed: FixedIntervals) { self.fixed = fixed }

  /// Intervals of own clocks.
  init(_ local: LocalIntervals, window: Range<Int64>) {
    fixed = FixedIntervals(edges: [], grid: nil, window: window)
    self.local = local
  }

  var isFixed: Bool { local == nil }

  /// The interval of an instant within the time that is worked on.
  ///
  /// - Returns: the interval, from the instant on or from an earlier one.
  mutating func place(of instant: Int64, clock: Int32) throws(QueryError) -> IntervalPosition {
    if let place = local?.place(of: instant, clock: clock) { return place }
    return try fixed.place(of: instant)
  }

  mutating func clock(zone: Int32, offset: Int16, names: [String]) -> Int32 {
    local?.clock(zone: zone, offset: offset, names: names) ?? 0
  }

  /// Goes by the clock of a person from here on, whatever clocks samples name.
  mutating func use(_ zone: TimeZoneRules, of person: SubjectName) { local?.use(zone, of: person) }
}

extension QueryError {
  /// There are more intervals than can be numbered.
  static var tooManyIntervals: QueryError {
    QueryError(
      .wrongInterval, "the time of the samples has more than \(IntervalLimit.count) such intervals",
      instead: "ask for longer intervals or a shorter time")
  }
}

/// How many intervals an answer may have.
enum IntervalLimit { static let count = 1_000_000 }

/// The intervals between given edges, and before and after them as many more as samples reach into.
struct FixedIntervals: Sendable {
  private var edges: [Int64]
  private let grid: IntervalGrid?
  private let window: Range<Int64>
  private var index = 0
  private var current: IntervalPosition

  init(edges: [Int64], grid: IntervalGrid?, window: Range<Int64>) {
    self.edges = edges
    self.grid = grid
    self.window = window
    let start = window.lowerBound
    current = IntervalPosition(key: start, keyEnd: start, from: start, to: start, limit: start)
  }

  /// The interval of an instant within the window; the same one and the next one are found at once.
  mutating func place(of instant: Int64) throws(QueryError) -> IntervalPosition {
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
    current = IntervalPosition(key: start, keyEnd: end, from: start, to: end, limit: end)
    return current
  }

  private mutating func extend(before first: Int64, to instant: Int64) throws(QueryError) {
    guard let grid else { throw .tooManyIntervals }
    let more = try grid.edges(from: instant, to: first, limit: IntervalLimit.count)
    edges.insert(contentsOf: more.prefix { $0 < first }, at: 0)
    index = search(instant)
  }

  private func holds(_ index: Int, _ instant: Int64) -> Bool {
    index >= 0 && index + 1 < edges.count && edges[index] <= instant && instant < edges[index + 1]
  }

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

/// Intervals by each sample's own clock: a day is what the calendar said where the sample was taken; or by each person's.
///
/// Their starts and ends are readings of clocks. Clocks that are ahead and after go through one interval at different
/// times, and a traveller's clock may go through it twice.
struct LocalIntervals: Sendable {
  private let grid: IntervalGrid
  private let window: Range<Int64>
  /// The readings to which intervals are cut.
  private let readings: Range<Int64>
  private let database: TimeZoneDatabase
  private var clocks: [TimeZoneRules] = []
  /// The result of each clock's last lookup.
  private var places: [IntervalPosition?] = []
  /// The clock of each time zone of the scan; -1 for names that are not zones.
  private var zones: [Int32] = []
  private var offsets: [Int16: Int32] = [:]
  private var people: [SubjectName: Int32] = [:]
  private var own: Int32?

  /// A clock is at most this far after UTC.
  private static let farthestBehind: Int64 = 18 * 3_600_000_000

  init(
    _ grid: IntervalGrid, window: Range<Int64>, readings: Range<Int64> = Int64.min..<Int64.max,
    zones database: TimeZoneDatabase = .system()
  ) {
    self.database = database
    self.readings = readings
    self.grid = grid
    self.window = window
  }

  mutating func use(_ zone: TimeZoneRules, of person: SubjectName) {
    own = people[person] ?? add(zone)
    people[person] = own
  }

  mutating func clock(zone: Int32, offset: Int16, names: [String]) -> Int32 {
    if let own { return own }
    while zones.count < names.count {
      let rules = try? TimeZoneRules(names[zones.count], in: database)
      zones.append(rules.map { add($0) } ?? -1)
    }
    let index = Int(zone)
    if zones.indices.contains(index), zones[index] >= 0 { return zones[index] }
    if let clock = offsets[offset] { return clock }
    let clock = add(TimeZoneRules(offsetMinutes: Int(offset)))
    offsets[offset] = clock
    return clock
  }

  private mutating func add(_ rules: TimeZoneRules) -> Int32 {
    clocks.append(rules)
    places.append(nil)
    return Int32(truncatingIfNeeded: clocks.count - 1)
  }

  /// The interval that a clock is in at an instant within the window; `nil` if there is no clock.
  mutating func place(of instant: Int64, clock: Int32) -> IntervalPosition? {
    let index = Int(clock)
    guard clocks.indices.contains(index) else { return nil }
    if let place = places[index], instant >= place.from, instant < place.to { return place }
    // A clock that was set back may show readings before those that are asked for, after the first of these.
    let reading = min(max(clocks[index].local(instant), readings.lowerBound), readings.upperBound - 1)
    let first = grid.start(containing: reading)
    let start = max(first, readings.lowerBound)
    let end = min(grid.next(after: first) ?? Instant.latest + 1, readings.upperBound)
    // Readings of the year 10,000 stay in the last interval.
    let leaves = reading < end ? Self.leaves(start..<end, from: instant, by: clocks[index]) : Int64.max
    let place = IntervalPosition(
      key: start, keyEnd: end, from: instant,
      to: max(instant + 1, min(leaves, window.upperBound)),
      limit: end + Self.farthestBehind)
    places[index] = place
    return place
  }

  /// When a clock that shows a reading of an interval first shows one outside it.
  private static func leaves(_ interval: Range<Int64>, from instant: Int64, by clock: TimeZoneRules) -> Int64 {
    var moment = instant
    while true {
      let period = clock.period(at: moment)
      let end = interval.upperBound - period.offset
      // Beyond the last change nothing else can happen.
      if end <= period.end { return end }
      guard interval.contains(clock.local(period.end)) else { return period.end }
      moment = period.end
    }
  }
}
