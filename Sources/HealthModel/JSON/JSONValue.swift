/// A JSON value in memory, with the members of objects in the order they came: messages of plugins, and small documents
/// such as a run's saved counters.
///
/// Samples never become one.
package indirect enum JSONValue: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A number without fraction and exponent that fits.
  case int64(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Reads one document with nothing after it; `nil` when it is not strict JSON, has a number beyond a double, or is
  /// longer than 2 GiB.
  ///
  /// Keys, unlike those of samples, may be of any number, and texts of any length.
  package init?(parsing text: some Collection<UInt8>) {
    guard let value = try? JSONValue(reading: text) else { return nil }
    self = value
  }

  package init(reading text: some Collection<UInt8>) throws(SyntaxError) {
    let text = Array(text)
    let bytes = text.span.bytes
    guard text.count < Int32.max else { throw SyntaxError(.sampleTooLong, at: 0) }
    var cursor = JSONCursor(end: text.count, longestString: Int.max)
    self = try Self.read(&cursor, bytes, depth: 0)
    try cursor.expectEnd(bytes)
  }

  private static func read(_ cursor: inout JSONCursor, _ bytes: RawSpan, depth: Int) throws(SyntaxError) -> JSONValue {
    cursor.skipSpace(bytes)
    let start = cursor.position
    switch cursor.peek(bytes) {
    case UInt8(ascii: "{"):
      var members: [Member] = []
      var keys: Set<ExactText> = []
      try cursor.members(bytes, depth: depth) { (cursor, key) throws(SyntaxError) in
        let name = JSONText.string(key.range, in: bytes)
        guard keys.insert(ExactText(name)).inserted else { throw SyntaxError.duplicate(key) }
        members.append(Member(name, try read(&cursor, bytes, depth: depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try cursor.elements(bytes, depth: depth) { (cursor) throws(SyntaxError) in
        elements.append(try read(&cursor, bytes, depth: depth + 1))
      }
      return .array(elements)
    default:
      let field = try cursor.scalar(bytes)
      switch field.kind {
      // Not the field's own range, which holds less than 256 MiB.
      case .string: return .string(JSONText.string(start + 1..<cursor.position - 1, in: bytes))
      case .boolean: return .boolean(field.range.count == 4)
      case .number: return try number(start..<cursor.position, bytes)
      default: return .null
      }
    }
  }

  private static func number(_ range: Range<Int>, _ bytes: RawSpan) throws(SyntaxError) -> JSONValue {
    let text = JSONText.string(range, in: bytes)
    if let value = Int64(text) { return .int64(value) }
    guard let value = Double(text), value.isFinite else {
      throw SyntaxError(.numberTooLarge, at: range.lowerBound, length: range.count)
    }
    return .double(value)
  }

  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self, let member = members.first(where: { $0.key == key }), member.value != .null
    else { return nil }
    return member.value
  }

  package var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  package var integer: Int64? {
    switch self {
    case .int64(let value): value
    // A number with a fraction of zero or an exponent is whole too.
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  package var int: Int? { integer.flatMap { Int(exactly: $0) } }

  package var number: Double? {
    switch self {
    case .int64(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  package var flag: Bool? {
    if case .boolean(let flag) = self { return flag }
    return nil
  }

  package var elements: [JSONValue]? {
    if case .array(let elements) = self { return elements }
    return nil
  }

  package var members: [Member]? {
    if case .object(let members) = self { return members }
    return nil
  }
}
