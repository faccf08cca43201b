/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Sendable, Hashable {
  /// The year, 1 to 9999 in a valid date.
  public var year: Int
  /// The month, 1 to 12 in a valid date.
  public var month: Int
  /// The day of the month, from 1.
  public var day: Int

  /// Creates a date without checking it; see `isValid`.
  @inlinable public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  package var isValid: Bool {
    @inlinable @inline(__always) get {
      year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1
        && (day <= 28 || day <= Self.daysInMonth(month, year: year))
    }
  }

  @inlinable package static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: (year & 3 == 0 && (year % 100 != 0 || year % 400 == 0)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, by counting years from March so that the leap day comes last.
  public var daysSince1970: Int {
    @inlinable @inline(__always) get {
      let shifted = month > 2 ? year : year &- 1
      let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
      let yearOfEra = shifted &- era &* 400
      let monthFromMarch = month > 2 ? month &- 3 : month &+ 9
      let dayOfYear = (153 &* monthFromMarch &+ 2) / 5 &+ day &- 1
      let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
      return era &* 146_097 &+ dayOfEra &- 719_468
    }
  }

  @inlinable package init(daysSince1970 days: Int) {
    let shifted = days &+ 719_468
    let era = (shifted >= 0 ? shifted : shifted &- 146_096) / 146_097
    let dayOfEra = shifted &- era &* 146_097
    let yearOfEra = (dayOfEra &- dayOfEra / 1460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let monthFromMarch = (5 &* dayOfYear &+ 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch &+ 3 : monthFromMarch &- 9
    self.init(
      year: yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear &- (153 &* monthFromMarch &+ 2) / 5 &+ 1)
  }
}

extension CivilDate {
  /// The day in UTC of an instant in microseconds since 1970.
  public init(_ microseconds: Int64) {
    let days = microseconds / 86_400_000_000 - (microseconds % 86_400_000_000 < 0 ? 1 : 0)
    self.init(daysSince1970: Int(days))
  }
}
