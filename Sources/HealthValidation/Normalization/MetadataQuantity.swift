import HealthModel
import HealthUnits

/// A quantity in metadata: the object `{"value": 83, "unit": "dBASPL"}` or the text `"83 dBASPL"` that exports write.
struct MetadataQuantity {
  var value: Double
  var unit: UnitOfMeasure

  /// Reads either form; `nil` when it is neither.
  ///
  /// An export writes a fraction in percent as the number times 100, newer systems twice so: `"96 %"` and `"7700 %"`
  /// are 0.96 and 0.77 (`Documentation/apple-health.md`).
  init?(
    _ entry: RawEntry, _ units: inout UnitTexts, _ table: UnitTable, _ syntax: RawSyntax, _ bytes: RawSpan
  ) {
    let text: [UInt8]
    let number: Range<Int>
    if entry.value.kind == .object {
      guard entry.quantityValue.kind == .number, entry.quantityUnit.kind == .string,
        let reading = DecimalParser.parse(entry.quantityValue.range, in: bytes)
      else { return nil }
      value = reading.value
      text = CanonicalText.decoded(entry.quantityUnit, .json, bytes)
      guard let unit = units.unit(text, table) else { return nil }
      self.unit = unit
      return
    }
    guard entry.value.kind == .string else { return nil }
    let decoded = CanonicalText.decoded(entry.value, syntax, bytes)
    guard let blank = decoded.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    number = 0..<blank
    text = Array(decoded[(blank + 1)...])
    guard let reading = DecimalParser.parse(number, in: decoded.span.bytes),
      let unit = units.unit(text, table)
    else { return nil }
    value = reading.value
    self.unit = unit
    if syntax == .appleHealth, text == [UInt8(ascii: "%")] {
      value /= 100
      if value > 1.5 { value /= 100 }
    }
  }
}
