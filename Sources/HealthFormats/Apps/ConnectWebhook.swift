import HealthModel

/// What the app health-connect-webhook sends: an object with a list for each kind.
///
/// Records have neither ids nor offsets.
struct ConnectWebhook: AppJSON {
  static let name = "health-connect-webhook"
  static let patterns = [JSONPattern("?/*", lists: Set(quantities.keys).union(others))]
  static let takesDocuments = false

  private let codes: AppTypes

  init(_ types: Registry) { codes = AppTypes(types, system: "health_connect") }

  /// The lists that are not of quantities.
  private static let others: Set<String> = [
    "sleep", "blood_pressure", "nutrition", "menstruation_period", "intermenstrual_bleeding",
  ]

  private static let quantities: [String: (code: String, member: String, unit: String)] = [
    "steps": ("StepsRecord.count", "count", "count"),
    "heart_rate": ("HeartRateRecord.samples[].beatsPerMinute", "bpm", "count/min"),
    "heart_rate_variability": ("HeartRateVariabilityRmssdRecord.heartRateVariabilityMillis", "rmssd_millis", "ms"),
    "distance": ("DistanceRecord.distance", "meters", "m"),
    "active_calories": ("ActiveCaloriesBurnedRecord.energy", "calories", "kcal"),
    "total_calories": ("TotalCaloriesBurnedRecord.energy", "calories", "kcal"),
    "weight": ("WeightRecord.weight", "kilograms", "kg"), "height": ("HeightRecord.height", "meters", "m"),
    "blood_glucose": ("BloodGlucoseRecord.level", "mmol_per_liter", "mmol/L"),
    "oxygen_saturation": ("OxygenSaturationRecord.percentage", "percentage", "percent 0-100"),
    "body_temperature": ("BodyTemperatureRecord.temperature", "celsius", "degC"),
    "basal_body_temperature": ("BasalBodyTemperatureRecord.temperature", "celsius", "degC"),
    "skin_temperature": ("SkinTemperatureRecord.deltas[].delta", "delta_celsius", "degC"),
    "respiratory_rate": ("RespiratoryRateRecord.rate", "rate", "count/min"),
    "resting_heart_rate": ("RestingHeartRateRecord.beatsPerMinute", "bpm", "count/min"),
    "hydration": ("HydrationRecord.volume", "liters", "L"),
    "basal_metabolic_rate": ("BasalMetabolicRateRecord.basalMetabolicRate", "watts", "W"),
    "body_fat": ("BodyFatRecord.percentage", "percentage", "percent 0-100"),
    "lean_body_mass": ("LeanBodyMassRecord.mass", "kilograms", "kg"),
    "bone_mass": ("BoneMassRecord.mass", "kilograms", "kg"),
    "vo2_max": ("Vo2MaxRecord.vo2MillilitersPerMinuteKilogram", "ml_per_kg_per_min", "mL/min·kg"),
  ]

  private static let nutrients = [
    ("calories", "energy", "kcal"), ("protein_grams", "protein", "g"), ("carbs_grams", "totalCarbohydrate", "g"),
    ("fat_grams", "totalFat", "g"), ("sugar_grams", "sugar", "g"), ("sodium_grams", "sodium", "g"),
    ("dietary_fiber_grams", "dietaryFiber", "g"),
  ]

  /// Stages by their number and by their name, which versions differ in.
  private static let stages = [
    "1": 2, "awake": 2, "2": 1, "sleeping": 1, "4": 3, "light": 3, "5": 4, "deep": 4, "6": 5, "rem": 5, "7": 2,
    "awake_in_bed": 2,
  ]

  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    let place = piece.place
    let list = piece.names.last ?? ""
    switch list {
    case "sleep": addStages(of: record, place, to: &lines)
    case "blood_pressure":
      lines.add(at: place) { json in
        json.member("type", type("BloodPressureRecord"))
        json.key("members")
        json.array { members in
          for part in ["systolic", "diastolic"] {
            guard let value = record[part] else { continue }
            members.object { member in
              member.member("type", type("BloodPressureRecord.\(part)"))
              member.scalar("value", value)
              member.member("unit", "mmHg")
            }
          }
        }
        appendRest(of: record, to: &json)
      }
    case "nutrition":
      lines.add(at: place) { json in
        json.member("type", type("NutritionRecord"))
        json.key("members")
        json.array { members in
          for (key, field, unit) in Self.nutrients {
            guard let value = record[key] else { continue }
            members.object { member in
              member.member("type", type("NutritionRecord.\(field)"))
              member.scalar("value", value)
              member.member("unit", unit)
            }
          }
        }
        appendRest(of: record, name: record["name"]?.text, to: &json)
      }
    case "menstruation_period", "intermenstrual_bleeding":
      lines.add(at: place) { json in
        json.member(
          "type", type(list == "menstruation_period" ? "MenstruationPeriodRecord" : "IntermenstrualBleedingRecord"))
        appendRest(of: record, to: &json)
      }
    default:
      guard let (code, member, unit) = Self.quantities[list] else {
        lines.addUnsupported(list, at: place, record: piece.bytes)
        return
      }
      lines.add(at: place) { json in
        json.member("type", type(code))
        json.scalar("value", record[member])
        json.member("unit", unit)
        appendRest(of: record, to: &json)
      }
    }
  }

  private func type(_ code: String) -> String { codes[code]?.id ?? code }

  private func addStages(of night: JSONValue, _ place: ConvertedLocation, to lines: inout ConvertedLines) {
    let stages = night["stages"]?.elements ?? []
    if stages.isEmpty { lines.addUnsupported("sleep without stages", at: place, record: "{}".utf8) }
    for stage in stages {
      lines.add(at: place) { json in
        let name = stage["stage"]?.text?.lowercased() ?? stage["stage"]?.int.map { "\($0)" } ?? ""
        let isOther = ["0", "unknown", "3", "out_of_bed"].contains(name)
        json.member("type", type(isOther ? "SleepSessionRecord.stages[]" : "SleepSessionRecord.stages[].stage"))
        if isOther {
          json.member("value", name == "0" || name == "unknown" ? 0 : 3)
        } else if let value = Self.stages[name] {
          json.member("value", value)
        } else {
          json.member("value", "stage \(name)")
        }
        json.member("start", stage["start_time"]?.text)
        json.member("end", stage["end_time"]?.text)
      }
    }
  }

  private func appendRest(of record: JSONValue, name: String? = nil, to json: inout JSONBuilder) {
    json.member("start", record["start_time"]?.text ?? record["time"]?.text)
    json.member("end", record["end_time"]?.text)
    if let app = record["metadata"]?["data_origin"]?.text { json.object("source") { $0.member("bundle", app) } }
    guard let name else { return }
    json.object("metadata") { $0.member("HKFoodType", name) }
  }
}
