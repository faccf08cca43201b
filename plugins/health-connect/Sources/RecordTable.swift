/// What is known of a table of records: facts of Health Connect's schema, none of which a file has to keep to.
struct RecordTable: Sendable {
  enum Form: Sendable {
    /// One quantity: its column, its unit in the database, and the field of the record in codes.
    case quantity(String, unit: String, field: String)
    case presence
    /// A case of the type: its column, and the raw number of the case for each number of the database; -1 for none.
    case cases(String, [Int], field: String)
    case bloodPressure
    case nutrition
    /// A sample for each row of another table: the table, the column, its unit, and the field in codes.
    case series(String, column: String, unit: String, field: String)
    case sleep
    case exercise
    case plannedExercise
  }

  struct Note: Sendable {
    enum Form: Sendable {
      case text
      case number
      case words([String])
      /// A number of HealthKit for each number; -1 for none, which is kept under `otherwise`.
      case raw([Int])
      /// 1 for true, 2 for false.
      case protection
      /// Whether a menstruation begins on the day of the record, by the table of menstruations.
      case cycleStart
      case unit(String)

      var isCycleStart: Bool { if case .cycleStart = self { true } else { false } }
    }

    let column: String
    let key: StaticString
    let form: Form

    init(_ column: String, _ key: StaticString, _ form: Form) {
      self.column = column
      self.key = key
      self.form = form
    }
  }

  let name: String
  /// The name of the record in codes: `StepsRecord`.
  let record: String
  let isInstant: Bool
  let form: Form
  let notes: [Note]

  static func instant(_ name: String, _ record: String, _ form: Form, _ notes: Note...) -> RecordTable {
    RecordTable(name: name, record: record, isInstant: true, form: form, notes: notes)
  }

  static func interval(_ name: String, _ record: String, _ form: Form, _ notes: Note...) -> RecordTable {
    RecordTable(name: name, record: record, isInstant: false, form: form, notes: notes)
  }

  var children: [String] {
    switch form {
    case .series(let child, _, _, _): [child]
    case .sleep: ["sleep_stages_table"]
    case .exercise: ["exercise_laps_table", "exercise_segments_table", "exercise_route_table"]
    case .plannedExercise:
      [
        "planned_exercise_session_blocks_table", "planned_exercise_session_steps_table",
        "planned_exercise_session_goals_table",
      ]
    default: []
    }
  }

  /// The tables of records, in the order of Android's numbers for them.
  static let all: [RecordTable] = [
    .interval("steps_record_table", "StepsRecord", .quantity("count", unit: "count", field: "count")),
    .interval(
      "active_calories_burned_record_table", "ActiveCaloriesBurnedRecord",
      .quantity("energy", unit: "cal", field: "energy")),
    .interval("hydration_record_table", "HydrationRecord", .quantity("volume", unit: "L", field: "volume")),
    .interval(
      "elevation_gained_record_table", "ElevationGainedRecord", .quantity("elevation", unit: "m", field: "elevation")),
    .interval(
      "floors_climbed_record_table", "FloorsClimbedRecord", .quantity("floors", unit: "count", field: "floors")),
    .interval(
      "wheelchair_pushes_record_table", "WheelchairPushesRecord", .quantity("count", unit: "count", field: "count")),
    .interval("distance_record_table", "DistanceRecord", .quantity("distance", unit: "m", field: "distance")),
    .interval(
      "nutrition_record_table", "NutritionRecord", .nutrition, Note("meal_name", "HKFoodType", .text),
      Note("meal_type", "health_connect_meal_type", .words(PlatformNames.mealTypes))),
    .interval(
      "total_calories_burned_record_table", "TotalCaloriesBurnedRecord",
      .quantity("energy", unit: "cal", field: "energy")),
    .interval("menstruation_period_record_table", "MenstruationPeriodRecord", .presence),
    .interval(
      "heart_rate_record_table", "HeartRateRecord",
      .series(
        "heart_rate_record_series_table", column: "beats_per_minute", unit: "count/min",
        field: "samples[].beatsPerMinute")),
    .interval(
      "CyclingPedalingCadenceRecordTable", "CyclingPedalingCadenceRecord",
      .series(
        "cycling_pedaling_cadence_record_table", column: "revolutions_per_minute", unit: "count/min",
        field: "samples[].revolutionsPerMinute")),
    .interval(
      "PowerRecordTable", "PowerRecord",
      .series("power_record_table", column: "power", unit: "W", field: "samples[].power")),
    .interval(
      "SpeedRecordTable", "SpeedRecord",
      .series("speed_record_table", column: "speed", unit: "m/s", field: "samples[].speed")),
    .interval(
      "StepsCadenceRecordTable", "StepsCadenceRecord",
      .series("steps_cadence_record_table", column: "rate", unit: "count/min", field: "samples[].rate")),
    .instant(
      "basal_metabolic_rate_record_table", "BasalMetabolicRateRecord",
      .quantity("basal_metabolic_rate", unit: "W", field: "basalMetabolicRate")),
    .instant(
      "body_fat_record_table", "BodyFatRecord", .quantity("percentage", unit: "percent 0-100", field: "percentage")),
    .instant(
      "vo2_max_record_table", "Vo2MaxRecord",
      .quantity("vo2_milliliters_per_minute_kilogram", unit: "mL/min·kg", field: "vo2MillilitersPerMinuteKilogram"),
      Note("measurement_method", "health_connect_measurement_method", .words(PlatformNames.oxygenMethods))),
    .instant(
      "cervical_mucus_record_table", "CervicalMucusRecord",
      .cases("appearance", [-1, 1, 2, 3, 4, 5, -1], field: "appearance"),
      Note("sensation", "health_connect_sensation", .words(PlatformNames.sensations))),
    .instant(
      "basal_body_temperature_record_table", "BasalBodyTemperatureRecord",
      .quantity("temperature", unit: "degC", field: "temperature"), .temperatureLocation),
    .instant(
      "menstruation_flow_record_table", "MenstruationFlowRecord", .cases("flow", [1, 2, 3, 4], field: "flow"),
      Note("time", "HKMenstrualCycleStart", .cycleStart)),
    .instant(
      "oxygen_saturation_record_table", "OxygenSaturationRecord",
      .quantity("percentage", unit: "percent 0-100", field: "percentage")),
    .instant(
      "blood_pressure_record_table", "BloodPressureRecord", .bloodPressure,
      Note("body_position", "health_connect_body_position", .words(PlatformNames.bodyPositions)),
      Note("measurement_location", "health_connect_measurement_location", .words(PlatformNames.cuffLocations))),
    .instant("height_record_table", "HeightRecord", .quantity("height", unit: "m", field: "height")),
    .instant(
      "blood_glucose_record_table", "BloodGlucoseRecord", .quantity("level", unit: "mmol/L", field: "level"),
      Note("relation_to_meal", "HKBloodGlucoseMealTime", .raw([-1, -1, -1, 1, 2])),
      Note("relation_to_meal", "health_connect_relation_to_meal", .words(PlatformNames.mealRelations)),
      Note("meal_type", "health_connect_meal_type", .words(PlatformNames.mealTypes)),
      Note("specimen_source", "health_connect_specimen_source", .words(PlatformNames.specimens))),
    .instant("weight_record_table", "WeightRecord", .quantity("weight", unit: "g", field: "weight")),
    .instant("lean_body_mass_record_table", "LeanBodyMassRecord", .quantity("mass", unit: "g", field: "mass")),
    .instant(
      "sexual_activity_record_table", "SexualActivityRecord", .presence,
      Note("protection_used", "HKSexualActivityProtectionUsed", .protection)),
    .instant(
      "body_temperature_record_table", "BodyTemperatureRecord",
      .quantity("temperature", unit: "degC", field: "temperature"), .temperatureLocation),
    .instant("ovulation_test_record_table", "OvulationTestRecord", .cases("result", [3, 2, 4, 1], field: "result")),
    .instant(
      "respiratory_rate_record_table", "RespiratoryRateRecord", .quantity("rate", unit: "count/min", field: "rate")),
    .instant("bone_mass_record_table", "BoneMassRecord", .quantity("mass", unit: "g", field: "mass")),
    .instant(
      "resting_heart_rate_record_table", "RestingHeartRateRecord",
      .quantity("beats_per_minute", unit: "count/min", field: "beatsPerMinute")),
    .instant(
      "body_water_mass_record_table", "BodyWaterMassRecord", .quantity("body_water_mass", unit: "g", field: "mass")),
    .instant(
      "heart_rate_variability_rmssd_record_table", "HeartRateVariabilityRmssdRecord",
      .quantity("heart_rate_variability_millis", unit: "ms", field: "heartRateVariabilityMillis")),
    .instant("intermenstrual_bleeding_record_table", "IntermenstrualBleedingRecord", .presence),
    .interval("exercise_session_record_table", "ExerciseSessionRecord", .exercise, .title, .notes),
    .interval("sleep_session_record_table", "SleepSessionRecord", .sleep, .title, .notes),
    .interval(
      "skin_temperature_record_table", "SkinTemperatureRecord",
      .series("skin_temperature_delta_table", column: "delta", unit: "degC", field: "deltas[].delta"),
      Note("baseline", "health_connect_baseline", .unit("degC")),
      Note("measurement_location", "health_connect_measurement_location", .words(PlatformNames.skinLocations))),
    .interval(
      "planned_exercise_session_record_table", "PlannedExerciseSessionRecord", .plannedExercise, .title, .notes),
    .interval(
      "mindfulness_session_record_table", "MindfulnessSessionRecord", .presence, .title, .notes,
      Note("type", "health_connect_mindfulness_type", .words(PlatformNames.mindfulness))),
    .interval(
      "activity_intensity_record_table", "ActivityIntensityRecord",
      .cases("type", [0, 1], field: "activityIntensityType")),
  ]

  /// Tables of Health Connect that hold no record: they are passed over without a word.
  static let others: Set<String> = [
    "access_logs_table", "activity_date_table", "application_info_table", "android_metadata",
    "backup_change_token_table", "change_log_request_table", "change_logs_table", "device_info_table",
    "health_data_category_priority_table", "migration_entity_table", "preference_table", "read_access_logs_table",
  ]
}

extension RecordTable.Note {
  static let title = Self("title", "health_connect_title", .text)
  static let notes = Self("notes", "health_connect_notes", .text)
  static let temperatureLocation = Self(
    "measurement_location", "HKBodyTemperatureSensorLocation", .raw([-1, 1, 4, 11, 6, 7, 10, 8, 3, -1, -1]))
}

/// Words for the numbers of Android's enumerations, by number, as the database has them.
///
/// Libraries for apps number some of them otherwise; see `ExerciseType`.
enum PlatformNames {
  static let recordingMethods = ["unknown", "actively_recorded", "automatically_recorded", "manual_entry"]
  static let deviceTypes = [
    "unknown", "watch", "phone", "scale", "ring", "head_mounted", "fitness_band", "chest_strap", "smart_display",
  ]
  static let mealTypes = ["unknown", "breakfast", "lunch", "dinner", "snack"]
  static let mealRelations = ["unknown", "general", "fasting", "before_meal", "after_meal"]
  static let specimens = [
    "unknown", "interstitial_fluid", "capillary_blood", "plasma", "serum", "tears", "whole_blood",
  ]
  static let sensations = ["unknown", "light", "medium", "heavy"]
  static let oxygenMethods = [
    "other", "metabolic_cart", "heart_rate_ratio", "cooper_test", "multistage_fitness_test", "rockport_fitness_test",
  ]
  static let bodyPositions = ["unknown", "standing_up", "sitting_down", "lying_down", "reclining"]
  static let cuffLocations = ["unknown", "left_wrist", "right_wrist", "left_upper_arm", "right_upper_arm"]
  static let skinLocations = ["unknown", "finger", "toe", "wrist"]
  static let mindfulness = ["unknown", "meditation", "other", "breathing", "music", "movement", "unguided"]
  static let temperatureLocations = [
    "unknown", "armpit", "finger", "forehead", "mouth", "rectum", "temporal_artery", "toe", "ear", "wrist", "vagina",
  ]
}
