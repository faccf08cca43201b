package import HealthModel

/// The length of the intervals of a statistics collection, in minutes, days or months, like HealthKit's
/// `DateComponents`.
public struct CalendarInterval: Sendable, Hashable, CustomStringConvertible {
  /// The units, from short to long; a night is the time from noon to noon, with the date of its evening.
  public enum Unit: String, CaseIterable, Sendable, Hashable {
    case minute, hour, day, night, week, month, quarter, year

    /// The unit of a word: `day`, `days`, `d`; `m` means none, for it could be a minute or a month.
    init?(word: String) {
      switch word {
      case "minute", "minutes", "min": self = .minute
      case "hour", "hours", "h": self = .hour
      case "day", "days", "d": self = .day
      case "night", "nights": self = .night
      case "week", "weeks", "w": self = .week
      case "month", "months", "mo": self = .month
      case "quarter", "quarters", "q": self = .quarter
      case "year", "years", "y": self = .year
      default: return nil
      }
    }
  }

  static let greatestCount = 100_000

  package var unit: Unit
  /// How many of it, 1 to 100,000; what is beyond is taken for the nearest.
  package var count: Int { didSet { count = Self.allowed(count) } }

  /// Creates an interval of a number of units.
  public init(_ unit: Unit, count: Int = 1) {
    self.unit = unit
    self.count = Self.allowed(count)
  }

  /// Reads `day`, `2 weeks`, `15min`, `1h`, `7d`, `2w`, `3mo`, `1q`, `1y`; `nil` for what is not an interval.
  package init?(_ text: String) {
    let digits = text.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    var word = text.utf8.dropFirst(digits.count)
    if !digits.isEmpty, word.first == UInt8(ascii: " ") { word = word.dropFirst() }
    guard let unit = Unit(word: String(decoding: word, as: UTF8.self).lowercased()) else { return nil }
    guard let count = digits.isEmpty ? 1 : Int(String(decoding: digits, as: UTF8.self)), count == Self.allowed(count)
    else { return nil }
    self.init(unit, count: count)
  }

  /// `day`, `15 minutes`: what `init(_:)` reads.
  public var description: String { count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s" }

  private static func allowed(_ count: Int) -> Int { min(max(count, 1), greatestCount) }
}

/// All time, cut into intervals of the calendar of a time zone: no gap, no overlap, none empty.
///
/// Days and what is longer begin at the first instant at which the local clock shows midnight or later, so that a day
/// has 23 or 25 hours where clocks change, and one that a zone skips has no interval. Nights are such days that begin at
/// noon. Weeks begin on Monday. Several are counted from 1970: days and nights from 1 January, weeks from Monday the
/// 5th, months, quarters and years from January.
/// Minutes and hours are time that passed since the day began, and the last ones of a day end with it.
///
/// With an anchor intervals are counted from it: days and what is longer begin at its local time of day, months,
/// quarters and years on its day of the month as well (a shorter month's last day stands for it), minutes and hours
/// are time that passed since.
///
/// Instants are microseconds since 1970 UTC of the years 1 to 9999; those beyond are taken for the nearest.
package struct IntervalGrid: Sendable, Hashable {
  package let interval: CalendarInterval
  /// Whose clock counts.
  package let zone: TimeZoneRules
  private let cut: Cut

  private enum Cut: Sendable, Hashable {
    case local(LocalSteps)
    /// At a fixed number of microseconds from the beginning of each day.
    case withinDays(step: Int64)
    /// At a fixed number of microseconds from an instant.
    case passed(origin: Int64, step: Int64)
  }

  /// The first instant of year 1, and the first after year 9999.
  private static let time = (start: Int64(-62_135_596_800_000_000), end: Int64(253_402_300_800_000_000))

  package init(_ interval: CalendarInterval, anchor: Int64? = nil, zone: TimeZoneRules) {
    self.interval = interval
    self.zone = zone
    let origin = anchor.map { min(max($0, Self.time.start), Self.time.end - 1) }
    let step = Int64(interval.count) * (interval.unit == .minute ? 60_000_000 : 3_600_000_000)
    switch (interval.unit, origin) {
    case (.minute, let origin?), (.hour, let origin?): cut = .passed(origin: origin, step: step)
    case (.minute, nil), (.hour, nil): cut = .withinDays(step: step)
    default: cut = .local(LocalSteps(interval, anchor: origin.map(zone.local)))
    }
  }

  package func start(containing instant: Int64) -> Int64 { span(containing: instant).start }

  /// The first start of an interval after an instant; `nil` when it is after year 9999.
  package func next(after start: Int64) -> Int64? {
    guard start < Self.time.end else { return nil }
    let end = span(containing: start).end
    return end < Self.time.end ? end : nil
  }

  /// Where the intervals that cover a stretch of time begin and end.
  ///
  /// - Returns: strictly ascending: the start of the interval that `from` is in, and the end of each interval up to
  ///   the first at or after `to`, or the end of year 9999. One edge alone when nothing is between.
  package func edges(from: Int64, to: Int64, limit: Int = 1_000_000) throws(QueryError) -> [Int64] {
    let goal = min(to, Self.time.end)
    var period = OffsetPeriod(start: 0, end: 0, offset: 0)
    var span = span(containing: from, &period)
    var edges = [span.start]
    var last = span.start
    while last < goal {
      guard edges.count <= limit else {
        let length = interval.count == 1 ? "1 \(interval)" : "\(interval)"
        throw QueryError(
          .wrongInterval, "the requested time has more than \(limit) intervals of \(length)",
          instead: "ask for longer intervals or for less time")
      }
      last = min(span.end, Self.time.end)
      edges.append(last)
      if last < goal { span = self.span(containing: last, &period) }
    }
    return edges
  }

  private struct Span {
    var start: Int64
    var end: Int64
  }

  private func span(containing instant: Int64) -> Span {
    var period = OffsetPeriod(start: 0, end: 0, offset: 0)
    return span(containing: instant, &period)
  }

  /// The interval that an instant is in; the period is that of the call before, any at first.
  private func span(containing instant: Int64, _ period: inout OffsetPeriod) -> Span {
    let moment = min(max(instant, Self.time.start), Self.time.end - 1)
    switch cut {
    case .local(let steps): return span(of: steps, containing: moment, &period)
    case .withinDays(let step):
      let day = span(of: .midnights, containing: moment, &period)
      let start = moment - (moment - day.start) % step
      return Span(start: start, end: min(start + step, day.end))
    case .passed(let origin, let step):
      let start = origin + LocalSteps.quotient(moment - origin, step) * step
      return Span(start: start, end: start + step)
    }
  }

  private func span(of steps: LocalSteps, containing moment: Int64, _ period: inout OffsetPeriod) -> Span {
    if !period.contains(moment) { period = zone.period(at: moment) }
    var number = steps.number(of: moment + period.offset)
    var start = zone.instant(ofLocal: steps.reading(number), from: &period)
    while true {
      // A clock that went back shows a day again whose next one began already; a day that is skipped ends as it begins.
      let end = zone.instant(ofLocal: steps.reading(number + 1), from: &period)
      if end > moment { return Span(start: start, end: end) }
      start = end
      number += 1
    }
  }
}

/// Where days and what is longer begin by the clock of a zone: a reading for every whole number, ascending.
enum LocalSteps: Sendable, Hashable {
  /// At a fixed number of microseconds from a reading.
  case days(origin: Int64, step: Int64)
  /// At a fixed number of months from one, counted from year 0, on a day at a time; a shorter month uses its last day.
  case months(origin: Int, step: Int, day: Int, time: Int64)

  static let midnights = LocalSteps.days(origin: 0, step: Instant.day)

  init(_ interval: CalendarInterval, anchor: Int64?) {
    let (days, months) =
      switch interval.unit {
      case .minute, .hour, .day, .night: (1, 0)
      case .week: (7, 0)
      case .month: (0, 1)
      case .quarter: (0, 3)
      case .year: (0, 12)
      }
    if days > 0 {
      let origin = anchor ?? (days == 7 ? 4 * Instant.day : interval.unit == .night ? Instant.day / 2 : 0)
      self = .days(origin: origin, step: Int64(interval.count * days) * Instant.day)
    } else {
      let origin = anchor ?? 0
      let date = CivilDate(origin)
      self = .months(
        origin: date.year * 12 + date.month - 1, step: interval.count * months, day: date.day,
        time: origin - Self.quotient(origin, Instant.day) * Instant.day)
    }
  }

  /// The clock reading at the beginning of a number's step.
  func reading(_ number: Int64) -> Int64 {
    switch self {
    case .days(let origin, let step): return origin + number * step
    case .months(let origin, let step, let day, let time):
      let months = Int64(origin) + number * Int64(step)
      let year = Int(Self.quotient(months, 12))
      let month = Int(months) - year * 12 + 1
      let date = CivilDate(year: year, month: month, day: min(day, CivilDate.daysInMonth(month, year: year)))
      return Int64(date.daysSince1970) * Instant.day + time
    }
  }

  func number(of reading: Int64) -> Int64 {
    switch self {
    case .days(let origin, let step): return Self.quotient(reading - origin, step)
    case .months(let origin, let step, _, _):
      let date = CivilDate(reading)
      let number = Self.quotient(Int64(date.year * 12 + date.month - 1 - origin), Int64(step))
      return self.reading(number) > reading ? number - 1 : number
    }
  }

  /// The quotient rounded down; the divisor is positive.
  static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}
