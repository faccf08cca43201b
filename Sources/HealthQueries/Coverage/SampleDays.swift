import HealthModel
import HealthStorage

/// The calendar days on which samples start, by the clock of one zone or by each sample's own.
struct SampleDays: Sendable {
  private let rules: TimeZoneRules?
  private var local: LocalIntervals
  /// The clocks before any zone was named.
  private let unused: LocalIntervals
  /// The time zones that samples named: texts of any content, of which some 600 are zones.
  private(set) var zoneNames: [String] = []
  private var zoneNumbers: [String: Int32] = [:]
  /// How many names are remembered, and how long one is; zones have at most 32 bytes.
  static let maximumNames = 1024
  static let longestName = 128
  /// The last day that was found, and the instants that belong to it by the zone's clock.
  private var last: (from: Int64, to: Int64, day: Int32) = (0, 0, 0)

  init(_ zone: ReportZone, zones: TimeZoneDatabase) {
    let grid = IntervalGrid(CalendarInterval(.day), zone: .utc)
    unused = LocalIntervals(grid, window: Instant.earliest..<Instant.latest + 1, zones: zones)
    local = unused
    switch zone {
    case .named(let rules): self.rules = rules
    case .sample: rules = nil
    }
  }

  /// Whether the offsets and time zones of samples are needed.
  var needsZones: Bool { rules == nil }

  /// The number of the day on which a sample starts, since 1970.
  mutating func day(ofRow row: Int, of columns: SampleColumns) -> Int32 {
    let start = columns.start[row]
    if let rules { return day(of: start, by: rules) }
    let clock = local.clock(zone: columns.zone[row], offset: columns.startOffset[row], names: columns.zones)
    return Self.number(ofReading: local.place(of: start, clock: clock)?.key ?? start)
  }

  /// The number of the day on which a sample starts, since 1970.
  mutating func day(ofStart start: Int64, offset: Int16, zone: String?) -> Int32 {
    if let rules { return day(of: start, by: rules) }
    var number: Int32 = -1
    if let zone, zone.utf8.count <= Self.longestName {
      if zoneNames.count >= Self.maximumNames, zoneNumbers[zone] == nil {
        (local, zoneNames, zoneNumbers) = (unused, [], [:])
      }
      number = zoneNumbers[zone] ?? Int32(truncatingIfNeeded: zoneNames.count)
      if zoneNumbers.updateValue(number, forKey: zone) == nil { zoneNames.append(zone) }
    }
    let clock = local.clock(zone: number, offset: offset, names: zoneNames)
    return Self.number(ofReading: local.place(of: start, clock: clock)?.key ?? start)
  }

  private mutating func day(of instant: Int64, by rules: TimeZoneRules) -> Int32 {
    if instant >= last.from, instant < last.to { return last.day }
    let period = rules.period(at: instant)
    let reading = instant &+ period.offset
    let day = Self.number(ofReading: reading)
    let midnight = Int64(day) &* Instant.day &- period.offset
    last = (max(midnight, period.start), min(midnight &+ Instant.day, period.end), day)
    return day
  }

  private static func number(ofReading reading: Int64) -> Int32 {
    let (days, rest) = reading.quotientAndRemainder(dividingBy: Instant.day)
    return Int32(truncatingIfNeeded: rest < 0 ? days - 1 : days)
  }
}
