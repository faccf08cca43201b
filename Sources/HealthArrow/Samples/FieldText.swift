import HealthJSON
import HealthModel

/// The value of a field of a structured sample as a structure of `number`, `unit`, `text` and `time`.
enum FieldText {
  /// Appends a value.
  ///
  /// - Parameters:
  ///   - value: the value, in its normal form.
  ///   - kind: what it is by the type's definition.
  ///   - bytes: the text.
  ///   - column: the column of structures.
  static func append(_ value: RawField, _ kind: NestedPlan.Kind, _ bytes: RawSpan, to column: inout ArrowColumn) {
    column.appendStructure { columns in
      var (number, unit, text) = (RawField.absent, RawField.absent, RawField.absent)
      switch kind {
      case .quantity:
        ContentText.members(of: value.range, bytes) { key, part in
          if bytes.equals(key.range, "value") { number = part } else if bytes.equals(key.range, "unit") { unit = part }
        }
      case .number: number = value
      case .boolean: (number, text) = (value, value)
      case .document:
        ContentText.members(of: value.range, bytes) { key, part in
          if bytes.equals(key.range, "text") { text = part }
        }
      case .text, .object: text = value
      case .time: break
      }
      ContentText.appendNumber(number, bytes, to: &columns[0])
      ContentText.appendText(unit.isPresent ? unit.range : nil, bytes, to: &columns[1])
      if kind == .object || kind == .boolean {
        // JSON as it is: its escapes are part of it.
        columns[2].append { output in
          for place in text.range { output.append(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)) }
        }
      } else {
        ContentText.appendText(text.isPresent ? text.range : nil, bytes, to: &columns[2])
      }
      if kind == .time, let time = TimestampParser.parse(value.range, in: bytes, syntax: .json) {
        columns[3].append(time.instant.microseconds)
      } else {
        columns[3].appendNone()
      }
    }
  }
}
