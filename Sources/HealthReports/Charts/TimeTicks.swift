import HealthModel

/// Ticks of a time axis at places of the calendar: full hours, midnights, Mondays, firsts of months.
struct TimeTicks: Sendable {
  struct Tick: Sendable, Hashable {
    var instant: Int64
    var label: String
  }

  private enum Step {
    case minutes(Int64)
    case days(Int64)
    case months(Int)

    var length: Int64 {
      switch self {
      case .minutes(let count): count * 60_000_000
      case .days(let count): count * Instant.day
      case .months(let count): Int64(count) * 30 * Instant.day
      }
    }
  }

  /// From a minute to five thousand years.
  private static let steps: [Step] =
    [1, 2, 5, 15, 30, 60, 120, 180, 360, 720].map { .minutes($0) } + [1, 2, 7, 14].map { .days($0) }
    + [1, 3, 6].map { .months($0) } + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map { .months($0 * 12) }

  /// The ticks, ascending.
  let ticks: [Tick]

  /// Finds the ticks of a range.
  init(from: Int64, to: Int64, clock: ChartClock, limit: Int) {
    let length = to.subtractingReportingOverflow(from)
    guard length.partialValue > 0, !length.overflow,
      let step = Self.steps.first(where: { length.partialValue / $0.length <= Int64(max(1, limit)) })
    else {
      ticks = []
      return
    }
    var found: [Tick] = []
    for local in Self.readings(step, from: clock.local(from), to: clock.local(to)) {
      let instant = clock.instant(ofLocal: local)
      guard instant >= from, instant <= to, instant > found.last?.instant ?? Int64.min else { continue }
      // An hour that the clock skips has no tick; a day that begins late has one.
      if case .minutes = step, clock.local(instant) != local { continue }
      found.append(Tick(instant: instant, label: Self.label(local, step)))
    }
    ticks = found
  }

  /// Round readings of the clock around a range.
  private static func readings(_ step: Step, from: Int64, to: Int64) -> [Int64] {
    switch step {
    case .minutes, .days:
      // Weeks begin on Monday: 1970-01-05 was one.
      var origin: Int64 = 0
      if case .days(let count) = step, count >= 7 { origin = 4 * Instant.day }
      let size = step.length
      let first = floored(from - origin, size) + origin
      return Array(stride(from: first, through: to + Instant.day, by: Int64.Stride(size)).prefix(200))
    case .months(let count):
      let first = CivilDate(from)
      let month = (first.year * 12 + first.month - 1) / count * count
      let dates = stride(from: month, through: month + 200 * count, by: count).map {
        CivilDate(year: $0 / 12, month: $0 % 12 + 1, day: 1)
      }
      return dates.filter(\.isValid).map { Int64($0.daysSince1970) * Instant.day }.filter { $0 <= to + Instant.day }
    }
  }

  private static func floored(_ value: Int64, _ size: Int64) -> Int64 {
    let rest = value % size
    return value - rest - (rest < 0 ? size : 0)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func label(_ local: Int64, _ step: Step) -> String {
    let date = CivilDate(local)
    let month = months.indices.contains(date.month - 1) ? months[date.month - 1] : ""
    switch step {
    case .minutes where local % Instant.day != 0: return String(TimestampWriter.string(local).dropFirst(11).prefix(5))
    case .minutes, .days: return "\(month) \(date.day)"
    case .months: return date.month == 1 ? String(date.year) : month
    }
  }
}
