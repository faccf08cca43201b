/// A resolved conversion between two units: three numbers, cheap to copy and to call.
///
/// It computes `value * numerator / denominator` with the exact ratio of the two factors reduced once, which rounds
/// less often than one rounded factor does, and adds between the two steps where a temperature scale is shifted. Made
/// by `UnitOfMeasure.conversion(to:)`; make it once for a pair of units and keep it.
///
/// ```swift
/// let toCelsius = try UnitOfMeasure.degreeFahrenheit.conversion(to: .degreeCelsius)
/// print([98.6, 101.3].map { toCelsius($0) })
/// ```
public struct UnitConversion: Sendable, Hashable {
  /// Whether values pass unchanged, bit for bit.
  public let isIdentity: Bool
  @usableFromInline let numerator: Double
  @usableFromInline let addend: Double
  @usableFromInline let denominator: Double

  /// The conversion that changes nothing.
  public static let identity = UnitConversion(numerator: 1, addend: -0.0, denominator: 1)

  init(from source: UnitScale, to target: UnitScale) {
    let ratio = source.factor.divided(by: target.factor)
    let (numerator, denominator) = ratio.quotient
    self.init(
      numerator: numerator, addend: Self.addend(from: source, to: target, ratio: ratio), denominator: denominator)
  }

  private init(numerator: Double, addend: Double, denominator: Double) {
    self.numerator = numerator
    self.addend = addend
    self.denominator = denominator
    isIdentity = numerator == denominator && addend == 0
  }

  /// Converts one value.
  ///
  /// NaN and infinities pass; a value whose product leaves the range of `Double` is divided first.
  @inlinable public func callAsFunction(_ value: Double) -> Double {
    if isIdentity { return value }
    let scaled = value * numerator
    guard scaled.isFinite else { return value / denominator * numerator }
    return (scaled + addend) / denominator
  }

  /// This conversion for values that are first multiplied by a factor, without another rounding.
  ///
  /// So spellings convert that are a multiple of a unit: `cmHg` are 10 `mmHg`, see `UnitAliases.healthKitForm(of:)`.
  package func scaled(by factor: Rational) -> UnitConversion {
    guard factor != .one else { return self }
    let (top, bottom) = (Rational.nearest(factor.numerator), Rational.nearest(factor.denominator))
    return UnitConversion(numerator: numerator * top, addend: addend * bottom, denominator: denominator * bottom)
  }

  /// The offset added between multiplying and dividing.
  ///
  /// It follows from ((value + a) × f) / g - b with f/g reduced to n/d: a × n - b × d. Without offsets it is -0, which
  /// leaves every number as it is, -0 included.
  private static func addend(from source: UnitScale, to target: UnitScale, ratio: Factor) -> Double {
    if source.offset == .zero, target.offset == .zero { return -0.0 }
    if let exact = ratio.ratio, ratio.piPower == 0, let numerator = Rational(exact.numerator, over: 1),
      let denominator = Rational(exact.denominator, over: 1), let first = source.offset.multiplied(by: numerator),
      let second = target.offset.multiplied(by: denominator), let sum = first.subtracting(second)
    {
      return sum == .zero ? -0.0 : sum.doubleValue
    }
    let (numerator, denominator) = ratio.quotient
    return source.offset.doubleValue * numerator - target.offset.doubleValue * denominator
  }
}

/// Where a unit is in its dimension: value in the SI base = (value + offset) × factor.
///
/// The offset is 0 except for a temperature in °C or °F without other factors.
struct UnitScale: Hashable, Sendable {
  let dimension: Dimension
  let factor: Factor
  var offset = Rational.zero

  /// The scale with a power of another multiplied in.
  ///
  /// The offset vanishes: in a product a degree is an interval.
  func multiplied(by other: UnitScale, raisedTo exponent: Int) -> UnitScale {
    UnitScale(
      dimension: dimension.multiplied(by: other.dimension.raised(to: exponent)),
      factor: factor.multiplied(by: other.factor.raised(to: exponent)))
  }

  func prefixed(by prefix: Rational) -> UnitScale {
    UnitScale(
      dimension: dimension, factor: factor.multiplied(by: Factor(prefix)), offset: offset.divided(by: prefix) ?? offset)
  }

  /// Whether later products and quotients stay in range.
  var isUsable: Bool { factor.isUsable && dimension.isInRange }
}
