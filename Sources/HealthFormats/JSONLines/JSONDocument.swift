import HealthJSON
import HealthModel

/// A JSON value in memory, for small documents such as a run's saved counters; samples never become one.
public indirect enum JSONDocument: Sendable, Hashable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONDocument])
  case object([String: JSONDocument])

  /// Reads one document with nothing behind it; `nil` when it is not strict JSON.
  public init?(_ text: some Collection<UInt8>) {
    let bytes = Array(text)
    guard JSONSyntax.firstFault(in: bytes) == nil else { return nil }
    var cursor = JSONCursor(position: 0, end: bytes.count)
    guard let value = try? Self.read(&cursor, bytes.span.bytes) else { return nil }
    self = value
  }

  /// The member of an object.
  public subscript(key: String) -> JSONDocument? {
    if case .object(let members) = self { return members[key] }
    return nil
  }

  /// The text of a string.
  public var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// The value of a whole number.
  public var integer: Int? {
    if case .number(let number) = self { return Int(exactly: number) }
    return nil
  }

  /// The value of `true` or `false`.
  public var flag: Bool? {
    if case .boolean(let flag) = self { return flag }
    return nil
  }

  /// The members of an object; empty for others.
  public var members: [String: JSONDocument] {
    if case .object(let members) = self { return members }
    return [:]
  }

  /// The elements of an array; empty for others.
  public var elements: [JSONDocument] {
    if case .array(let elements) = self { return elements }
    return []
  }

  private static func read(_ cursor: inout JSONCursor, _ bytes: RawSpan) throws(JSONFault) -> JSONDocument {
    cursor.skipSpace(bytes)
    switch cursor.peek(bytes) {
    case UInt8(ascii: "{"):
      cursor.position += 1
      var members: [String: JSONDocument] = [:]
      if cursor.take(UInt8(ascii: "}"), bytes) { return .object(members) }
      while true {
        let key = string(try cursor.key(bytes), bytes)
        members[key] = try read(&cursor, bytes)
        if try cursor.isObjectAtEnd(bytes) { return .object(members) }
      }
    case UInt8(ascii: "["):
      cursor.position += 1
      var elements: [JSONDocument] = []
      if cursor.take(UInt8(ascii: "]"), bytes) { return .array(elements) }
      while true {
        elements.append(try read(&cursor, bytes))
        if cursor.take(UInt8(ascii: "]"), bytes) { return .array(elements) }
        _ = cursor.take(UInt8(ascii: ","), bytes)
      }
    default:
      let field = try cursor.scalar(bytes)
      switch field.kind {
      case .string: return .string(string(field, bytes))
      case .number: return .number(DecimalParser.parse(field.range, in: bytes)?.value ?? .nan)
      case .boolean: return .boolean(field.range.count == 4)
      default: return .null
      }
    }
  }

  private static func string(_ field: RawField, _ bytes: RawSpan) -> String {
    var text: [UInt8] = []
    JSONText.appendDecoded(field.range, in: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
