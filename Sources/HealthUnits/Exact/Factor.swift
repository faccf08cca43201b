/// The size of a unit in the SI base of its dimension: an exact fraction times a power of π.
///
/// A power of π is kept apart since a degree is π/180 rad. When a product leaves 128 bits (the fifth power of a pound
/// does), the factor goes on as a `Double` and stays one.
struct Factor: Hashable, Sendable {
  /// The exact part, or `nil` once it did not fit.
  let ratio: Rational?
  /// The power of π next to the exact part; 0 if there is no exact part.
  let piPower: Int
  /// The whole factor, π included, rounded.
  let approximation: Double

  static let one = Factor(.one)

  init(_ ratio: Rational, piPower: Int = 0) {
    self.ratio = ratio
    self.piPower = piPower
    approximation = ratio.doubleValue * Self.power(.pi, piPower)
  }

  private init(approximation: Double) {
    ratio = nil
    piPower = 0
    self.approximation = approximation
  }

  func multiplied(by other: Factor) -> Factor {
    if let ratio, let second = other.ratio, let product = ratio.multiplied(by: second) {
      let power = piPower + other.piPower
      if power.magnitude <= Self.largestPiPower { return Factor(product, piPower: power) }
    }
    return Factor(approximation: approximation * other.approximation)
  }

  var reciprocal: Factor {
    if let inverse = ratio?.reciprocal { return Factor(inverse, piPower: -piPower) }
    return Factor(approximation: 1 / approximation)
  }

  func divided(by other: Factor) -> Factor { multiplied(by: other.reciprocal) }

  /// A whole power.
  ///
  /// Exponents come from parsed units, so they are small.
  func raised(to exponent: Int) -> Factor {
    let base = exponent < 0 ? reciprocal : self
    var result = Factor.one
    for _ in 0..<abs(exponent) { result = result.multiplied(by: base) }
    return result
  }

  /// Two numbers whose quotient is the factor.
  ///
  /// Both are whole when the factor is exact and without π.
  var quotient: (numerator: Double, denominator: Double) {
    guard let ratio else { return (approximation, 1) }
    let turn = Self.power(.pi, abs(piPower))
    let numerator = Rational.nearest(ratio.numerator)
    let denominator = Rational.nearest(ratio.denominator)
    return piPower < 0 ? (numerator, denominator * turn) : (numerator * turn, denominator)
  }

  /// Whether the ratio of two such factors is still an ordinary `Double`: neither infinite nor 0.
  var isUsable: Bool { approximation > 1e-150 && approximation < 1e150 }

  private static let largestPiPower: UInt = 64

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<abs(exponent) { result *= base }
    return exponent < 0 ? 1 / result : result
  }
}
