import HealthModel

/// Where days and what is longer begin by the clock of a zone: a reading for every whole number, ascending.
enum LocalSteps: Sendable, Hashable {
  /// At a fixed number of microseconds from a reading.
  case days(origin: Int64, step: Int64)
  /// At a fixed number of months from one, counted from year 0, on a day at a time; a shorter month uses its last day.
  case months(origin: Int, step: Int, day: Int, time: Int64)

  /// Each day's midnight.
  static let midnights = LocalSteps.days(origin: 0, step: Instant.day)

  init(_ interval: CalendarInterval, anchor: Int64?) {
    let (days, months) =
      switch interval.unit {
      case .minute, .hour, .day: (1, 0)
      case .week: (7, 0)
      case .month: (0, 1)
      case .quarter: (0, 3)
      case .year: (0, 12)
      }
    if days > 0 {
      let origin = anchor ?? (days == 7 ? 4 * Instant.day : 0)
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
