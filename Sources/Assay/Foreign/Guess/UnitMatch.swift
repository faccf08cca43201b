import HealthModel
import HealthUnits

/// Finds the unit of a type that a text, a name or the size of the numbers says.
struct UnitMatch: Sendable {
  let units: UnitTable

  /// A unit that a type takes, and the question that is left; `nil` if the unit is certain.
  struct Found: Sendable, Hashable {
    var unit: String
    var question: String?
  }

  static let percentOfHundred = "percent 0-100"

  /// The unit that a text says, in the spelling that the type takes.
  ///
  /// - Returns: the unit; `nil` if the type takes none that the text may say.
  func unit(_ text: String, for shape: QuantityShape, maximum: Double?) -> String? {
    if shape.unit.unitString == "%", Self.percents.contains(text.lowercased()) {
      return (maximum ?? 100) > 1.5 ? Self.percentOfHundred : "%"
    }
    let forms = [text, Self.spelled[text.lowercased()], text.lowercased(), UnitAliases.healthKitForm(of: text)?.unit]
    for form in forms.compactMap({ $0 }) {
      if takes(form, shape) { return form }
      if let known = UnitAliases.healthKitForm(of: form), known.factor == .one, takes(known.unit, shape) {
        return known.unit
      }
    }
    guard let near = UnitAliases.suggestion(for: text), near.lowercased() == text.lowercased() else { return nil }
    return takes(near, shape) ? near : nil
  }

  func takes(_ text: String, _ shape: QuantityShape) -> Bool {
    if text == Self.percentOfHundred { return shape.unit.unitString == "%" }
    if shape.units.spellings.contains(where: { $0.text == text }) { return true }
    guard let unit = UnitOfMeasure(known: Array(text.utf8), table: units), unit.isConvertible(to: shape.unit) else {
      return false
    }
    if let only = shape.units.only { return only.contains(unit) }
    return !shape.unit.dimension.isDimensionless || unit == shape.unit
  }

  func isUnit(_ text: String) -> Bool {
    let lower = text.lowercased()
    return Self.percents.contains(lower) || Self.spelled[lower] != nil
      || UnitOfMeasure(known: Array(text.utf8), table: units) != nil || UnitAliases.healthKitForm(of: text) != nil
      || ["mmol/l", "u", "iu"].contains(lower)
  }

  /// The unit in a column's name: what is in parentheses, else its last two words or its last one.
  func unit(in words: NameParts, for shape: QuantityShape, maximum: Double?) -> (unit: String, rest: [String])? {
    let all = words.words
    if let text = words.bracketed, let found = unit(text, for: shape, maximum: maximum) {
      return (found, Array(all.dropLast(NameParts(text).words.count)))
    }
    for count in [3, 2, 1] where all.count > count {
      let text = all.suffix(count).joined()
      let spaced = all.suffix(count).joined(separator: "/")
      for form in [spaced, text] {
        if let found = unit(form, for: shape, maximum: maximum) { return (found, Array(all.dropLast(count))) }
      }
    }
    return nil
  }

  /// The unit in which numbers are of the usual size; a question if that is a guess.
  func unit(bySizeFor type: TypeDefinition, _ shape: QuantityShape, numbers: ClosedRange<Double>?) -> Found {
    let canonical = shape.unit.unitString
    guard let numbers, let usual = Self.usual[type.id] else {
      let isOnly =
        (shape.unit.dimension.isDimensionless || canonical.hasPrefix("count"))
        && (numbers.map { shape.plausible.contains($0.lowerBound) && shape.plausible.contains($0.upperBound) } ?? true)
      return Found(
        unit: shape.shownUnit(shape.unit), question: isOnly && canonical != "%" ? nil : "unit? none is named")
    }
    let fitting = usual.filter { $0.range.contains(numbers.lowerBound) && $0.range.contains(numbers.upperBound) }
      .map(\.unit).filter { takes($0, shape) }
    let shown = "\(Self.text(numbers.lowerBound)) to \(Self.text(numbers.upperBound))"
    guard let first = fitting.first else {
      return Found(unit: shape.shownUnit(shape.unit), question: "unit? \(shown) fits none that is usual")
    }
    return Found(unit: first, question: "unit? \(shown) fits \(fitting.joined(separator: " and "))")
  }

  static func text(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
  }

  private static let percents: Set<String> = ["%", "pct", "percent", "percentage", "prozent", "perc", "pc"]

  private static let spelled: [String: String] = [
    "mgdl": "mg/dL", "mg/dl": "mg/dL", "mmoll": "mmol/L", "mmol/l": "mmol/L", "mmol": "mmol/L", "kgs": "kg",
    "lbs": "lb", "pounds": "lb", "f": "degF", "c": "degC", "degf": "degF", "degc": "degC", "°c": "degC", "°f": "degF",
    "bpm": "count/min", "beats/min": "count/min", "beatspermin": "count/min", "1/min": "count/min",
    "/min": "count/min", "min-1": "count/min", "brpm": "count/min", "breaths/min": "count/min", "mmhg": "mmHg",
    "kpa": "kPa", "kcal": "kcal", "kj": "kJ", "cal": "kcal", "cm": "cm", "km": "km", "m": "m", "mi": "mi",
    "miles": "mi",
    "inches": "in", "inch": "in", "ft": "ft", "ms": "ms", "sec": "s", "s": "s", "min": "min", "mins": "min", "h": "hr",
    "hours": "hr", "hrs": "hr", "g": "g", "grams": "g", "mg": "mg", "ml": "mL", "l": "L", "u": "IU", "iu": "IU",
    "units": "IU", "steps": "count", "count": "count", "counts": "count", "celsius": "degC", "fahrenheit": "degF",
    "mlkgmin": "mL/min·kg", "ml/kg/min": "mL/min·kg", "l/min": "L/min", "m/s": "m/s", "km/h": "km/hr",
  ]

  /// The sizes that numbers of a type usually have in the units that people take.
  private static let usual: [String: [(unit: String, range: ClosedRange<Double>)]] = [
    "bodyMass": [("kg", 25...180), ("lb", 60...400), ("st", 5...25), ("g", 20_000...180_000)],
    "leanBodyMass": [("kg", 20...120), ("lb", 45...260)],
    "height": [("cm", 60...230), ("m", 0.6...2.3), ("in", 25...90), ("ft", 2.5...7.5)],
    "waistCircumference": [("cm", 45...200), ("in", 18...80), ("m", 0.45...2)],
    "bodyTemperature": [("degC", 33...43), ("degF", 92...109)],
    "bloodGlucose": [("mg/dL", 36...600), ("mmol/L", 1.5...33)],
    "oxygenSaturation": [(percentOfHundred, 60...100), ("%", 0.6...1)],
    "bodyFatPercentage": [(percentOfHundred, 2...70), ("%", 0.02...0.7)],
    "bloodPressureSystolic": [("mmHg", 60...260), ("kPa", 8...34)],
    "bloodPressureDiastolic": [("mmHg", 30...160), ("kPa", 4...21)],
    "heartRateVariabilitySDNN": [("ms", 3...300), ("s", 0.003...0.3)],
    "heartRateVariabilityRMSSD": [("ms", 3...300), ("s", 0.003...0.3)],
    "distanceWalkingRunning": [("m", 50...60_000), ("km", 0.05...45), ("mi", 0.05...30)],
    "activeEnergyBurned": [("kcal", 1...6000), ("kJ", 5...25_000)],
    "basalEnergyBurned": [("kcal", 1...4000), ("kJ", 5...17_000)],
  ]
}
