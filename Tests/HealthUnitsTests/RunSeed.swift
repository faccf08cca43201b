import SeededRandom

extension SeededGenerator {
  /// The seed of this run, printed once.
  static let seed = seed(of: "HealthUnitsTests")
}
