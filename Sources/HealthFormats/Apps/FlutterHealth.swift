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

/// The activities of workouts, by the names that programs give them.
struct ActivityNames: Sendable {
  private let cases: [String: String]

  private static let words = [
    "walk": "walking", "run": "running", "cycle": "cycling", "cycling": "cycling", "biking": "cycling",
    "swim": "swimming",
    "hiit": "highIntensityIntervalTraining", "rower": "rowing", "skating": "skatingSports", "surfing": "surfingSports",
    "strengthtraining": "traditionalStrengthTraining", "rockclimbing": "climbing",
  ]

  init(_ registry: Registry) {
    var cases: [String: String] = [:]
    for type in registry.types where type.identifiers.contains("HKWorkoutTypeIdentifier") {
      for field in type.shape.structure?.fields ?? [] where field.name == "activity" {
        for item in field.value.enumeration?.cases ?? [] { cases[item.name.lowercased()] = item.name }
      }
    }
    self.cases = cases
  }

  /// The case of a name on the screen, such as `Outdoor Walk`; `other` if it has none, for example in another language.
  subscript(display name: String) -> String {
    var words = name.lowercased().split(separator: " ")
    let places: Set<Substring> = ["outdoor", "indoor", "pool", "open", "water"]
    if words.count > 1, let last = words.last, !places.contains(last) { words.removeAll { places.contains($0) } }
    return self[words.joined()] ?? self[name.lowercased().split(separator: " ").joined()] ?? "other"
  }

  /// The case of a name without blanks and underscores, in lower case.
  private subscript(plain: String) -> String? { cases[plain] ?? Self.words[plain].flatMap { cases[$0.lowercased()] } }

  /// The case of a name such as `TRADITIONAL_STRENGTH_TRAINING`; `nil` if it has none.
  subscript(code name: String) -> String? {
    if let known = self[name.lowercased().split(separator: "_").joined()] { return known }
    return nil
  }
}

/// The types that names of other programs mean, by the codes of a registry.
struct AppTypes: Sendable {
  private var types: [String: [Entry]] = [:]

  struct Entry: Sendable {
    var id: String
    /// What the definition says of the difference: for some names the case of a category.
    var difference: String?
    var isQuantity: Bool
    var enumCase: String?
  }

  init(_ registry: Registry, system: String) {
    for type in registry.types {
      for text in type.codes[system] ?? [] {
        let code = CodeInSystem(text)
        let cases = type.shape.enumeration?.cases.map(\.name) ?? []
        types[code.code, default: []].append(
          Entry(
            id: type.id, difference: code.difference, isQuantity: type.shape.quantity != nil,
            enumCase: code.difference.flatMap { cases.contains($0) ? $0 : nil }))
      }
    }
  }

  /// The type of a name: the only one with it, or the only one that means the same.
  subscript(name: String) -> Entry? {
    guard let found = types[name] else { return nil }
    if found.count == 1 { return found[0] }
    let exact = found.filter { $0.difference == nil }
    return exact.count == 1 ? exact[0] : nil
  }

  /// The type that is a part of what a name means: the systolic pressure of a blood pressure.
  func part(_ part: String, of name: String) -> String? { types[name]?.first { $0.difference == part }?.id }
}

extension JSONBuilder {
  /// Adds a text, a number or a truth value as it is.
  mutating func scalar(_ name: String, _ value: JSONValue?) {
    switch value {
    case .string(let text)?: member(name, text)
    case .int64(let number)?: member(name, number)
    case .double(let number)?: member(name, finite: number)
    case .boolean(let flag)?: member(name, flag)
    default: break
    }
  }

  mutating func object(_ name: String, _ body: (inout JSONBuilder) -> Void) {
    key(name)
    object(body)
  }
}
