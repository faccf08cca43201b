public import HealthModel

extension JSONCursor {
  /// Moves over any value, checking all of it; the field's range is the value's whole text (a string's without quotes).
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - depth: how many arrays and objects the value stands in.
  /// - Returns: the field.
  /// - Throws: `JSONFault` where the text is not JSON or breaks a limit.
  mutating func value(_ bytes: RawSpan, depth: Int) throws(JSONFault) -> RawField {
    skipSpace(bytes)
    let start = position
    switch peek(bytes) {
    case UInt8(ascii: "{"):
      try object(bytes, depth: depth)
      return RawField(kind: .object, start: start, end: position)
    case UInt8(ascii: "["):
      try array(bytes, depth: depth)
      return RawField(kind: .array, start: start, end: position)
    default: return try scalar(bytes)
    }
  }

  private mutating func array(_ bytes: RawSpan, depth: Int) throws(JSONFault) {
    guard depth < Self.maximumDepth else { throw JSONFault(.nesting, .tooDeep, at: position) }
    position &+= 1
    if take(UInt8(ascii: "]"), bytes) { return }
    while true {
      _ = try value(bytes, depth: depth &+ 1)
      if take(UInt8(ascii: "]"), bytes) { return }
      guard take(UInt8(ascii: ","), bytes) else { throw JSONFault(.expectedCommaOrEnd, at: clamped) }
      skipSpace(bytes)
      if peek(bytes) == UInt8(ascii: "]") { throw JSONFault(.trailingComma, at: position) }
    }
  }

  private mutating func object(_ bytes: RawSpan, depth: Int) throws(JSONFault) {
    guard depth < Self.maximumDepth else { throw JSONFault(.nesting, .tooDeep, at: position) }
    position &+= 1
    if take(UInt8(ascii: "}"), bytes) { return }
    var keys: [RawField] = []
    while true {
      let key = try key(bytes)
      for other in keys where JSONText.isSame(key, other, in: bytes) {
        throw JSONFault(.jsonDuplicateKey, .duplicateKey, at: Int(key.start), length: max(1, key.range.count))
      }
      keys.append(key)
      if keys.count > Self.maximumKeys { throw JSONFault(.objectTooLarge, .tooManyKeys, at: Int(key.start)) }
      _ = try value(bytes, depth: depth &+ 1)
      if try isObjectAtEnd(bytes) { return }
    }
  }

  /// Reads a key and its colon.
  @inline(__always) mutating func key(_ bytes: RawSpan) throws(JSONFault) -> RawField {
    skipSpace(bytes)
    guard peek(bytes) == UInt8(ascii: "\"") else { throw JSONFault(.expectedKey, at: clamped) }
    let key = try string(bytes)
    guard take(UInt8(ascii: ":"), bytes) else { throw JSONFault(.expectedColon, at: clamped) }
    skipSpace(bytes)
    return key
  }

  /// Takes `,` (more to come, `false`) or `}` (`true`) behind a member.
  @inline(__always) mutating func isObjectAtEnd(_ bytes: RawSpan) throws(JSONFault) -> Bool {
    skipSpace(bytes)
    let byte = peek(bytes)
    if byte == UInt8(ascii: "}") {
      position &+= 1
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw JSONFault(.expectedCommaOrEnd, at: clamped) }
    position &+= 1
    skipSpace(bytes)
    if peek(bytes) == UInt8(ascii: "}") { throw JSONFault(.trailingComma, at: position) }
    return false
  }

  /// The position, or the last byte when the text has ended, so that a finding points at something.
  var clamped: Int { position < end ? position : max(0, end - 1) }
}

/// The syntax layer by itself: whether a whole document is one JSON value.
public enum JSONSyntax {
  /// What is wrong with a document; `nil` when it is one JSON value with nothing behind it.
  ///
  /// Follows RFC 8259, and stricter: no duplicate keys, nesting within 64, no lone surrogates, no byte-order mark.
  public static func firstProblem(in document: [UInt8]) -> RawProblem? {
    var cursor = JSONCursor(position: 0, end: document.count)
    let bytes = document.span.bytes
    do throws(JSONFault) {
      _ = try cursor.value(bytes, depth: 0)
      cursor.skipSpace(bytes)
      if cursor.position < cursor.end { throw JSONFault(.trailingText, at: cursor.position) }
      return nil
    } catch {
      return RawProblem(error.code, error.detail, at: error.span)
    }
  }
}
