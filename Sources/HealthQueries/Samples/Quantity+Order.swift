public import HealthUnits

/// Quantities in order of their size, whatever units they are in.
///
/// Quantities are not `Comparable`: of a mass and a length neither is less.
extension Quantity {
  /// How a quantity is beside another.
  public enum Order: Sendable, Hashable {
    /// It is less than the other.
    case less
    /// Both have the same size: 1 km and 1000 m.
    case same
    /// It is more than the other.
    case more
  }

  /// Compares the size of two quantities: HealthKit's `compare(_:)`.
  ///
  /// - Returns: how this quantity is beside the other.
  /// - Throws: `QueryError.Reason.wrongUnit` when the two measure different things, or one is not a number.
  public func compare(to other: Quantity) throws(QueryError) -> Order {
    // Always in the same one of the two units, so that rounding does not depend on who asks.
    let isTurned = other.unit.unitString < unit.unitString
    let left = isTurned ? try doubleValue(for: other.unit) : value
    let right = isTurned ? other.value : try other.doubleValue(for: unit)
    if left < right { return .less }
    if left > right { return .more }
    guard left == right else { throw QueryError(.wrongUnit, "\(left.isNaN ? self : other) is not a number") }
    return .same
  }

  /// Whether two quantities have the same size: 1 km and 1000 m, which are not equal.
  ///
  /// Quantities that measure different things are not equivalent.
  public func isEquivalent(to other: Quantity) -> Bool { (try? compare(to: other)) == .same }

  /// The same size in another unit.
  ///
  /// - Throws: `QueryError.Reason.wrongUnit` when the two units measure different things.
  public func converted(to other: UnitOfMeasure) throws(QueryError) -> Quantity {
    Quantity(try doubleValue(for: other), other)
  }
}
