import HealthConnect
import HealthModel

/// Data points of the `health` package for Flutter: an array, one object, or one a line.
struct FlutterHealth: AppJSON {
  static let name = "flutter-health"
  static let patterns = [JSONPattern("")]
  static let takesDocuments = false

  private let types: AppTypes
  private let activities: ActivityNames
  /// The type of a basal metabolic rate, which Android's points of basal energy are.
  private let basalRate: String?

  init(_ types: Registry) {
    self.types = AppTypes(types, system: "flutter")
    activities = ActivityNames(types)
    basalRate = AppTypes(types, system: "health_connect")["BasalMetabolicRateRecord.basalMetabolicRate"]?.id
  }

  /// Units of the package, and how samples write them.
  private static let units = [
    "KILOCALORIE": "kcal", "LARGE_CALORIE": "kcal", "SMALL_CALORIE": "cal", "JOULE": "J", "SECOND": "s",
    "MINUTE": "min",
    "HOUR": "hr", "DAY": "d", "MILLISECOND": "ms", "MILLIGRAM_PER_DECILITER": "mg/dL", "MILLIMOLES_PER_LITER": "mmol/L",
    "KILOGRAM": "kg", "GRAM": "g", "OUNCE": "oz", "POUND": "lb", "METER": "m", "CENTIMETER": "cm", "INCH": "in",
    "FOOT": "ft", "YARD": "yd", "MILE": "mi", "LITER": "L", "MILLILITER": "mL", "DEGREE_CELSIUS": "degC",
    "DEGREE_FAHRENHEIT": "degF", "KELVIN": "K", "BEATS_PER_MINUTE": "count/min", "RESPIRATIONS_PER_MINUTE": "count/min",
    "METER_PER_SECOND": "m/s", "VOLT": "V", "SIEMEN": "S", "INTERNATIONAL_UNIT": "IU", "COUNT": "count",
    "NO_UNIT": "count", "MILLIMETER_OF_MERCURY": "mmHg", "MILLIMETERS_OF_MERCURY": "mmHg",
  ]

  /// Points whose id is that of a record with several points.
  private static let shared: Set<String> = ["NUTRITION", "BLOOD_PRESSURE_SYSTOLIC", "BLOOD_PRESSURE_DIASTOLIC"]
  /// Points whose times are those of the query, and values that are objects of their own.
  private static let others: Set<String> = [
    "GENDER", "BIRTH_DATE", "BLOOD_TYPE", "NUTRITION", "AUDIOGRAM", "ELECTROCARDIOGRAM", "WORKOUT_ROUTE",
    "INSULIN_DELIVERY",
  ]

  func add(_ point: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    let place = piece.place
    guard let name = point["type"]?.text else {
      lines.addFault("the data point has no type", at: place, record: piece.bytes)
      return
    }
    guard !Self.others.contains(name) else {
      lines.addUnsupported(name, at: place, record: piece.bytes)
      return
    }
    let isAndroid = point["sourcePlatform"]?.text == "googleHealthConnect"
    // Awake in bed has no case of its own.
    let type = types[name] ?? (name == "SLEEP_AWAKE_IN_BED" ? types["SLEEP_AWAKE"] : nil)
    let value = point["value"]
    let number = value?["numericValue"] ?? value?["numeric_value"] ?? (value?.members == nil ? value : nil)
    lines.add(at: place) { json in
      // On Android a record's points have its id; one id cannot be for several samples.
      if !isAndroid, !Self.shared.contains(name) { json.member("uuid", point["uuid"]?.text) }
      if name == "WORKOUT" {
        json.member("type", type?.id ?? name)
        appendWorkout(value, to: &json)
      } else if name == "BASAL_ENERGY_BURNED", isAndroid {
        json.member("type", basalRate ?? name)
        json.scalar("value", number)
        json.member("unit", "kcal/d")
      } else if name == "MENSTRUATION_FLOW" {
        json.member("type", type?.id ?? name)
        json.member("value", value?["flow"]?.text ?? "")
      } else if let type, !type.isQuantity {
        json.member("type", type.id)
        // The value is a length in minutes: what the point is says its type.
        if let text = type.enumCase { json.member("value", text) }
      } else {
        json.member("type", type?.id ?? name)
        json.scalar("value", number)
        json.member("unit", Self.unit(point["unit"]?.text ?? "", isAndroid))
      }
      appendRest(of: point, name, isAndroid, to: &json)
    }
  }

  private static func unit(_ name: String, _ isAndroid: Bool) -> String {
    // A fraction on iOS, and 0 to 100 on Android.
    if name == "PERCENT" { return isAndroid ? "percent 0-100" : "%" }
    return units[name] ?? name
  }

  private func appendRest(of point: JSONValue, _ name: String, _ isAndroid: Bool, to json: inout JSONBuilder) {
    json.member("start", point["dateFrom"]?.text ?? point["date_from"]?.text)
    json.member("end", point["dateTo"]?.text ?? point["date_to"]?.text)
    let source = point["sourceName"]?.text ?? point["source_name"]?.text
    let bundle = point["sourceId"]?.text ?? point["source_id"]?.text
    if source?.isEmpty == false || bundle?.isEmpty == false {
      json.object("source") { json in
        if source?.isEmpty == false { json.member("name", source) }
        if bundle?.isEmpty == false { json.member("bundle", bundle) }
      }
    }
    if let model = point["deviceModel"]?.text, !model.isEmpty { json.object("device") { $0.member("model", model) } }
    let method = point["recordingMethod"]?.text ?? "unknown"
    let device = point["sourceDeviceId"]?.text ?? ""
    json.object("metadata") { metadata in
      if method == "manual" {
        metadata.member("HKWasUserEntered", true)
      } else if method != "unknown" {
        metadata.member("flutter_recording_method", method)
      }
      metadata.member("flutter_platform", point["sourcePlatform"]?.text)
      if !device.isEmpty { metadata.member("flutter_device_id", device) }
      if isAndroid || Self.shared.contains(name) { metadata.member("flutter_uuid", point["uuid"]?.text) }
      if name == "WORKOUT" {
        metadata.member("flutter_workout_type", point["value"]?["workoutActivityType"]?.text)
        metadata.scalar("flutter_total_steps", point["value"]?["totalSteps"])
      }
    }
  }

  private func appendWorkout(_ value: JSONValue?, to json: inout JSONBuilder) {
    json.object("fields") { fields in
      let name = value?["workoutActivityType"]?.text ?? ""
      fields.member("activity", activities[code: name] ?? "other")
      for (key, field) in [("totalDistance", "totalDistance"), ("totalEnergyBurned", "totalEnergyBurned")] {
        guard let number = value?[key]?.number else {
          // Not a number: it stays as it is, which is reported.
          fields.scalar(field, value?[key])
          continue
        }
        let unit = value?[key + "Unit"]?.text ?? ""
        fields.object(field) { $0.append(number, Self.units[unit] ?? unit) }
      }
    }
  }
}
