import HealthModel

/// Intervals by each sample's own clock: a day is what the calendar said where the sample was taken.
///
/// Their starts and ends are readings of clocks. Clocks that are ahead and after go through one interval at different
/// times, and a traveller's clock may go through it twice.
struct LocalIntervals: Sendable {
  private let grid: IntervalGrid
  private let window: Range<Int64>
  private let database: TimeZoneDatabase
  private var clocks: [TimeZoneRules] = []
  /// The result of each clock's last lookup.
  private var places: [IntervalPosition?] = []
  /// The clock of each time zone of the scan; -1 for names that are not zones.
  private var zones: [Int32] = []
  private var offsets: [Int16: Int32] = [:]

  /// A clock is at most this far after UTC.
  private static let farthestBehind: Int64 = 18 * 3_600_000_000

  init(_ grid: IntervalGrid, window: Range<Int64>, zones database: TimeZoneDatabase = .system()) {
    self.database = database
    self.grid = grid
    self.window = window
  }

  /// The number of a sample's clock.
  mutating func clock(zone: Int32, offset: Int16, names: [String]) -> Int32 {
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
    let reading = clocks[index].local(instant)
    let start = grid.start(containing: reading)
    let end = grid.next(after: start) ?? Instant.latest + 1
    // Readings of the year 10,000 stay in the last interval.
    let leaves = reading < end ? Self.leaves(start..<end, from: instant, by: clocks[index]) : Int64.max
    let place = IntervalPosition(
      key: start, keyEnd: end, from: instant, to: max(instant + 1, min(leaves, window.upperBound)),
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
