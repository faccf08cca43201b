/// An axis of values: ticks at multiples of 1, 2 or 5 times a power of ten that enclose all values.
struct NiceScale: Sendable, Hashable {
  /// The ticks, ascending; at least two.
  let ticks: [Double]
  /// How many decimals their labels need.
  let decimals: Int

  /// Finds the ticks.
  ///
  /// - Parameters:
  ///   - low: the least value.
  ///   - high: the greatest value.
  ///   - count: about how many steps there shall be.
  init(_ low: Double, _ high: Double, count: Int) {
    var low = min(max(low, -1e300), 1e300)
    var high = min(max(high, -1e300), 1e300)
    // One value, or two that hardly differ: an axis around them.
    if high - low <= max(high.magnitude, low.magnitude) * 1e-12 || high - low < 1e-290 {
      let room = high.magnitude < 1e-290 ? 1 : high.magnitude * 0.1
      if low > 0 || high < 0 { low -= room }
      high += room
    }
    let rough = (high - low) / Double(max(1, count))
    var exponent = 0
    while Self.timesTen(1, to: exponent + 1) <= rough { exponent += 1 }
    while Self.timesTen(1, to: exponent) > rough { exponent -= 1 }
    let size = rough / Self.timesTen(1, to: exponent)
    // A step of ten is the next power's step of one.
    let factor = size <= 1 ? 1 : size <= 2 ? 2 : size <= 5 ? 5 : 1.0
    if size > 5 { exponent += 1 }
    let step = Self.timesTen(factor, to: exponent)
    // A value that is a tick up to rounding needs no further one.
    let first = (low / step + 1e-9).rounded(.down)
    let last = max(first + 1, (high / step - 1e-9).rounded(.up))
    ticks = stride(from: first, through: last, by: 1).prefix(2 * count + 4).map {
      Self.timesTen($0 * factor, to: exponent)
    }
    decimals = max(0, -exponent)
  }

  /// The least value of the axis.
  var minimum: Double { ticks.first ?? 0 }
  /// The greatest value of the axis.
  var maximum: Double { ticks.last ?? 1 }

  /// Where a value stands between the least (0) and the greatest (1).
  func place(of value: Double) -> Double {
    let span = maximum - minimum
    return span > 0 ? min(max((value - minimum) / span, 0), 1) : 0
  }

  /// The label of a tick.
  func label(_ tick: Double, separator: Character) -> String {
    FixedDecimals.string(tick, decimals, separator: separator)
  }

  /// A number times a power of ten; exact up to the rounding of one operation for powers up to 22.
  private static func timesTen(_ number: Double, to exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<min(exponent.magnitude, 320) { power *= 10 }
    return exponent < 0 ? number / power : number * power
  }
}
