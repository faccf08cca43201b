public import HealthModel
public import HealthUnits

/// A sample of each of HealthKit's shapes.
extension NewSample {
  /// A number with its unit: HealthKit's `HKQuantitySample`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the number.
  ///   - unit: its unit, any of the dimension that the type measures.
  ///   - start: when it began; `nil` for a member that has the time of its correlation.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  public static func quantity(
    _ type: QuantityType, _ value: Double, _ unit: UnitOfMeasure, from start: Instant? = nil, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    NewSample(
      type: type.name, value: .quantity(value, unit), start: start, end: end, device: device, metadata: metadata)
  }

  /// A quantity: HealthKit's `HKQuantitySample`.
  ///
  /// The parameters are those of `quantity(_:_:_:from:to:device:metadata:)`.
  public static func quantity(
    _ type: QuantityType, _ quantity: Quantity, from start: Instant? = nil, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    .quantity(type, quantity.value, quantity.unit, from: start, to: end, device: device, metadata: metadata)
  }

  /// A case over a stretch of time: HealthKit's `HKCategorySample`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the case.
  ///   - start: when it began; `nil` for a member that has the time of its correlation.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - device: the device that measured it.
  ///   - metadata: further metadata, by key.
  /// - Returns: the sample.
  public static func category<Value: CategoryValue>(
    _ type: CategoryType<Value>, _ value: Value, from start: Instant? = nil, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    NewSample(
      type: type.name, value: .text(value.rawValue), start: start, end: end, device: device, metadata: metadata)
  }

  /// A fact about a person, which has no time: what HealthKit's `dateOfBirthComponents()` and its siblings read.
  ///
  /// A subject has one of each type: another value is a conflict.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - value: the date, the case or the text.
  /// - Returns: the sample.
  public static func characteristic<Value: CharacteristicValue>(
    _ type: CharacteristicType<Value>, _ value: Value
  ) -> NewSample {
    NewSample(type: type.name, value: .text(value.sampleText))
  }

  /// Samples that only make sense together: HealthKit's `HKCorrelation`.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - start: when it began.
  ///   - end: when it ended; `nil` for a sample that ends when it starts.
  ///   - metadata: further metadata, by key.
  ///   - members: the samples. They need no time, source and device if they are those of the correlation.
  /// - Returns: the sample.
  public static func correlation(
    _ type: CorrelationType, from start: Instant, to end: Instant? = nil, metadata: [String: MetadataValue] = [:],
    _ members: NewSample...
  ) -> NewSample {
    .correlation(type, from: start, to: end, metadata: metadata, members: members)
  }

  /// Samples that only make sense together: HealthKit's `HKCorrelation`.
  ///
  /// The parameters are those of `correlation(_:from:to:metadata:_:)`.
  public static func correlation(
    _ type: CorrelationType, from start: Instant, to end: Instant? = nil, metadata: [String: MetadataValue] = [:],
    members: [NewSample]
  ) -> NewSample {
    NewSample(type: type.name, value: .absent, start: start, end: end, metadata: metadata, members: members)
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
  public static func structured(
    _ type: StructuredType, _ content: NewStructure, from start: Instant, to end: Instant? = nil,
    device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) -> NewSample {
    NewSample(
      type: type.name, value: .structure(content), start: start, end: end, device: device, metadata: metadata)
  }
}
