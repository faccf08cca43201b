/// The rule at the end of a time zone file, for the time after its last change: POSIX's `TZ`, hours as in RFC 9636.
struct FooterRule: Sendable, Hashable {
  /// The offset of standard time, in microseconds east of UTC.
  var standard: Int64
  /// Daylight saving; `nil` when there is none.
  var saving: Saving?

  /// The time of the year when clocks differ from standard time, backward or forward.
  struct Saving: Sendable, Hashable {
    /// The offset, in microseconds east of UTC.
    var offset: Int64
    var start: YearlyChange
    var end: YearlyChange
  }

  var largestOffset: Int64 { max(standard, saving?.offset ?? standard) }

  /// Instants beyond these have the offsets of these: some years before year 1 and after 9999.
  private static let bounds: ClosedRange<Int64> = -63_000_000_000_000_000...253_500_000_000_000_000

  /// The stretch of one offset that an instant is in; the next may have the same offset.
  func period(at instant: Int64) -> OffsetPeriod {
    var period = OffsetPeriod(start: .min, end: .max, offset: standard)
    guard let saving else { return period }
    let moment = min(max(instant, Self.bounds.lowerBound), Self.bounds.upperBound)
    func take(_ change: Int64, _ offset: Int64) {
      if change > moment {
        period.end = min(period.end, change)
      } else if change >= period.start {
        period.start = change
        period.offset = offset
      }
    }
    let year = CivilDate(moment).year
    // A change may be up to a week beyond its year. An end comes before a start at the same instant: saving all year.
    for year in (year - 1)...(year + 1) {
      take(saving.end.reading(in: year) - saving.offset, standard)
      take(saving.start.reading(in: year) - standard, saving.offset)
    }
    if instant < Self.bounds.lowerBound { period.start = .min }
    if instant > Self.bounds.upperBound { period.end = .max }
    return period
  }
}

/// A day of every year with a time, at which clocks change.
struct YearlyChange: Sendable, Hashable {
  enum Day: Sendable, Hashable {
    /// `J1` to `J365`: the day of the year, 29 February not counted.
    case withoutLeapDay(Int)
    /// `0` to `365`: days since 1 January.
    case sinceNewYear(Int)
    /// `M3.5.0`: month, week from 1 to 5 for the last, weekday from 0 for Sunday.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  var day: Day
  /// Microseconds after the day's midnight, -167 to 167 hours.
  var time: Int64

  func reading(in year: Int) -> Int64 { Int64(daysSince1970(in: year)) * Instant.day + time }

  private func daysSince1970(in year: Int) -> Int {
    switch day {
    case .withoutLeapDay(let number):
      let isAfterLeapDay = number >= 60 && CivilDate.daysInMonth(2, year: year) == 29
      return CivilDate(year: year, month: 1, day: 1).daysSince1970 + number - (isAfterLeapDay ? 0 : 1)
    case .sinceNewYear(let number): return CivilDate(year: year, month: 1, day: 1).daysSince1970 + number
    case .weekday(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1).daysSince1970
      // 1970 began on a Thursday; the sum is positive for every year passed in.
      let firstWeekday = (first + 4 + 7 * 200_000) % 7
      let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      return first + (day >= CivilDate.daysInMonth(month, year: year) ? day - 7 : day)
    }
  }
}
