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
  /// How many types are not drawn.
  let otherTypes: Int
  /// How many samples those have.
  let otherSamples: Int
  /// The first and the last day, month or year.
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
    otherTypes = ranked.count - strips.count
    otherSamples = ranked.dropFirst(Self.limit).reduce(0) { $0 + $1.value }
    firstLabel = Self.label(first, calendar.step)
    lastLabel = Self.label(last, calendar.step)
    let word = calendar.step == .day ? "day" : calendar.step == .month ? "month" : "year"
    stretch = unitsPerBin == 1 ? "one \(word)" : HTMLText.count(unitsPerBin, word)
  }

  /// A step as a number that grows by one from each to the next, so that months are as long as each other.
  private static func unit(_ day: Int32, _ step: SampleCalendar.Step) -> Int {
    guard step != .day else { return Int(day) }
    let date = CivilDate(daysSince1970: Int(day))
    return step == .month ? date.year * 12 + date.month - 1 : date.year
  }

  /// The day, month or year of a step's number.
  private static func label(_ unit: Int, _ step: SampleCalendar.Step) -> String {
    switch step {
    case .day:
      let date = CivilDate(daysSince1970: unit)
      return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    case .month:
      let month = (unit % 12 + 12) % 12
      return "\(padded((unit - month) / 12, 4))-\(padded(month + 1, 2))"
    case .year: return padded(unit, 4)
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
