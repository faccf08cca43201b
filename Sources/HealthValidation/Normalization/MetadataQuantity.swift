import HealthModel
import HealthUnits

/// A quantity in metadata: the object `{"value": 83, "unit": "dBASPL"}` or the text `"83 dBASPL"` that exports write.
struct MetadataQuantity {
  var value: Double
  private let resolved: MetadataUnit

  var unit: UnitOfMeasure { resolved.unit }

  /// The value in SI base units.
  var base: Double { resolved.baseConversion(value) }

  /// Reads either form of the entry at a place of the tape; `nil` when it is neither.
  ///
  /// An export writes a fraction in percent as the number times 100, newer systems twice so: `"96 %"` and `"7700 %"`
  /// are 0.96 and 0.77 (`Documentation/apple-health.md`).
  init?(
    _ place: Int32, _ record: borrowing RawSampleBuffer, _ units: inout UnitTexts, _ table: UnitTable, _ bytes: RawSpan
  ) {
    let entry = record.tape[place]
    let syntax = record.syntax
    if entry.value.kind == .object {
      let number = record.tape.part(Self.valueKey, of: place, in: bytes)
      let unit = record.tape.part(Self.unitKey, of: place, in: bytes)
      // An object with other keys is not a quantity.
      guard record.tape.parts(of: place).count == 2, number.kind == .number, unit.kind == .string,
        let reading = DecimalParser.parse(number.range, in: bytes)
      else { return nil }
      value = reading.value
      guard let unit = CanonicalText.reading(unit, .json, bytes, { units.unit(at: $0, in: $1, table) })
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

  private static let valueKey = Array("value".utf8)
  private static let unitKey = Array("unit".utf8)
  private static let percent = [UInt8(ascii: "%")]
}
