public import HealthUnits

/// A number with its unit: HealthKit's `HKQuantity`.
///
/// Two quantities are equal when number and unit are: 1 km is not equal to 1000 m.
public struct Quantity: Sendable, Hashable, CustomStringConvertible {
  /// The number.
  public var value: Double
  /// The unit.
  public var unit: UnitOfMeasure

  /// Creates a quantity.
  public init(_ value: Double, _ unit: UnitOfMeasure) {
    self.value = value
    self.unit = unit
  }

  /// Creates a quantity whose unit is written in HealthKit's grammar: `count/min`.
  ///
  /// - Throws: `QueryError.Reason.wrongUnit` when the text is not a unit.
  public init(_ value: Double, _ unit: String) throws(QueryError) {
    let read: UnitOfMeasure
    do throws(UnitError) { read = try UnitOfMeasure(unit) } catch { throw QueryError(.wrongUnit, error.description) }
    self.init(value, read)
  }

  /// The number in another unit.
  ///
  /// - Throws: `QueryError.Reason.wrongUnit` when the two units measure different things.
  public func doubleValue(for other: UnitOfMeasure) throws(QueryError) -> Double {
    do throws(UnitError) { return try unit.conversion(to: other)(value) } catch {
      throw QueryError(
        .wrongUnit, error.description, instead: "ask for `\(unit)`, or for another unit of its dimension")
    }
  }

  /// Whether the quantity can be expressed in a unit.
  public func isCompatible(with other: UnitOfMeasure) -> Bool { unit.isConvertible(to: other) }

  /// The number and its unit with a blank between.
  public var description: String { "\(value) \(unit)" }
}

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
  package func isEquivalent(to other: Quantity) -> Bool { (try? compare(to: other)) == .same }

  package func converted(to other: UnitOfMeasure) throws(QueryError) -> Quantity {
    Quantity(try doubleValue(for: other), other)
  }
}
