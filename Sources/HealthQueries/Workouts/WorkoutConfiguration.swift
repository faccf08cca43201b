import HealthModel
import HealthUnits

/// What kind of exercise a workout, or a part of it, is: HealthKit's `HKWorkoutConfiguration`.
///
/// ```swift
/// let swim = WorkoutConfiguration(.swimming, swimmingLocation: .pool, lapLength: Quantity(25, .meter))
/// ```
///
/// The names are those of the catalog's enums; a builder refuses others before anything is stored.
public struct WorkoutConfiguration: Sendable, Hashable {
  /// The activity, a case of `workoutActivityType`: `running`.
  public var activity: String
  /// Where it is, a case of `workoutSessionLocationType`: `indoor`.
  public var location: String?
  /// Where one swims, a case of `workoutSwimmingLocationType`: `pool`.
  public var swimmingLocation: String?
  /// How long a lap of the pool is.
  public var lapLength: Quantity?

  /// Creates a configuration of names; `AssayKit` has one that takes the cases of generated enums.
  public init(
    activity: String, location: String? = nil, swimmingLocation: String? = nil, lapLength: Quantity? = nil
  ) {
    self.activity = activity
    self.location = location
    self.swimmingLocation = swimmingLocation
    self.lapLength = lapLength
  }

  /// Refuses names that the workouts of a registry do not have.
  ///
  /// - Throws: `WorkoutError.Reason.wrongConfiguration`, with the nearest name there is.
  func check(in registry: Registry) throws(WorkoutError) {
    guard let shape = registry.type(named: Self.typeName)?.shape.structure else {
      throw WorkoutError(
        .wrongConfiguration, "the catalog has no type `\(Self.typeName)`",
        instead: "open the store with a catalog that has the built-in types")
    }
    let parts = shape.lists.first { $0.name == "activities" }?.element.fields ?? []
    try Self.check(activity, "activity", shape.fields)
    if let location { try Self.check(location, "location", parts) }
    if let swimmingLocation { try Self.check(swimmingLocation, "swimmingLocation", parts) }
    if let lapLength {
      guard lapLength.value > 0, lapLength.value.isFinite, lapLength.isCompatible(with: .meter) else {
        throw WorkoutError(
          .wrongConfiguration, "the length of a lap is \(lapLength)", instead: "give a length above zero, such as 25 m")
      }
    }
  }

  private static func check(_ name: String, _ field: String, _ fields: [FieldDefinition]) throws(WorkoutError) {
    guard case .enumeration(let list)? = fields.first(where: { $0.name == field })?.value else { return }
    let names = list.cases.map(\.name)
    guard !names.contains(name) else { return }
    throw WorkoutError(
      .wrongConfiguration, "no \(field) of a workout is called `\(TextEscaping.escaped(name))`",
      instead: Suggestion.nearest(to: name, among: names).map { "did you mean `\($0)`?" })
  }

  /// The type of workouts.
  static let typeName = "workout"
}
