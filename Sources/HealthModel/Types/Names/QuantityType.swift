/// The name of a type whose samples are numbers with a unit: HealthKit's `HKQuantityType`.
public struct QuantityType: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type of a catalog that has no constants: `QuantityType("aa.study.grip")`.
  public init(_ name: String) { self.name = name }
}
