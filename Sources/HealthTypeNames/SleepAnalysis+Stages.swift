import HealthModel

// The names in this module are written by the build, from the built-in catalog: see the plugin `GenerateHealthNames`.

extension SleepAnalysis {
  /// The cases in which a person is asleep, in any stage or in none that is known: HealthKit's `allAsleepValues`.
  public static let allAsleepValues: Set<SleepAnalysis> = [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
}
