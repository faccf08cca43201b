import HealthModel
import HealthUnits

/// Metadata: entries of the record's tape, and the JSON that they are slices of.
extension RecordWriter {
  /// The pairs of a sample's metadata.
  mutating func entries(_ metadata: [String: MetadataValue]) {
    append("{")
    for (index, (name, value)) in Self.sorted(metadata).enumerated() {
      let key = self.key(name, isFirst: index == 0)
      let place = record.tape.count
      record.tape.append(TapeEntry(.metadata, key: key, value: .absent))
      record.tape.setValue(self.value(value, at: place), at: place)
    }
    append("}")
    checkCount(metadata.count)
  }

  /// The object of a field whose value is metadata; its pairs are parts of the entry at a place.
  mutating func object(_ metadata: [String: MetadataValue], at place: Int) -> RawField {
    let start = bytes.count
    append("{")
    for (index, (name, value)) in Self.sorted(metadata).enumerated() {
      let key = self.key(name, isFirst: index == 0)
      let part = record.tape.count
      record.tape.append(.absent, for: key, partOf: place)
      record.tape.setValue(self.value(value, at: part), at: part)
    }
    append("}")
    checkCount(metadata.count)
    return RawField(kind: .object, start: start, end: bytes.count)
  }

  /// The text of a value; the pairs of an object are parts of the entry at a place.
  private mutating func value(_ value: MetadataValue, at place: Int) -> RawField {
    switch value {
    case .string(let text): self.text(text)
    case .number(let number): self.number(number)
    case .boolean(let flag): boolean(flag)
    case .date(let instant): date(instant)
    case .quantity(let quantity): self.quantity(quantity.value, quantity.unit, at: place)
    case .other(let text): json(text, at: place)
    }
  }

  /// A moment; one beyond the years 1 to 9999, or with an offset beyond 18 hours, would be a text that is not a date, so
  /// the record of one is refused.
  private mutating func date(_ instant: Instant) -> RawField {
    let field = text(instant)
    if !(Instant.earliest...Instant.latest).contains(instant.microseconds) || !(-1080...1080).contains(instant.offset) {
      record.problems.append(RawProblem(.jsonSyntax, .badNumber, at: field.range))
    }
    return field
  }

  /// `{"value":N,"unit":"U"}`; its two pairs are parts of the entry at a place.
  mutating func quantity(_ number: Double, _ unit: UnitOfMeasure, at place: Int) -> RawField {
    let start = bytes.count
    append("{")
    let valueKey = key("value", isFirst: true)
    let value = self.number(number)
    record.tape.append(value, for: valueKey, partOf: place)
    let unitKey = key("unit", isFirst: false)
    let text = self.text(unit.unitString)
    record.tape.append(text, for: unitKey, partOf: place)
    append("}")
    return RawField(kind: .object, start: start, end: bytes.count)
  }

  /// A text of JSON; what is not JSON is a problem of the record.
  private mutating func json(_ text: String, at place: Int) -> RawField {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    var cursor = JSONCursor(position: start, end: bytes.count)
    do throws(JSONFault) {
      let value = try cursor.value(bytes.span.bytes, depth: 2)
      try cursor.expectEnd(bytes.span.bytes)
      if value.kind == .object {
        for (key, part) in try pairs(of: value) { record.tape.append(part, for: key, partOf: place) }
      }
      return value
    } catch {
      record.problems.append(RawProblem(error.code, error.detail, at: error.span))
      return .absent
    }
  }

  private func pairs(of object: RawField) throws(JSONFault) -> [(key: RawField, value: RawField)] {
    var pairs: [(key: RawField, value: RawField)] = []
    var cursor = JSONCursor(position: object.range.lowerBound, end: object.range.upperBound)
    let text = bytes.span.bytes
    try cursor.members(text, depth: 2) { (cursor, key) throws(JSONFault) in
      pairs.append((key, try cursor.value(text, depth: 3)))
    }
    return pairs
  }

  // MARK: Keys

  /// A key and its colon, after a comma if it is not the first.
  mutating func key(_ name: String, isFirst: Bool) -> RawField {
    if !isFirst { append(",") }
    let key = text(name)
    append(":")
    return key
  }

  /// Refuses an object of more keys than files may have.
  mutating func checkCount(_ count: Int) {
    guard count > JSONCursor.maximumKeys else { return }
    record.problems.append(RawProblem(.objectTooLarge, .tooManyKeys, at: max(0, bytes.count - 1)..<bytes.count))
  }

  /// By name, so that findings come in the same order each time.
  static func sorted<Value>(_ values: [String: Value]) -> [(String, Value)] {
    values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }
}
