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
    do throws(UnitParseError) {
      read = try UnitOfMeasure(unit)
    } catch {
      throw QueryError(.wrongUnit, error.description)
    }
    self.init(value, read)
  }

  /// The number in another unit.
  ///
  /// - Throws: `QueryError.Reason.wrongUnit` when the two units measure different things.
  public func doubleValue(for other: UnitOfMeasure) throws(QueryError) -> Double {
    do throws(UnitConversionError) {
      return try unit.conversion(to: other)(value)
    } catch {
      throw QueryError(
        .wrongUnit, error.description, instead: "ask for `\(unit)`, or for another unit of its dimension")
    }
  }

  /// Whether the quantity can be expressed in a unit.
  public func isCompatible(with other: UnitOfMeasure) -> Bool { unit.isConvertible(to: other) }

  /// The number and its unit with a blank between.
  public var description: String { "\(value) \(unit)" }
}
