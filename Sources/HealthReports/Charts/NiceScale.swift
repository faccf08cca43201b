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

  /// Finds the ticks.
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

  /// The least value of the axis.
  var minimum: Double { ticks.first ?? 0 }
  /// The greatest value of the axis.
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
