public import HealthModel
public import HealthStorage

extension SampleQuery {
  /// The metadata key of samples that a workout builder collected; its value is the id of the workout.
  package static let workoutKey = "AssayWorkout"

  /// Samples that a builder collected for a workout: HealthKit's `predicateForObjects(from:)` of a workout.
  ///
  /// ```swift
  /// let pulses = try await store.samples(matching: .samples(of: "heartRate").collected(for: workout.id))
  /// ```
  ///
  /// - Parameter workout: the id of the workout, which is that of its builder, too.
  /// - Returns: the query, narrowed.
  public func collected(for workout: SampleID) -> SampleQuery {
    withMetadata(Self.workoutKey, .equal, .text(workout.description))
  }
}
