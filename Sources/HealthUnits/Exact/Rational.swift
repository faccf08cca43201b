/// An exact fraction of two 128-bit integers, always reduced, with a positive denominator.
///
/// Unit factors are such fractions, so that a pound is 45359237/100000000 kg and nothing else. What does not fit
/// 128 bits is `nil`, never a trap and never a rounded number.
@usableFromInline package struct Rational: Hashable, Sendable {
  /// The number above the line; carries the sign.
  package let numerator: Int128
  /// The number below the line; at least 1.
  package let denominator: Int128

  package static let zero = Rational(0)
  package static let one = Rational(1)

  @usableFromInline package init(_ whole: Int64) { self.init(reduced: Int128(whole), 1) }

  /// The reduced fraction of two integers; `nil` when the denominator is 0 or one of the two is `Int128.min`.
  package init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    let top = numerator / divisor
    let bottom = denominator / divisor
    self.init(reduced: bottom < 0 ? -top : top, bottom < 0 ? -bottom : bottom)
  }

  /// The exact value of a decimal such as `-12.50`, in ASCII bytes; `nil` when it is something else (an exponent, a
  /// missing digit, a plus sign) or has more digits than 128 bits hold.
  package init?(decimal text: some Collection<UInt8>) {
    var digits: Int128 = 0
    var scale: Int128 = 1
    var isNegative = false
    var isFraction = false
    var hasDigit = false
    for (index, byte) in text.enumerated() {
      switch byte {
      case ASCII.minus where index == 0: isNegative = true
      case ASCII.period where hasDigit && !isFraction:
        isFraction = true
        hasDigit = false
      case ASCII.zero...ASCII.nine:
        let (shifted, overflow) = digits.multipliedReportingOverflow(by: 10)
        let (next, carry) = shifted.addingReportingOverflow(Int128(byte - ASCII.zero))
        guard !overflow, !carry else { return nil }
        digits = next
        hasDigit = true
        if isFraction {
          let (wider, tooWide) = scale.multipliedReportingOverflow(by: 10)
          guard !tooWide else { return nil }
          scale = wider
        }
      default: return nil
      }
    }
    guard hasDigit else { return nil }
    self.init(isNegative ? -digits : digits, over: scale)
  }

  /// Keeps two numbers that have no common divisor and a positive denominator.
  private init(reduced numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest `Double`: exact to the last bit when both numbers are below 2^53.
  package var doubleValue: Double { Self.nearest(numerator) / Self.nearest(denominator) }

  /// The nearest `Double` of a number above or below the line.
  ///
  /// Nearly all fit 64 bits, whose conversion is one instruction; that of 128 bits is a hundred times slower.
  static func nearest(_ number: Int128) -> Double {
    let narrow = Int64(truncatingIfNeeded: number)
    return Int128(narrow) == number ? Double(narrow) : Double(number)
  }

  /// The greatest common divisor of two numbers of which the second is not 0 and neither is `Int128.min`.
  private static func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var large = first.magnitude
    var small = second.magnitude
    while small != 0 {
      if large <= UInt64.max, small <= UInt64.max { return greatestCommonDivisor(UInt64(large), UInt64(small)) }
      (large, small) = (small, large % small)
    }
    return Int128(truncatingIfNeeded: large)
  }

  private static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> Int128 {
    var large = first
    var small = second
    while small != 0 { (large, small) = (small, large % small) }
    return Int128(large)
  }

  /// The product, or `nil` when it does not fit 128 bits.
  package func multiplied(by other: Rational) -> Rational? {
    // Both fractions are reduced, so dividing crosswise first keeps the numbers small and the product reduced.
    let first = Self.greatestCommonDivisor(numerator, other.denominator)
    let second = Self.greatestCommonDivisor(other.numerator, denominator)
    let (top, overflow) = (numerator / first).multipliedReportingOverflow(by: other.numerator / second)
    let (bottom, carry) = (denominator / second).multipliedReportingOverflow(by: other.denominator / first)
    guard !overflow, !carry, top != .min else { return nil }
    return Rational(reduced: top, bottom)
  }

  /// The fraction turned over, or `nil` for 0.
  @usableFromInline package var reciprocal: Rational? { Rational(denominator, over: numerator) }

  /// The quotient, or `nil` when the divisor is 0 or the result does not fit 128 bits.
  @usableFromInline package func divided(by other: Rational) -> Rational? {
    guard let inverse = other.reciprocal else { return nil }
    return multiplied(by: inverse)
  }

  /// A whole power from -1024 to 1024, or `nil` outside of it, for a negative power of 0 and when it does not fit.
  package func raised(to exponent: Int) -> Rational? {
    guard exponent.magnitude <= 1024 else { return nil }
    guard exponent >= 0 else { return reciprocal?.raised(to: -exponent) }
    var result = Rational.one
    for _ in 0..<exponent {
      guard let next = result.multiplied(by: self) else { return nil }
      result = next
    }
    return result
  }

  /// The difference, or `nil` when it does not fit 128 bits.
  package func subtracting(_ other: Rational) -> Rational? {
    let shared = Self.greatestCommonDivisor(denominator, other.denominator)
    let (left, leftOverflow) = numerator.multipliedReportingOverflow(by: other.denominator / shared)
    let (right, rightOverflow) = other.numerator.multipliedReportingOverflow(by: denominator / shared)
    let (bottom, bottomOverflow) = denominator.multipliedReportingOverflow(by: other.denominator / shared)
    let (top, topOverflow) = left.subtractingReportingOverflow(right)
    guard !leftOverflow, !rightOverflow, !bottomOverflow, !topOverflow else { return nil }
    return Rational(top, over: bottom)
  }
}

extension Rational: CustomStringConvertible {
  @usableFromInline package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
