extension JSONCursor {
  /// Moves over any value, checking all of it; the field's range is the value's whole text (a string's without quotes).
  @inlinable package mutating func value(_ bytes: RawSpan, depth: Int) throws(JSONFault) -> RawField {
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

  /// Whether only space is left.
  @inlinable package mutating func isAtEnd(_ bytes: RawSpan) -> Bool {
    skipSpace(bytes)
    return position == end
  }

  /// Checks that only space is left.
  @inlinable package mutating func expectEnd(_ bytes: RawSpan) throws(JSONFault) {
    if !isAtEnd(bytes) { throw JSONFault(.trailingText, at: position) }
  }

  @usableFromInline mutating func array(_ bytes: RawSpan, depth: Int) throws(JSONFault) {
    try refuseDepth(bytes, depth: depth)
    try elements(bytes, depth: depth) { (cursor) throws(JSONFault) in _ = try cursor.value(bytes, depth: depth &+ 1) }
  }

  @usableFromInline mutating func object(_ bytes: RawSpan, depth: Int) throws(JSONFault) {
    var keys: [RawField] = []
    try members(bytes, depth: depth) { (cursor, key) throws(JSONFault) in
      if !cursor.isLenient {
        for other in keys where JSONText.isSame(key, other, in: bytes) { throw JSONFault.duplicate(key) }
        keys.append(key)
        if keys.count > Self.maximumKeys { throw JSONFault(.objectTooLarge, .tooManyKeys, at: Int(key.start)) }
      }
      _ = try cursor.value(bytes, depth: depth &+ 1)
    }
  }

  /// Refuses an array that begins with more arrays than may nest, without entering each: a file may have one in every
  /// record.
  @inline(__always) private mutating func refuseDepth(_ bytes: RawSpan, depth: Int) throws(JSONFault) {
    let deepest = position &+ max(0, Self.maximumDepth &- depth)
    guard deepest < end, bytes.unsafeLoad(fromByteOffset: deepest, as: UInt8.self) == UInt8(ascii: "[") else { return }
    for place in position..<deepest where bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) != UInt8(ascii: "[") {
      return
    }
    position = deepest
    throw JSONFault(.nesting, .tooDeep, at: position)
  }

  /// Moves over the array at the position.
  ///
  /// - Throws: `JSONFault` where the text is not JSON or nests too deep, and what `element` throws.
  @inline(__always) package mutating func elements(
    _ bytes: RawSpan, depth: Int, _ element: (inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard depth < Self.maximumDepth else { throw JSONFault(.nesting, .tooDeep, at: position) }
    position &+= 1
    if take(UInt8(ascii: "]"), bytes) { return }
    while true {
      try element(&self)
      if take(UInt8(ascii: "]"), bytes) { return }
      guard take(UInt8(ascii: ","), bytes) else { throw JSONFault(.expectedCommaOrEnd, at: clamped) }
      skipSpace(bytes)
      if peek(bytes) == UInt8(ascii: "]") { throw JSONFault(.trailingComma, at: position) }
    }
  }

  /// Moves over the object at the position.
  ///
  /// - Throws: `JSONFault` where the text is not JSON or nests too deep, and what `member` throws.
  @inline(__always) package mutating func members(
    _ bytes: RawSpan, depth: Int, _ member: (inout JSONCursor, RawField) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard depth < Self.maximumDepth else { throw JSONFault(.nesting, .tooDeep, at: position) }
    position &+= 1
    if take(UInt8(ascii: "}"), bytes) { return }
    repeat {
      let key = try key(bytes)
      try member(&self, key)
    } while try !isObjectAtEnd(bytes)
  }

  /// Reads a key and its colon.
  @inlinable @inline(__always) package mutating func key(_ bytes: RawSpan) throws(JSONFault) -> RawField {
    skipSpace(bytes)
    guard peek(bytes) == UInt8(ascii: "\"") else { throw JSONFault(.expectedKey, at: clamped) }
    let key = try string(bytes)
    guard take(UInt8(ascii: ":"), bytes) else { throw JSONFault(.expectedColon, at: clamped) }
    skipSpace(bytes)
    return key
  }

  /// Takes `,` (more to come, `false`) or `}` (`true`) after a member.
  @inlinable @inline(__always) package mutating func isObjectAtEnd(_ bytes: RawSpan) throws(JSONFault) -> Bool {
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
  @inlinable package var clamped: Int { position < end ? position : max(0, end - 1) }
}
