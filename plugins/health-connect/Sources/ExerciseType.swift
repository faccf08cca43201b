/// A kind of exercise: its name, the number that libraries for apps give it, and HealthKit's activity.
///
/// The database numbers them in alphabetical order, libraries for apps (androidx) in an older order with gaps. A number
/// means what it means where it was written.
struct ExerciseType: Sendable {
  /// The name, in lower case.
  let name: String
  /// The number in JSON of apps; -1 if they have none.
  let androidx: Int
  /// The raw number of `workoutActivityType`; 3000, other, if HealthKit has no such activity.
  let activity: Int

  private init(_ name: String, _ androidx: Int, _ activity: Int) {
    self.name = name
    self.androidx = androidx
    self.activity = activity
  }

  /// The kind with a number of the database; `nil` for a number that is not known.
  static func platform(_ number: Int64) -> ExerciseType? {
    guard number >= 0, number < all.count else { return nil }
    return all[Int(number)]
  }

  /// All kinds, by their number in the database.
  static let all: [ExerciseType] = [
    ExerciseType("unknown", -1, 3000),
    ExerciseType("badminton", 2, 4),
    ExerciseType("baseball", 4, 5),
    ExerciseType("basketball", 5, 6),
    ExerciseType("biking", 8, 13),
    ExerciseType("biking_stationary", 9, 13),
    ExerciseType("boot_camp", 10, 3000),
    ExerciseType("boxing", 11, 8),
    ExerciseType("calisthenics", 13, 20),
    ExerciseType("cricket", 14, 10),
    ExerciseType("dancing", 16, 77),
    ExerciseType("exercise_class", 26, 3000),
    ExerciseType("fencing", 27, 18),
    ExerciseType("football_american", 28, 1),
    ExerciseType("football_australian", 29, 3),
    ExerciseType("frisbee_disc", 31, 75),
    ExerciseType("golf", 32, 21),
    ExerciseType("guided_breathing", 33, 29),
    ExerciseType("gymnastics", 34, 22),
    ExerciseType("handball", 35, 23),
    ExerciseType("high_intensity_interval_training", 36, 63),
    ExerciseType("hiking", 37, 24),
    ExerciseType("ice_hockey", 38, 25),
    ExerciseType("ice_skating", 39, 39),
    ExerciseType("martial_arts", 44, 28),
    ExerciseType("paddling", 46, 31),
    ExerciseType("paragliding", 47, 3000),
    ExerciseType("pilates", 48, 66),
    ExerciseType("racquetball", 50, 34),
    ExerciseType("rock_climbing", 51, 9),
    ExerciseType("roller_hockey", 52, 25),
    ExerciseType("rowing", 53, 35),
    ExerciseType("rugby", 55, 36),
    ExerciseType("running", 56, 37),
    ExerciseType("running_treadmill", 57, 37),
    ExerciseType("sailing", 58, 38),
    ExerciseType("scuba_diving", 59, 84),
    ExerciseType("skating", 60, 39),
    ExerciseType("skiing", 61, 61),
    ExerciseType("snowboarding", 62, 67),
    ExerciseType("snowshoeing", 63, 40),
    ExerciseType("soccer", 64, 41),
    ExerciseType("softball", 65, 42),
    ExerciseType("squash", 66, 43),
    ExerciseType("stair_climbing", 68, 44),
    ExerciseType("strength_training", 70, 50),
    ExerciseType("stretching", 71, 62),
    ExerciseType("surfing", 72, 45),
    ExerciseType("swimming_open_water", 73, 46),
    ExerciseType("swimming_pool", 74, 46),
    ExerciseType("table_tennis", 75, 47),
    ExerciseType("tennis", 76, 48),
    ExerciseType("volleyball", 78, 51),
    ExerciseType("walking", 79, 52),
    ExerciseType("water_polo", 80, 54),
    ExerciseType("weightlifting", 81, 50),
    ExerciseType("wheelchair", 82, 71),
    ExerciseType("yoga", 83, 57),
    ExerciseType("other_workout", 0, 3000),
    ExerciseType("stair_climbing_machine", 69, 44),
    ExerciseType("elliptical", 25, 16),
    ExerciseType("rowing_machine", 54, 35),
  ]
}
