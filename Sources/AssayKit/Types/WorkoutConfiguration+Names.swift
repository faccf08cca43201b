public import HealthQueries
public import HealthTypeNames

extension WorkoutConfiguration {
  /// Creates a configuration of the built-in catalog's cases.
  ///
  /// ```swift
  /// let run = WorkoutConfiguration(.running, location: .outdoor)
  /// ```
  public init(
    _ activity: WorkoutActivityType, location: WorkoutSessionLocationType? = nil,
    swimmingLocation: WorkoutSwimmingLocationType? = nil, lapLength: Quantity? = nil
  ) {
    self.init(
      activity: activity.name, location: location?.name, swimmingLocation: swimmingLocation?.name, lapLength: lapLength)
  }
}
