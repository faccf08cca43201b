/// What made-up samples of a type are like.
struct MadeKind {
  /// The type's id.
  let type: String
  /// The type's name in an export.
  let identifier: String
  /// The unit; `nil` for a category.
  let unit: String?
  /// Values are whole numbers of this range, divided by `divisor`; for a category the raw integers of its cases.
  let values: ClosedRange<Int>
  let divisor: Double
  /// The names of the cases in an export, from the first of `values` on.
  let cases: [String]
  /// How long a sample lasts, in seconds.
  let seconds: ClosedRange<Int>
  /// A metadata entry: its key and its value as JSON.
  let metadata: (key: String, value: String)?

  private init(
    _ type: String, _ identifier: String, unit: String? = nil, _ values: ClosedRange<Int>, divisor: Double = 1,
    cases: [String] = [], seconds: ClosedRange<Int> = 0...0, metadata: (key: String, value: String)? = nil
  ) {
    self.type = type
    self.identifier = identifier
    self.unit = unit
    self.values = values
    self.divisor = divisor
    self.cases = cases
    self.seconds = seconds
    self.metadata = metadata
  }

  /// The types in about the shares they have in an export: as many entries of 20.
  static let mixture: [MadeKind] = [
    heartRate, activeEnergy, steps, heartRate, basalEnergy, heartRate, distance, activeEnergy, heartRate, steps,
    heartRate, activeEnergy, oxygen, heartRate, basalEnergy, steps, heartRate, distance, activeEnergy, sleep,
  ]

  static let heartRate = MadeKind(
    "heartRate", "HKQuantityTypeIdentifierHeartRate", unit: "count/min", 45...165,
    metadata: ("HKMetadataKeyHeartRateMotionContext", "1"))
  static let activeEnergy = MadeKind(
    "activeEnergyBurned", "HKQuantityTypeIdentifierActiveEnergyBurned", unit: "kcal", 10...9000, divisor: 1000,
    seconds: 20...180)
  static let steps = MadeKind(
    "stepCount", "HKQuantityTypeIdentifierStepCount", unit: "count", 1...240, seconds: 60...600)
  static let basalEnergy = MadeKind(
    "basalEnergyBurned", "HKQuantityTypeIdentifierBasalEnergyBurned", unit: "kcal", 5000...20_000, divisor: 1000,
    seconds: 300...900)
  static let distance = MadeKind(
    "distanceWalkingRunning", "HKQuantityTypeIdentifierDistanceWalkingRunning", unit: "km", 10_000...4_000_000,
    divisor: 10_000_000, seconds: 600...900)
  static let oxygen = MadeKind(
    "oxygenSaturation", "HKQuantityTypeIdentifierOxygenSaturation", unit: "%", 90...100, divisor: 100,
    metadata: ("HKMetadataKeyBarometricPressure", "\"101.325 kPa\""))
  static let sleep = MadeKind(
    "sleepAnalysis", "HKCategoryTypeIdentifierSleepAnalysis", 2...5,
    cases: ["Awake", "AsleepCore", "AsleepDeep", "AsleepREM"].map { "HKCategoryValueSleepAnalysis" + $0 },
    seconds: 600...5400, metadata: ("HKTimeZone", "\"America/Los_Angeles\""))

  /// Weights in one unit, for what differs by the unit's spelling alone.
  static func weight(in unit: String, _ values: ClosedRange<Int>) -> MadeKind {
    MadeKind("bodyMass", "HKQuantityTypeIdentifierBodyMass", unit: unit, values, divisor: 10)
  }
}
