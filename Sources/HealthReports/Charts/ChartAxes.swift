import HealthModel

/// An axis of values: ticks at multiples of 1, 2 or 5 times a power of ten that enclose all values.
struct NiceScale: Sendable, Hashable {
  /// The ticks, ascending; at least two.
  let ticks: [Double]
  /// How many decimals their labels need.
  let decimals: Int

  /// The greatest magnitude with a tick beyond it that is still a number.
  private static let largest = 1e300
  /// The most decimals of a label: longer ones are written with an exponent.
  private static let decimalLimit = 9

  /// Whether an axis can enclose a number: NaN, infinity and the last powers of ten have no tick beyond them.
  static func canHold(_ value: Double) -> Bool { value.magnitude <= largest }

  init(_ low: Double, _ high: Double, steps: Int) {
    var low = min(max(low, -Self.largest), Self.largest)
    var high = min(max(high, -Self.largest), Self.largest)
    // One value, or two that hardly differ: an axis around them.
    if high - low <= max(high.magnitude, low.magnitude) * 1e-12 || high - low < 1e-290 {
      let size = max(high.magnitude, low.magnitude)
      let room = size < 1e-290 ? 1 : size * 0.1
      if low > 0 || high < 0 { low -= room }
      high += room
    }
    let rough = (high - low) / Double(max(1, steps))
    var exponent = 0
    while Self.times(1, tenTo: exponent + 1) <= rough { exponent += 1 }
    while Self.times(1, tenTo: exponent) > rough { exponent -= 1 }
    let size = rough / Self.times(1, tenTo: exponent)
    // A step of ten is the next power's step of one.
    let factor = size <= 1 ? 1 : size <= 2 ? 2 : size <= 5 ? 5 : 1.0
    if size > 5 { exponent += 1 }
    let step = Self.times(factor, tenTo: exponent)
    // A value that is a tick up to rounding needs no further one.
    let first = (low / step + 1e-9).rounded(.down)
    let last = max(first + 1, (high / step - 1e-9).rounded(.up))
    ticks = stride(from: first, through: last, by: 1).prefix(2 * steps + 4).map {
      Self.times($0 * factor, tenTo: exponent)
    }
    decimals = max(0, -exponent)
  }

  var minimum: Double { ticks.first ?? 0 }
  var maximum: Double { ticks.last ?? 1 }

  /// The place of a value between the least (0) and the greatest (1).
  func place(of value: Double) -> Double {
    let span = maximum - minimum
    return span > 0 ? min(max((value - minimum) / span, 0), 1) : 0
  }

  func label(_ tick: Double) -> String {
    guard decimals <= Self.decimalLimit else { return DecimalWriter.string(tick) }
    return FixedDecimals.string(tick, decimals)
  }

  /// A value in words: two decimals more than the labels have, without zeros at the end.
  func words(_ value: Double) -> String {
    guard decimals + 2 <= Self.decimalLimit else { return DecimalWriter.string(value) }
    return FixedDecimals.trimmed(value, decimals + 2, isGrouped: true)
  }

  /// A number times a power of ten, rounded once: a product of powers would print as 3.0000000000000004e-30.
  private static func times(_ number: Double, tenTo exponent: Int) -> Double {
    // Whole numbers up to 10^15 are written without an exponent.
    guard number.magnitude < 1e15, let value = Double("\(Int(number))e\(exponent)") else { return number }
    return value
  }
}

/// Numbers for people: a fixed number of decimals, thousands apart.
package enum FixedDecimals {
  /// The number, rounded half away from zero.
  ///
  /// - Returns: the text; numbers of 10^15 and more are written in the shortest way.
  package static func string(_ value: Double, _ decimals: Int, isGrouped: Bool = true) -> String {
    guard value.isFinite else { return "-" }
    let places = min(max(decimals, 0), 15)
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
    guard scaled < 1_000_000_000_000_000 else { return DecimalWriter.string(value) }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
    var text = value < 0 && scaled > 0 ? "-" : ""
    text += isGrouped ? GroupedDigits.string(whole) : String(whole)
    guard places > 0 else { return text }
    let digits = String(rest)
    return text + "." + String(repeating: "0", count: max(0, places - digits.count)) + digits
  }

  /// The number without zeros at the end of its decimals.
  package static func trimmed(_ value: Double, _ decimals: Int, isGrouped: Bool = false) -> String {
    let text = string(value, decimals, isGrouped: isGrouped)
    guard text.utf8.contains(UInt8(ascii: ".")), !text.utf8.contains(UInt8(ascii: "e")) else { return text }
    var short = text[...]
    while short.last == "0" { short.removeLast() }
    if short.last == "." { short.removeLast() }
    return String(short)
  }
}

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

  let ticks: [Tick]

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

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

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
