/// A field of Health Connect's records with a number: its unit, and the range outside of which Health Connect refuses it.
///
/// Source: AOSP HealthFitness and androidx.health.connect, 2025.
struct HealthConnectField: Sendable, Hashable {
  /// The unit as apps write it, and as UCUM does; `nil` for a number without one.
  var unit: (name: String, ucum: String)?
  var ucum: String
  var isWhole = false
  var range: ClosedRange<Double>

  private init(_ range: ClosedRange<Double>, _ unit: String? = nil, in ucum: String = "1", isWhole: Bool = false) {
    self.range = range
    self.unit = unit.map { ($0, ucum) }
    self.ucum = ucum
    self.isWhole = isWhole
  }

  static func == (left: HealthConnectField, right: HealthConnectField) -> Bool {
    left.unit?.name == right.unit?.name && left.ucum == right.ucum && left.isWhole == right.isWhole
      && left.range == right.range
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ucum)
    hasher.combine(range)
  }

  /// The field of a record; `nil` for one that is not known, or has no number.
  static func named(_ field: String, of record: String) -> HealthConnectField? {
    if record == "NutritionRecord" { return nutrient(field) }
    return fields["\(record).\(field)"]
  }

  private static let fields: [String: HealthConnectField] = [
    "StepsRecord.count": .init(1...1_000_000, isWhole: true),
    "WheelchairPushesRecord.count": .init(1...1_000_000, isWhole: true),
    "FloorsClimbedRecord.floors": .init(0...1_000_000),
    "ActiveCaloriesBurnedRecord.energy": .init(0...1_000_000, "kilocalories", in: "kcal"),
    "TotalCaloriesBurnedRecord.energy": .init(0...1_000_000, "kilocalories", in: "kcal"),
    "DistanceRecord.distance": .init(0...1_000_000, "meters", in: "m"),
    "ElevationGainedRecord.elevation": .init(-1_000_000...1_000_000, "meters", in: "m"),
    "HydrationRecord.volume": .init(0...100, "liters", in: "L"),
    "HeartRateRecord.samples[].beatsPerMinute": .init(1...300, in: "/min", isWhole: true),
    "CyclingPedalingCadenceRecord.samples[].revolutionsPerMinute": .init(0...10_000, in: "/min"),
    "StepsCadenceRecord.samples[].rate": .init(0...10_000, in: "/min"),
    "PowerRecord.samples[].power": .init(0...100_000, "watts", in: "W"),
    "SpeedRecord.samples[].speed": .init(0...1_000_000, "metersPerSecond", in: "m/s"),
    "BasalMetabolicRateRecord.basalMetabolicRate": .init(0...484.259, "watts", in: "W"),
    "BodyFatRecord.percentage": .init(0...100, in: "%"),
    "OxygenSaturationRecord.percentage": .init(0...100, in: "%"),
    "Vo2MaxRecord.vo2MillilitersPerMinuteKilogram": .init(0...100, in: "mL/kg/min"),
    "BasalBodyTemperatureRecord.temperature": .init(0...100, "celsius", in: "Cel"),
    "BodyTemperatureRecord.temperature": .init(0...100, "celsius", in: "Cel"),
    "BloodPressureRecord.systolic": .init(20...200, "millimetersOfMercury", in: "mm[Hg]"),
    "BloodPressureRecord.diastolic": .init(10...180, "millimetersOfMercury", in: "mm[Hg]"),
    // 50 mmol/L.
    "BloodGlucoseRecord.level": .init(0...900.78, "milligramsPerDeciliter", in: "mg/dL"),
    "HeightRecord.height": .init(0...3, "meters", in: "m"),
    "WeightRecord.weight": .init(0...1000, "kilograms", in: "kg"),
    "LeanBodyMassRecord.mass": .init(0...1000, "kilograms", in: "kg"),
    "BoneMassRecord.mass": .init(0...1000, "kilograms", in: "kg"),
    "BodyWaterMassRecord.mass": .init(0...1000, "kilograms", in: "kg"),
    "RespiratoryRateRecord.rate": .init(0...1000, in: "/min"),
    "RestingHeartRateRecord.beatsPerMinute": .init(1...300, in: "/min", isWhole: true),
    "HeartRateVariabilityRmssdRecord.heartRateVariabilityMillis": .init(1...200, in: "ms"),
  ]

  /// Nutrients of which a meal may have more than 100 g.
  private static let bulk: Set<String> = [
    "protein", "totalCarbohydrate", "totalFat", "saturatedFat", "unsaturatedFat", "monounsaturatedFat",
    "polyunsaturatedFat", "transFat", "sugar", "dietaryFiber",
  ]

  private static func nutrient(_ name: String) -> HealthConnectField? {
    if name.isEmpty { return nil }
    if name == "energy" || name == "energyFromFat" { return .init(0...100_000, "kilocalories", in: "kcal") }
    return .init(0...(bulk.contains(name) ? 100_000 : 100), "grams", in: "g")
  }
}

enum HealthConnectTime: Sendable {
  case instant
  /// From a start to a later end.
  case span
  /// From a start to an end that may be the same, with samples at times in it.
  case series

  init(of record: String) {
    self = Self.seriesRecords.contains(record) ? .series : Self.spanRecords.contains(record) ? .span : .instant
  }

  private static let seriesRecords: Set<String> = [
    "HeartRateRecord", "CyclingPedalingCadenceRecord", "StepsCadenceRecord", "PowerRecord", "SpeedRecord",
  ]
  private static let spanRecords: Set<String> = [
    "StepsRecord", "WheelchairPushesRecord", "FloorsClimbedRecord", "ActiveCaloriesBurnedRecord",
    "TotalCaloriesBurnedRecord", "DistanceRecord", "ElevationGainedRecord", "HydrationRecord", "NutritionRecord",
    "ExerciseSessionRecord", "SleepSessionRecord", "MindfulnessSessionRecord", "MenstruationPeriodRecord",
  ]
}
