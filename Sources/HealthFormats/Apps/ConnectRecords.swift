import HealthConnect
import HealthModel

/// Records of Health Connect as libraries for apps read and write them.
///
/// The kind of a record is in it (`recordType`), is the key that its list is under, or follows from its members. Numbers
/// of enumerations are those of androidx, not those of the database.
struct ConnectRecords: Sendable {
  private let kinds: [String: Kind]
  private let byField: [String: [String]]
  /// The names that lists of records may be under.
  static let names = RecordTable.all.flatMap { table in
    let short = String(table.record.dropLast("Record".count))
    return [table.record, short, short.prefix(1).lowercased() + short.dropFirst()]
  }

  struct Kind: Sendable {
    var table: RecordTable
    var codes: AppTypes

    /// The type of a field; the code itself if none has it, which is reported.
    func type(_ field: String = "") -> String {
      let code = field.isEmpty ? table.record : "\(table.record).\(field)"
      return codes[code]?.id ?? code
    }
  }

  init(_ registry: Registry) {
    let codes = AppTypes(registry, system: "health_connect")
    var kinds: [String: Kind] = [:]
    var byField: [String: [String]] = [:]
    for table in RecordTable.all {
      let name = Self.plain(table.record)
      kinds[name] = Kind(table: table, codes: codes)
      if let field = Self.field(of: table) { byField[field, default: []].append(name) }
    }
    self.kinds = kinds
    self.byField = byField
  }

  /// A name without the word record, underscores and capitals: `heartrate` of `HeartRateRecord`.
  private static func plain(_ name: String) -> String {
    let plain = name.lowercased().split(separator: "_").joined()
    return plain.hasSuffix("record") ? String(plain.dropLast("record".count)) : plain
  }

  /// The field that a record of a table has; of a list the name of its elements' field as well.
  private static func field(of table: RecordTable) -> String? {
    switch table.form {
    case .quantity(_, _, let field), .cases(_, _, let field), .series(_, _, _, let field): field
    case .bloodPressure: "systolic"
    case .sleep: "stages"
    case .exercise: "exerciseType"
    case .plannedExercise: "blocks"
    case .nutrition, .presence: nil
    }
  }

  /// The kind of a record.
  ///
  /// - Returns: the kind; `nil` if the record does not say it, or could be of several.
  func kind(of record: JSONValue, under name: String?) -> Kind? {
    if let named = record["recordType"]?.text ?? name { return kinds[Self.plain(named)] }
    var found: Set<String> = []
    for member in record.members ?? [] {
      var field = member.key
      if let first = member.value.elements?.first, field == "samples" || field == "deltas" {
        let inner = (first.members ?? []).map(\.key).first { $0 != "time" } ?? ""
        field += "[]." + inner
      }
      found.formUnion(byField[field] ?? [])
    }
    return found.count == 1 ? found.first.flatMap { kinds[$0] } : nil
  }
}

/// A quantity as libraries write it: a number, an object with the number in every unit, or `{value, unit}`.
struct ConnectQuantity {
  var value: Double
  var unit: String?

  /// The units of objects with every unit, the one that the database has first.
  private static let members = [
    ("inCalories", "cal"), ("inKilocalories", "kcal"), ("inGrams", "g"), ("inKilograms", "kg"), ("inMeters", "m"),
    ("inLiters", "L"), ("inCelsius", "degC"), ("inMillimetersOfMercury", "mmHg"), ("inMillimolesPerLiter", "mmol/L"),
    ("inMetersPerSecond", "m/s"), ("inWatts", "W"), ("inKilocaloriesPerDay", "kcal/d"), ("inPercent", "percent 0-100"),
    ("value", "percent 0-100"),
  ]

  private static let units = [
    "calories": "cal", "kilocalories": "kcal", "joules": "J", "kilojoules": "kJ", "grams": "g", "kilograms": "kg",
    "milligrams": "mg", "micrograms": "mcg", "ounces": "oz", "pounds": "lb", "meters": "m", "kilometers": "km",
    "miles": "mi", "inches": "in", "feet": "ft", "liters": "L", "milliliters": "mL", "fluidOuncesUs": "fl_oz_us",
    "celsius": "degC", "fahrenheit": "degF", "millimetersOfMercury": "mmHg", "millimolesPerLiter": "mmol/L",
    "milligramsPerDeciliter": "mg/dL", "metersPerSecond": "m/s", "kilometersPerHour": "km/hr", "milesPerHour": "mi/hr",
    "watts": "W", "kilocaloriesPerDay": "kcal/d",
  ]

  /// What numbers without a unit are in: those that have none in the library either.
  private static let plain: Set<String> = ["count", "count/min", "ms", "percent 0-100", "mL/min·kg"]

  init?(_ json: JSONValue?, unit: String) {
    guard let json else { return nil }
    if let number = json.number {
      value = number
      self.unit = Self.plain.contains(unit) ? unit : nil
      return
    }
    if let number = json["value"]?.number, let name = json["unit"]?.text {
      value = number
      self.unit = Self.units[name] ?? name
      return
    }
    for (key, unit) in Self.members {
      guard let number = json[key]?.number else { continue }
      value = number
      self.unit = unit
      return
    }
    return nil
  }

  func append(to json: inout JSONBuilder) {
    json.member("value", finite: value)
    json.member("unit", unit)
  }
}

extension RecordTable {
  /// The metadata of a record in JSON, whose members are named as the columns are, in camel case.
  func jsonNotes(of record: JSONValue) -> [JSONValue.Member] {
    notes.compactMap { note in
      let words = note.column.split(separator: "_")
      let name = words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
      let key = String(describing: note.key)
      guard let value = record[name == "type" ? "mindfulnessSessionType" : name] else { return nil }
      switch note.form {
      case .text: return value.text.flatMap { $0.isEmpty ? nil : .init(key, .string($0)) }
      case .number: return .init(key, value)
      case .unit, .cycleStart: return nil
      case .protection:
        guard let number = value.int, number == 1 || number == 2 else { return nil }
        return .init(key, .boolean(number == 1))
      case .raw(let numbers):
        guard let number = value.int, numbers.indices.contains(number), numbers[number] >= 0 else { return nil }
        return .init(key, .int64(Int64(numbers[number])))
      case .words(let words):
        // Libraries number kinds of mindfulness in another order than the database.
        let words = name == "type" ? ["unknown", "meditation", "breathing", "music", "movement", "unguided"] : words
        guard let number = value.int, words.indices.contains(number), number != 0 || words[0] != "unknown" else {
          return nil
        }
        return .init(key, .string(words[number]))
      }
    }
  }
}

extension ConnectRecords.Kind {
  var presenceType: String {
    let fields = ["SexualActivityRecord": "protectionUsed", "MindfulnessSessionRecord": "mindfulnessSessionType"]
    return codes[table.record]?.id ?? type(fields[table.record] ?? "")
  }

  func has(_ field: String) -> Bool { codes["\(table.record).\(field)"] != nil }
}

extension JSONBuilder {
  /// Adds a text, a number or a truth value as it is.
  mutating func scalar(_ name: String, _ value: JSONValue?) {
    guard let value, value.members == nil, value.elements == nil, value != .null else { return }
    member(name, json: value)
  }

  mutating func append(_ value: Double, _ unit: String) {
    member("value", finite: value)
    member("unit", unit)
  }
}
