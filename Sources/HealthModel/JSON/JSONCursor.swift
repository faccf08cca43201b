/// A reader of RFC 8259 JSON over bytes: it moves over one value at a time and copies nothing.
///
/// Nesting stays within 64. By default strings are checked to be UTF-8 without lone surrogates and objects to have each
/// key once. The cursor only holds places; the bytes come as a parameter, so nothing outlives them.
///
/// The reader of samples inlines it: what each sample passes is `@inlinable`, and what only long or broken text reaches
/// is not. For that the type is `@usableFromInline`: without it the compiler calls what is visible in the package only.
@usableFromInline package struct JSONCursor {
  /// The next byte to read.
  @usableFromInline package var position: Int
  @usableFromInline package let end: Int
  /// The longest string, in bytes of its text.
  @usableFromInline package var longestString: Int
  /// Whether only the grammar counts: not UTF-8, surrogates, the number of keys, or keys that appear twice.
  @usableFromInline package let isLenient: Bool

  /// How deep arrays and objects may nest.
  @inlinable package static var maximumDepth: Int { 64 }
  /// The longest string of an input, in bytes of its text.
  @inlinable package static var maximumString: Int { 64 * 1024 }
  /// The longest string in a field of a sample, in bytes of its text: a document of 4 MB with every byte escaped.
  @inlinable package static var maximumFieldString: Int { 24_000_000 }
  @inlinable package static var maximumKeys: Int { 256 }

  /// Places a cursor; both bounds must be within the bytes that it gets later.
  @inlinable package init(
    position: Int = 0, end: Int, longestString: Int = JSONCursor.maximumString, isLenient: Bool = false
  ) {
    self.position = position
    self.end = end
    self.longestString = longestString
    self.isLenient = isLenient
  }

  /// The byte at the position; 0 at the end.
  @inlinable @inline(__always) package func peek(_ bytes: RawSpan) -> UInt8 {
    position < end ? bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) : 0
  }

  /// Moves over space.
  @inlinable @inline(__always) package mutating func skipSpace(_ bytes: RawSpan) {
    while position < end {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      if byte > 0x20 || (byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09) { return }
      position &+= 1
    }
  }

  /// Takes an expected byte after optional space; says whether it was there.
  @inlinable @inline(__always) package mutating func take(_ expected: UInt8, _ bytes: RawSpan) -> Bool {
    skipSpace(bytes)
    guard position < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == expected else { return false }
    position &+= 1
    return true
  }

  /// Reads a string whose opening quote is at the position; the field's range is the text between the quotes.
  @inlinable @inline(__always) package mutating func string(_ bytes: RawSpan) throws(JSONFault) -> RawField {
    let opening = position
    position &+= 1
    let start = position
    var isEscaped = false
    while true {
      // Eight bytes at a time while none is a quote, a backslash, a control character or beyond ASCII.
      while position &+ 8 <= end {
        let word = bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
        let stop = JSONWord.specials(in: word)
        guard stop == 0 else {
          position &+= stop.trailingZeroBitCount >> 3
          break
        }
        position &+= 8
      }
      guard position < end else { throw JSONFault(.unterminatedString, at: opening, length: end - opening) }
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      if byte == UInt8(ascii: "\"") {
        let field = RawField(kind: .string, isEscaped: isEscaped, start: start, end: position)
        if position &- start > longestString {
          throw JSONFault(.stringTooLong, .stringTooLong, at: start, length: position - start)
        }
        position &+= 1
        return field
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try escape(bytes)
      } else if byte < 0x20 {
        throw JSONFault(.controlCharacter, at: position)
      } else if byte < 0x80 {
        position &+= 1
      } else {
        let length = UTF8Check.sequenceLength(at: position, end: end, in: bytes)
        if length == 0, !isLenient { throw JSONFault(.encoding, .badUTF8, at: position) }
        position &+= max(1, length)
      }
    }
  }

  /// Takes a backslash and what belongs to it.
  @usableFromInline mutating func escape(_ bytes: RawSpan) throws(JSONFault) {
    let start = position
    position &+= 1
    guard position < end else { throw JSONFault(.badEscape, at: start) }
    switch bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position &+= 1
    case UInt8(ascii: "u"):
      guard let unit = JSONText.hexUnit(at: position &+ 1, end: end, in: bytes) else {
        throw JSONFault(.badEscape, at: start, length: 2)
      }
      position &+= 5
      if isLenient { return }
      if unit & 0xFC00 == 0xDC00 { throw JSONFault(.loneSurrogate, at: start, length: 6) }
      if unit & 0xFC00 == 0xD800 {
        guard position &+ 1 < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "\\"),
          bytes.unsafeLoad(fromByteOffset: position &+ 1, as: UInt8.self) == UInt8(ascii: "u"),
          let low = JSONText.hexUnit(at: position &+ 2, end: end, in: bytes), low & 0xFC00 == 0xDC00
        else { throw JSONFault(.loneSurrogate, at: start, length: 6) }
        position &+= 6
      }
    default: throw JSONFault(.badEscape, at: start, length: 2)
    }
  }

  /// Reads a number by JSON's grammar.
  @inlinable @inline(__always) package mutating func number(_ bytes: RawSpan) throws(JSONFault) -> RawField {
    let start = position
    if peek(bytes) == UInt8(ascii: "-") { position &+= 1 }
    let firstDigit = position
    skipDigits(bytes)
    let digits = position &- firstDigit
    if digits == 0 || (digits > 1 && bytes.unsafeLoad(fromByteOffset: firstDigit, as: UInt8.self) == 0x30) {
      throw JSONFault(.badNumber, at: start, length: max(1, position - start))
    }
    if position < end, peek(bytes) == UInt8(ascii: ".") {
      position &+= 1
      let fraction = position
      skipDigits(bytes)
      if position == fraction { throw JSONFault(.badNumber, at: start, length: position - start) }
    }
    if position < end, peek(bytes) | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if peek(bytes) == UInt8(ascii: "-") || peek(bytes) == UInt8(ascii: "+") { position &+= 1 }
      let exponent = position
      skipDigits(bytes)
      if position == exponent { throw JSONFault(.badNumber, at: start, length: position - start) }
    }
    return RawField(kind: .number, start: start, end: position)
  }

  @inlinable @inline(__always) mutating func skipDigits(_ bytes: RawSpan) {
    while position < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- 0x30 <= 9 { position &+= 1 }
  }

  /// Reads `true`, `false` or `null`.
  @inlinable package mutating func literal(_ bytes: RawSpan) throws(JSONFault) -> RawField {
    let start = position
    if bytes.hasPrefix("true", at: position, end: end) {
      position &+= 4
      return RawField(kind: .boolean, start: start, end: position)
    }
    if bytes.hasPrefix("false", at: position, end: end) {
      position &+= 5
      return RawField(kind: .boolean, start: start, end: position)
    }
    if bytes.hasPrefix("null", at: position, end: end) {
      position &+= 4
      return RawField(kind: .null, start: start, end: position)
    }
    throw JSONFault(position < end ? .badLiteral : .expectedValue, at: min(start, max(0, end - 1)))
  }

  /// Reads a scalar; the position is at its first byte.
  ///
  /// Objects and arrays are for the caller.
  @inlinable @inline(__always) package mutating func scalar(_ bytes: RawSpan) throws(JSONFault) -> RawField {
    let byte = peek(bytes)
    if byte == UInt8(ascii: "\"") { return try string(bytes) }
    if byte &- 0x30 <= 9 || byte == UInt8(ascii: "-") { return try number(bytes) }
    return try literal(bytes)
  }
}

/// Tests on eight bytes at once.
@usableFromInline enum JSONWord {
  /// The high bit of each byte that is a quote, a backslash, below 0x20 or above 0x7F; the lowest one is exact.
  @inlinable @inline(__always) static func specials(in word: UInt64) -> UInt64 {
    let low: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (low &* 0x22)
    let slashes = word ^ (low &* 0x5C)
    let found = ((quotes &- low) & ~quotes) | ((slashes &- low) & ~slashes) | ((word &- low &* 0x20) & ~word) | word
    return found & (low &* 0x80)
  }
}
