/// The name of a type whose samples are made of others: HealthKit's `HKCorrelationType`.
public struct CorrelationType: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type of a catalog that has no constants.
  public init(_ name: String) { self.name = name }
}
