import HealthModel

/// What the app Health Auto Export for iOS sends or saves.
///
/// Its numbers are sums and averages of a minute, an hour or a day, unless its option to summarize is off, which a file
/// does not say. They are marked as such, and have a source of their own, so that no sum counts them with raw samples.
struct HealthAutoExport: AppJSON {
  static let name = "health-auto-export"
  static let patterns = [
    JSONPattern("data/metrics/*/data/*", needs: ["name", "units"]),
    JSONPattern("metrics/*/data/*", needs: ["name", "units"]),
    JSONPattern("data/workouts/*"), JSONPattern("workouts/*"), JSONPattern("data/?/*"),
  ]
  static let takesDocuments = false

  private let types: AppTypes
  private let activities: ActivityNames

  init(_ types: Registry) {
    self.types = AppTypes(types, system: "health_auto_export")
    activities = ActivityNames(types)
  }

  func add(_ record: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    switch piece.pattern {
    case 0, 1: addPoint(record, piece, to: &lines)
    case 2, 3: addWorkout(record, piece, to: &lines)
    default:
      let name = piece.names.first ?? ""
      guard name != "metrics", name != "workouts" else { return }
      lines.addUnsupported(name, at: piece.place, record: piece.bytes)
    }
  }

  private func addPoint(_ point: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    let place = piece.place
    guard let metric = piece.text("name") else {
      lines.addFault("the metric has no name", at: place, record: piece.bytes)
      return
    }
    let type = types[metric]
    let unit = Self.unit(piece.text("units") ?? "", of: metric)
    if metric == "sleep_analysis" {
      addSleep(point, piece, type?.id ?? metric, to: &lines)
    } else if point["systolic"] != nil || point["diastolic"] != nil {
      lines.add(at: place) { json in
        json.member("type", type?.id ?? metric)
        json.key("members")
        json.array { members in
          for part in ["systolic", "diastolic"] {
            guard let value = point[part] else { continue }
            members.object { member in
              member.member("type", types.part(part, of: metric) ?? "\(metric) \(part)")
              member.scalar("value", value)
              member.member("unit", unit)
            }
          }
        }
        appendRest(of: point, metric, nil, to: &json)
      }
    } else if point["Min"] != nil || point["Avg"] != nil || point["Max"] != nil {
      // One reading is its own minimum, average and maximum.
      let isOne = point["Min"]?.number == point["Max"]?.number && point["Min"]?.number == point["Avg"]?.number
      for (key, statistic) in [("Min", "minimum"), ("Avg", "average"), ("Max", "maximum")] {
        guard let value = point[key], !isOne || key == "Avg" else { continue }
        lines.add(at: place) { json in
          json.member("type", type?.id ?? metric)
          json.scalar("value", value)
          json.member("unit", unit)
          appendRest(of: point, metric, isOne ? "single" : statistic, to: &json)
        }
      }
    } else if let type, !type.isQuantity {
      // How long or how often in all: a category has no number.
      lines.addUnsupported("\(metric) (a total)", at: place, record: piece.bytes)
    } else {
      lines.add(at: place) { json in
        json.member("type", type?.id ?? metric)
        json.scalar("value", point["qty"])
        json.member("unit", unit)
        appendRest(of: point, metric, nil, to: &json)
      }
    }
  }

  private func appendRest(of point: JSONValue, _ metric: String, _ statistic: String?, to json: inout JSONBuilder) {
    if let date = point["date"]?.text { json.member("start", AppTime.text(date)) }
    json.object("source") { source in
      let name = point["source"]?.text ?? ""
      source.member("name", name.isEmpty ? "Health Auto Export" : name)
      source.member("bundle", Self.name)
    }
    json.object("metadata") { metadata in
      metadata.member("health_auto_export_aggregate", true)
      metadata.member("health_auto_export_statistic", statistic)
      if let meal = ["Before Meal": 1, "After Meal": 2][point["mealTime"]?.text ?? ""] {
        metadata.member("HKBloodGlucoseMealTime", meal)
      }
      if let reason = ["Basal": 1, "Bolus": 2][point["reason"]?.text ?? ""] {
        metadata.member("HKInsulinDeliveryReason", reason)
      }
    }
  }

  private static let stages = [
    "Awake": "awake", "Asleep": "asleepUnspecified", "In Bed": "inBed", "Core": "asleepCore", "REM": "asleepREM",
    "Deep": "asleepDeep", "Unspecified": "asleepUnspecified",
  ]

  private func addSleep(_ point: JSONValue, _ piece: JSONPiece, _ type: String, to lines: inout ConvertedLines) {
    guard let start = point["startDate"]?.text, let end = point["endDate"]?.text, let stage = point["value"]?.text
    else {
      // Hours of each stage of a night say when none of them was.
      lines.addUnsupported("sleep_analysis (a summary)", at: piece.place, record: piece.bytes)
      return
    }
    lines.add(at: piece.place) { json in
      json.member("type", type)
      json.member("value", Self.stages[stage] ?? stage)
      json.member("start", AppTime.text(start))
      json.member("end", AppTime.text(end))
      if let source = point["source"]?.text, !source.isEmpty { json.object("source") { $0.member("name", source) } }
    }
  }

  private func addWorkout(_ workout: JSONValue, _ piece: JSONPiece, to lines: inout ConvertedLines) {
    let name = workout["name"]?.text ?? ""
    lines.add(at: piece.place) { json in
      json.member("uuid", workout["id"]?.text)
      json.member("type", types["workouts"]?.id ?? "workouts")
      if let start = workout["start"]?.text { json.member("start", AppTime.text(start)) }
      if let end = workout["end"]?.text { json.member("end", AppTime.text(end)) }
      json.object("fields") { fields in
        fields.member("activity", activities[display: name])
        if let duration = workout["duration"]?.number {
          fields.object("duration") { $0.append(duration, "s") }
        } else {
          // Not a number: it stays as it is, which is reported.
          fields.scalar("duration", workout["duration"])
        }
        for (key, field) in [
          ("distance", "totalDistance"), ("activeEnergyBurned", "totalEnergyBurned"),
          ("activeEnergy", "totalEnergyBurned"),
          ("totalSwimmingStrokeCount", "totalSwimmingStrokeCount"), ("flightsClimbed", "totalFlightsClimbed"),
        ] {
          guard key != "activeEnergy" || workout["activeEnergyBurned"] == nil else { continue }
          guard let value = workout[key]?["qty"]?.number else {
            fields.scalar(field, workout[key]?["qty"] ?? workout[key])
            continue
          }
          let unit = Self.unit(workout[key]?["units"]?.text ?? "", of: key)
          fields.object(field) { $0.append(value, unit) }
        }
      }
      json.object("metadata") { metadata in
        metadata.member("health_auto_export_name", name)
        if let isIndoor = workout["isIndoor"]?.flag { metadata.member("HKIndoorWorkout", isIndoor) }
        metadata.member("health_auto_export_location", workout["location"]?.text)
        for (key, entry) in [("elevationUp", "HKElevationAscended"), ("temperature", "HKWeatherTemperature")] {
          guard let value = workout[key]?["qty"]?.number, let unit = workout[key]?["units"]?.text else { continue }
          metadata.object(entry) { $0.append(value, Self.unit(unit, of: key)) }
        }
      }
    }
  }

  /// Units as the app writes them, and how samples do; the others are written alike.
  private static let units = [
    "%": "percent 0-100", "bpm": "count/min", "spm": "count/min", "breaths/min": "count/min", "steps": "count",
    "falls": "count", "times": "count", "hours": "hr", "kmph": "km/hr", "mph": "mi/hr", "watts": "W", "ºC": "degC",
    "ºF": "degF", "ml/(kg·min)": "mL/min·kg", "kcal/hr·kg": "kcal/hr·kg", "MET": "kcal/hr·kg", "drinks": "count",
    "fl_oz_us": "fl_oz_us", "fl. oz.": "fl_oz_us", "μg": "mcg", "µg": "mcg", "m/sec": "m/s",
  ]

  /// A percentage counts to 100 in the whole file, whatever one value is.
  private static func unit(_ text: String, of metric: String) -> String { units[text] ?? text }
}

extension JSONBuilder {
  mutating func append(_ value: Double, _ unit: String) {
    member("value", finite: value)
    member("unit", unit)
  }
}

enum AppTime {
  private static let formats = [
    "yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd h:mm:ss a Z", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd h:mm:ss a",
  ].compactMap { try? DateFormat($0) }

  /// A time of Health Auto Export in the form of samples; a text that is none stays as it is, which is reported.
  ///
  /// Phones with a 12-hour clock write `8:05:00 PM`, newer ones with a narrow no-break space before it.
  static func text(_ time: String) -> String {
    var plain: [UInt8] = []
    for scalar in time.unicodeScalars {
      switch scalar {
      case "\u{202F}", "\u{A0}", "\u{2009}": plain.append(UInt8(ascii: " "))
      case "a", "p", "m": plain.append(UInt8(truncatingIfNeeded: scalar.value) & 0xDF)
      default: plain += Array(String(scalar).utf8)
      }
    }
    var output: [UInt8] = []
    for format in formats where format.append(0..<plain.count, in: plain.span.bytes, to: &output) {
      return String(decoding: output, as: UTF8.self)
    }
    return time
  }
}
