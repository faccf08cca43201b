extension ConditionValue {
  /// The value of a metadata key, as the normal form writes it.
  package init(metadata place: Range<Int>, in bytes: RawSpan) {
    self = (try? Self.metadata(place, in: bytes)) ?? .missing
  }

  private static func metadata(_ place: Range<Int>, in bytes: RawSpan) throws(JSONFault) -> ConditionValue {
    var cursor = JSONCursor(position: place.lowerBound, end: place.upperBound, longestString: Int.max, isLenient: true)
    cursor.skipSpace(bytes)
    guard cursor.peek(bytes) == UInt8(ascii: "{") else {
      let value = try cursor.value(bytes, depth: 0)
      switch value.kind {
      case .string: return .text(JSONText.string(value.range, in: bytes))
      case .number: return DecimalParser.parse(value.range, in: bytes).map { .number($0.value) } ?? .missing
      case .boolean: return .boolean(value.range.count == 4)
      case .absent, .null, .object, .array, .duration: return .missing
      }
    }
    var (number, unit) = (RawField.absent, RawField.absent)
    try cursor.members(bytes, depth: 0) { (cursor, key) throws(JSONFault) in
      let value = try cursor.value(bytes, depth: 1)
      if bytes.equals(key.range, "value") { number = value }
      if bytes.equals(key.range, "unit") { unit = value }
    }
    guard number.kind == .number, unit.kind == .string, let reading = DecimalParser.parse(number.range, in: bytes)
    else { return .missing }
    return .quantity(reading.value, unit: JSONText.string(unit.range, in: bytes))
  }
}
