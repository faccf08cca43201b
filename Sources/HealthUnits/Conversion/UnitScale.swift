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
      dimension: dimension, factor: factor.multiplied(by: Factor(prefix)),
      offset: offset.divided(by: prefix) ?? offset)
  }

  /// Whether later products and quotients stay in range.
  var isUsable: Bool { factor.isUsable && dimension.isInRange }
}
