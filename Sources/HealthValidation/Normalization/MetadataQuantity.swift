import HealthModel
import HealthUnits

/// A quantity in metadata: the object `{"value": 83, "unit": "dBASPL"}` or the text `"83 dBASPL"` that exports write.
struct MetadataQuantity {
  var value: Double
  private let resolved: MetadataUnit

  /// The unit as it was written.
  var unit: UnitOfMeasure { resolved.unit }

  /// The value in SI base units.
  var base: Double { resolved.baseConversion(value) }

  /// Reads either form; `nil` when it is neither.
  ///
  /// An export writes a fraction in percent as the number times 100, newer systems twice so: `"96 %"` and `"7700 %"`
  /// are 0.96 and 0.77 (`Documentation/apple-health.md`).
  init?(
    _ entry: RawEntry, _ units: inout UnitTexts, _ table: UnitTable, _ syntax: RawSyntax, _ bytes: RawSpan
  ) {
    if entry.value.kind == .object {
      guard entry.quantityValue.kind == .number, entry.quantityUnit.kind == .string,
        let reading = DecimalParser.parse(entry.quantityValue.range, in: bytes)
      else { return nil }
      value = reading.value
      guard let unit = CanonicalText.reading(entry.quantityUnit, .json, bytes, { units.unit(at: $0, in: $1, table) })
      else { return nil }
      resolved = unit
      return
    }
    guard entry.value.kind == .string else { return nil }
    guard
      let parts = CanonicalText.reading(
        entry.value, syntax, bytes,
        { range, text -> (value: Double, unit: MetadataUnit, isPercent: Bool)? in
          let blank = text.first(UInt8(ascii: " "), from: range.lowerBound, to: range.upperBound)
          guard blank < range.upperBound, let number = DecimalParser.parse(range.lowerBound..<blank, in: text) else {
            return nil
          }
          let name = blank + 1..<range.upperBound
          guard let unit = units.unit(at: name, in: text, table) else { return nil }
          return (number.value, unit, text.equals(name, Self.percent))
        })
    else { return nil }
    value = parts.value
    resolved = parts.unit
    if syntax == .appleHealth, parts.isPercent {
      value /= 100
      if value > 1.5 { value /= 100 }
    }
  }

  private static let percent = [UInt8(ascii: "%")]
}
