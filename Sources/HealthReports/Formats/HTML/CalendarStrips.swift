import HealthModel

/// A calendar of samples made ready to draw: the types with most samples, each cut into the same few stretches of time.
struct CalendarStrips {
  /// One type.
  struct Strip {
    /// The type's title.
    var name: String
    /// Its samples.
    var total: Int
    /// Its samples in each stretch.
    var bins: [Int]
  }

  /// The most types that are drawn.
  static let limit = 12
  /// The most stretches that the time is cut into.
  static let binLimit = 120

  /// The types, most samples first.
  private(set) var strips: [Strip] = []
  let otherTypes: Int
  let otherSamples: Int
  /// The first and the last day, month, year, decade or century.
  let firstLabel: String
  let lastLabel: String
  /// How long one stretch is, in words.
  let stretch: String

  /// Cuts the calendar; `nil` when it has no samples.
  init?(_ calendar: SampleCalendar, names: [String]) {
    var totals: [Int32: Int] = [:]
    for (key, number) in calendar.counts { totals[key.type, default: 0] += number }
    let ranked = totals.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    let shown = Set(ranked.prefix(Self.limit).map(\.key))
    let units = calendar.counts.keys.filter { shown.contains($0.type) }.map { Self.unit($0.day, calendar.step) }
    guard let first = units.min(), let last = units.max() else { return nil }
    let unitsPerBin = (last - first + Self.binLimit) / Self.binLimit
    let binCount = (last - first) / unitsPerBin + 1
    var bins: [Int32: [Int]] = [:]
    for (key, number) in calendar.counts where shown.contains(key.type) {
      let bin = (Self.unit(key.day, calendar.step) - first) / unitsPerBin
      bins[key.type, default: [Int](repeating: 0, count: binCount)][bin] += number
    }
    for (type, total) in ranked.prefix(Self.limit) {
      let name = names.indices.contains(Int(type)) ? names[Int(type)] : "unknown type"
      strips.append(Strip(name: name, total: total, bins: bins[type] ?? []))
    }
    otherTypes = ranked.count - strips.count + calendar.others.count
    let unranked = calendar.others.values.reduce(0, +)
    otherSamples = ranked.dropFirst(Self.limit).reduce(unranked) { $0 + $1.value }
    firstLabel = Self.label(first, calendar.step)
    lastLabel = Self.label(last, calendar.step)
    stretch = Self.words(for: unitsPerBin, calendar.step)
  }

  private static func words(for count: Int, _ step: SampleCalendar.Step) -> String {
    if count > 1, let years = step.years { return HTMLText.count(count * years, "year") }
    let word =
      switch step {
      case .day: "day"
      case .month: "month"
      case .year: "year"
      case .decade: "decade"
      case .century: "century"
      }
    return count == 1 ? "one \(word)" : HTMLText.count(count, word)
  }

  /// A step as a number that grows by one from each to the next, so that months are as long as each other.
  private static func unit(_ day: Int32, _ step: SampleCalendar.Step) -> Int {
    guard step != .day else { return Int(day) }
    let date = CivilDate(daysSince1970: Int(day))
    guard let years = step.years else { return date.year * 12 + date.month - 1 }
    // The step's first year, so nothing is rounded.
    return date.year / years
  }

  /// The day, month, year, decade or century of a step's number.
  private static func label(_ unit: Int, _ step: SampleCalendar.Step) -> String {
    switch step {
    case .day:
      let date = CivilDate(daysSince1970: unit)
      return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    case .month:
      let month = (unit % 12 + 12) % 12
      return "\(padded((unit - month) / 12, 4))-\(padded(month + 1, 2))"
    case .year: return padded(unit, 4)
    case .decade: return "\(padded(unit * 10, 4))s"
    case .century: return "\(padded(unit * 100, 4))–\(padded(unit * 100 + 99, 4))"
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
