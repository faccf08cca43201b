public import Foundation
public import HealthQueries
public import HealthUnits

/// A dimension of Foundation whose base unit is a unit of HealthKit.
public protocol HealthDimension: Foundation.Dimension {
  /// The unit that measurements are converted to: that of `baseUnit()`.
  static var healthUnit: UnitOfMeasure { get }
}

extension UnitLength: HealthDimension {
  /// `m`.
  public static var healthUnit: UnitOfMeasure { .meter }
}

extension UnitMass: HealthDimension {
  /// `kg`.
  public static var healthUnit: UnitOfMeasure { .kilogram }
}

extension UnitDuration: HealthDimension {
  /// `s`.
  public static var healthUnit: UnitOfMeasure { .second }
}

extension UnitEnergy: HealthDimension {
  /// `J`.
  public static var healthUnit: UnitOfMeasure { .joule }
}

extension UnitTemperature: HealthDimension {
  /// `K`.
  public static var healthUnit: UnitOfMeasure { .kelvin }
}

extension UnitPressure: HealthDimension {
  /// `Pa`.
  public static var healthUnit: UnitOfMeasure { .pascal }
}

extension UnitVolume: HealthDimension {
  /// `L`.
  public static var healthUnit: UnitOfMeasure { .liter }
}

extension UnitSpeed: HealthDimension {
  /// `m/s`.
  public static var healthUnit: UnitOfMeasure { .meter / .second }
}

extension UnitPower: HealthDimension {
  /// `W`.
  public static var healthUnit: UnitOfMeasure { .watt }
}

extension UnitFrequency: HealthDimension {
  /// `Hz`.
  public static var healthUnit: UnitOfMeasure { .hertz }
}

extension UnitAngle: HealthDimension {
  /// `deg`.
  public static var healthUnit: UnitOfMeasure { .degree }
}

extension Quantity {
  /// A measurement in the base unit of its dimension: `kg` for a mass, whatever unit it was in.
  public init<Kind: HealthDimension>(_ measurement: Measurement<Kind>) {
    self.init(measurement.converted(to: Kind.baseUnit()).value, Kind.healthUnit)
  }
}

extension Measurement where UnitType: HealthDimension {
  /// A quantity in a unit of Foundation.
  ///
  /// - Throws: `QueryError.Reason.wrongUnit` when the quantity is of another dimension.
  public init(_ quantity: Quantity, in unit: UnitType = UnitType.baseUnit()) throws(QueryError) {
    let value = try quantity.doubleValue(for: UnitType.healthUnit)
    self.init(
      value: Measurement<UnitType>(value: value, unit: UnitType.baseUnit()).converted(to: unit).value, unit: unit)
  }
}
