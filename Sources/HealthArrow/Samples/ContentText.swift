import HealthJSON
import HealthModel

/// The walk over canonical JSON whose objects and lists become values of nested columns.
enum ContentText {
  /// Visits the members of an object.
  static func members(of range: Range<Int>, _ bytes: RawSpan, _ body: (RawField, RawField) -> Void) {
    var cursor = JSONCursor(
      position: range.lowerBound, end: range.upperBound, longestString: JSONCursor.maximumFieldString, isLenient: true)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else { return }
    try? cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
      body(key, try cursor.value(bytes, depth: 1))
    }
  }

  /// Visits the elements of a list.
  static func elements(of list: RawField, _ bytes: RawSpan, _ body: (RawField) -> Void) {
    guard list.kind == .array else { return }
    var cursor = JSONCursor(
      position: list.range.lowerBound, end: list.range.upperBound, longestString: JSONCursor.maximumFieldString,
      isLenient: true)
    try? cursor.elements(bytes, depth: 0) { (cursor) throws(JSONFault) in
      body(try cursor.value(bytes, depth: 1))
    }
  }

  /// Appends an object as a map; an absent one is an absent value.
  ///
  /// - Parameters:
  ///   - object: where it is.
  ///   - bytes: the text.
  ///   - column: the column of maps.
  ///   - value: appends one value to the column of values.
  static func appendMap(
    _ object: Range<Int>?, _ bytes: RawSpan, to column: inout ArrowColumn,
    _ value: (RawField, RawField, inout ArrowColumn) -> Void
  ) {
    guard let object else { return column.appendNone() }
    column.appendList { entries in
      members(of: object, bytes) { key, field in
        entries.appendStructure { columns in
          columns[0].append { JSONText.appendDecoded(key.range, in: bytes, to: &$0) }
          value(key, field, &columns[1])
        }
      }
    }
  }

  /// Appends a text without its escapes; an absent one is an absent value.
  static func appendText(_ text: Range<Int>?, _ bytes: RawSpan, to column: inout ArrowColumn) {
    guard let text else { return column.appendNone() }
    column.append { JSONText.appendDecoded(text, in: bytes, to: &$0) }
  }

  /// Appends a number; another value is an absent one.
  static func appendNumber(_ number: RawField, _ bytes: RawSpan, to column: inout ArrowColumn) {
    switch number.kind {
    case .number: append(DecimalParser.parse(number.range, in: bytes)?.value, to: &column)
    case .boolean: append(bytes.equals(number.range, "true") ? 1 : 0, to: &column)
    default: column.appendNone()
    }
  }

  private static func append(_ number: Double?, to column: inout ArrowColumn) {
    guard let number else { return column.appendNone() }
    column.append(number.bitPattern)
  }
}
