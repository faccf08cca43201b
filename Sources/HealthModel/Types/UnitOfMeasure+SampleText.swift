package import HealthUnits

extension UnitOfMeasure {
  /// The text by which samples name the unit: HealthKit's, and `percent 0-100` for a hundredth, whose name in UCUM, `%`,
  /// is a fraction to HealthKit.
  package var sampleText: String {
    let text = unitString
    return text == "%" && grammar == .ucum ? Self.percentOfHundred : text
  }

  package static let percentOfHundred = "percent 0-100"

  /// The unit for values that are kept as a fraction and wanted in percent; `nil` for other texts and other values.
  package static func percentage(_ text: String, of canonical: UnitOfMeasure) -> UnitOfMeasure? {
    guard text == percentOfHundred, canonical.grammar == .healthKit, canonical.unitString == "%" else { return nil }
    return try? UnitOfMeasure("%", grammar: .ucum)
  }
}
