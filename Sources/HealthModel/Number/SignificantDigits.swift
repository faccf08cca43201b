/// Rounds to the 6 significant digits that exports print, so that one value has one identity whatever the export wrote.
package enum SignificantDigits {
  /// The double nearest to `value` rounded to six significant decimal digits, half away from zero; -0 becomes 0.
  package static func six(_ value: Double) -> Double {
    guard value != 0, value.isFinite else { return 0 }
    let size = value.magnitude
    var exponent = 0
    var scaled = size
    // Bring the value into 100,000 ..< 1,000,000 by powers of ten, which are exact up to 10^22.
    while scaled >= 1_000_000, exponent < 400 {
      exponent += 1
      scaled = divide(size, byTenTo: exponent)
    }
    while scaled < 100_000, exponent > -400 {
      exponent -= 1
      scaled = divide(size, byTenTo: exponent)
    }
    let digits = scaled.rounded(.toNearestOrAwayFromZero)
    let rounded = divide(digits, byTenTo: -exponent)
    return value < 0 ? -rounded : rounded
  }

  private static func divide(_ value: Double, byTenTo exponent: Int) -> Double {
    var result = value
    var left = exponent.magnitude
    while left > 0 {
      let step = min(left, 22)
      var power = 1.0
      for _ in 0..<step { power *= 10 }
      result = exponent > 0 ? result / power : result * power
      left -= step
    }
    return result
  }
}
