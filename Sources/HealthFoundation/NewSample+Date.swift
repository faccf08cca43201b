public import Foundation
public import HealthModel
public import HealthQueries
public import HealthUnits

// Samples with dates. A date has no clock offset: `Instant(date, in: zone)` keeps that of a place. Where both types would
// fit, as `.now` does, the functions with `Instant` are called.

extension NewSample {
  /// A number with its unit: HealthKit's `HKQuantitySample(type:quantity:start:end:device:metadata:)`.
  ///
  /// ```swift
  /// let weight = NewSample.quantity(.bodyMass, 72.5, .kilogram, from: Date())
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the number.
  ///   - unit: its unit, any of the dimension that the type measures.
  ///   - start: when it began.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  @_disfavoredOverload public static func quantity(
    _ type: QuantityType, _ value: Double, _ unit: UnitOfMeasure, from start: Date, to end: Date? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(
      type, value, unit, from: Instant(start), to: end.map { Instant($0) }, device: device, metadata: metadata)
  }

  /// A number with its unit over a stretch of time.
  ///
  /// The other parameters are those of `quantity(_:_:_:from:to:device:metadata:)`.
  public static func quantity(
    _ type: QuantityType, _ value: Double, _ unit: UnitOfMeasure, during interval: DateInterval,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, value, unit, from: interval.start, to: interval.end, device: device, metadata: metadata)
  }

  /// A quantity: HealthKit's `HKQuantitySample(type:quantity:start:end:device:metadata:)`.
  ///
  /// The parameters are those of `quantity(_:_:_:from:to:device:metadata:)`.
  @_disfavoredOverload public static func quantity(
    _ type: QuantityType, _ quantity: Quantity, from start: Date, to end: Date? = nil, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, quantity.value, quantity.unit, from: start, to: end, device: device, metadata: metadata)
  }

  /// A quantity over a stretch of time.
  ///
  /// The other parameters are those of `quantity(_:_:_:from:to:device:metadata:)`.
  public static func quantity(
    _ type: QuantityType, _ quantity: Quantity, during interval: DateInterval, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, quantity, from: interval.start, to: interval.end, device: device, metadata: metadata)
  }

  /// A measurement, which becomes a quantity in the base unit of its dimension.
  ///
  /// ```swift
  /// let run = Measurement(value: 5, unit: UnitLength.kilometers)
  /// let distance = NewSample.quantity(.distanceWalkingRunning, run, during: interval)
  /// ```
  ///
  /// The other parameters are those of `quantity(_:_:_:from:to:device:metadata:)`.
  public static func quantity<Kind: HealthDimension>(
    _ type: QuantityType, _ measurement: Measurement<Kind>, during interval: DateInterval, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, Quantity(measurement), during: interval, device: device, metadata: metadata)
  }

  /// A measurement, which becomes a quantity in the base unit of its dimension.
  ///
  /// The parameters are those of `quantity(_:_:_:from:to:device:metadata:)`.
  @_disfavoredOverload public static func quantity<Kind: HealthDimension>(
    _ type: QuantityType, _ measurement: Measurement<Kind>, from start: Date, to end: Date? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, Quantity(measurement), from: start, to: end, device: device, metadata: metadata)
  }

  /// A measurement, which becomes a quantity in the base unit of its dimension.
  ///
  /// Without `start`, a member of a correlation that has its time. The parameters are those of
  /// `quantity(_:_:_:from:to:device:metadata:)`.
  public static func quantity<Kind: HealthDimension>(
    _ type: QuantityType, _ measurement: Measurement<Kind>, from start: Instant? = nil, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, Quantity(measurement), from: start, to: end, device: device, metadata: metadata)
  }

  /// A case over a stretch of time: HealthKit's `HKCategorySample(type:value:start:end:device:metadata:)`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the case.
  ///   - start: when it began.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  @_disfavoredOverload public static func category<Value: CategoryValue>(
    _ type: CategoryType<Value>, _ value: Value, from start: Date, to end: Date? = nil, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .category(type, value, from: Instant(start), to: end.map { Instant($0) }, device: device, metadata: metadata)
  }

  /// A case over a stretch of time.
  ///
  /// The other parameters are those of `category(_:_:from:to:device:metadata:)`.
  public static func category<Value: CategoryValue>(
    _ type: CategoryType<Value>, _ value: Value, during interval: DateInterval, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .category(type, value, from: interval.start, to: interval.end, device: device, metadata: metadata)
  }

  /// Samples that only make sense together: HealthKit's `HKCorrelation(type:start:end:objects:metadata:)`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - start: when it began.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - metadata: further metadata, by key.
  ///   - members: the samples. They need no time, source and device if they are those of the correlation.
  /// - Returns: the sample.
  @_disfavoredOverload public static func correlation(
    _ type: CorrelationType, from start: Date, to end: Date? = nil, metadata: [String: MetadataValue] = [:],
    _ members: NewSample...
  ) -> NewSample {
    .correlation(type, from: start, to: end, metadata: metadata, members: members)
  }

  /// Samples that only make sense together: HealthKit's `HKCorrelation(type:start:end:objects:metadata:)`.
  ///
  /// The parameters are those of `correlation(_:from:to:metadata:_:)`.
  @_disfavoredOverload public static func correlation(
    _ type: CorrelationType, from start: Date, to end: Date? = nil, metadata: [String: MetadataValue] = [:],
    members: [NewSample]
  ) -> NewSample {
    .correlation(type, from: Instant(start), to: end.map { Instant($0) }, metadata: metadata, members: members)
  }

  /// Samples of a stretch of time that only make sense together.
  ///
  /// The other parameters are those of `correlation(_:from:to:metadata:members:)`.
  public static func correlation(
    _ type: CorrelationType, during interval: DateInterval, metadata: [String: MetadataValue] = [:],
    members: [NewSample]
  ) -> NewSample {
    .correlation(type, from: interval.start, to: interval.end, metadata: metadata, members: members)
  }

  /// Fields, lists and points: HealthKit's `HKWorkout`, `HKWorkoutRoute`, `HKElectrocardiogram` and others.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - content: the fields, lists and points.
  ///   - start: when it began.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  @_disfavoredOverload public static func structured(
    _ type: StructuredType, _ content: NewStructure, from start: Date, to end: Date? = nil, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .structured(type, content, from: Instant(start), to: end.map { Instant($0) }, device: device, metadata: metadata)
  }

  /// Fields, lists and points over a stretch of time.
  ///
  /// The other parameters are those of `structured(_:_:from:to:device:metadata:)`.
  public static func structured(
    _ type: StructuredType, _ content: NewStructure, during interval: DateInterval, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .structured(type, content, from: interval.start, to: interval.end, device: device, metadata: metadata)
  }
}

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
