/// The name of a type whose samples have fields, lists or points: a workout, a route, an electrocardiogram.
///
/// HealthKit has a class for each of them: `HKWorkoutType`, `HKSeriesType`, `HKElectrocardiogramType`.
public struct StructuredType: SampleType {
  /// The id of the type.
  public let name: String

  /// Names a type of a catalog that has no constants.
  public init(_ name: String) { self.name = name }
}
