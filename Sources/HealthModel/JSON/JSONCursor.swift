/// A reader of RFC 8259 JSON over bytes: it moves over one value at a time and copies nothing.
///
/// Nesting stays within 64. By default strings are checked to be UTF-8 without lone surrogates and objects to have each
/// key once. The cursor only holds places; the bytes come as a parameter, so nothing outlives them.
///
/// The reader of samples inlines it: what each sample passes is `@inlinable`, and what only long or broken text reaches
/// is not. For that the type is `@usableFromInline`: without it the compiler calls what is visible in the package only.
@usableFromInline package struct JSONCursor {
  @usableFromInline package var position: Int
  @usableFromInline package let end: Int
  /// The longest string, in bytes of its text.
  @usableFromInline package var longestString: Int
  /// Whether only the grammar counts: not UTF-8, surrogates, the number of keys, or keys that appear twice.
  @usableFromInline package let isLenient: Bool

  @inlinable package static var maximumDepth: Int { 64 }
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

  @inlinable @inline(__always) package func peek(_ bytes: RawSpan) -> UInt8 {
    position < end ? bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) : 0
  }

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
  @inlinable @inline(__always) package mutating func string(_ bytes: RawSpan) throws(SyntaxError) -> RawField {
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
      guard position < end else { throw SyntaxError(.unterminatedString, at: opening, length: end - opening) }
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      if byte == UInt8(ascii: "\"") {
        let field = RawField(kind: .string, isEscaped: isEscaped, start: start, end: position)
        if position &- start > longestString {
          throw SyntaxError(.stringTooLong, .stringTooLong, at: start, length: position - start)
        }
        position &+= 1
        return field
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try escape(bytes)
      } else if byte < 0x20 {
        throw SyntaxError(.controlCharacter, at: position)
      } else if byte < 0x80 {
        position &+= 1
      } else {
        let length = UTF8Check.sequenceLength(at: position, end: end, in: bytes)
        if length == 0, !isLenient { throw SyntaxError(.encoding, .badUTF8, at: position) }
        position &+= max(1, length)
      }
    }
  }

  @usableFromInline mutating func escape(_ bytes: RawSpan) throws(SyntaxError) {
    let start = position
    position &+= 1
    guard position < end else { throw SyntaxError(.badEscape, at: start) }
    switch bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position &+= 1
    case UInt8(ascii: "u"):
      guard let unit = JSONText.hexUnit(at: position &+ 1, end: end, in: bytes) else {
        throw SyntaxError(.badEscape, at: start, length: 2)
      }
      position &+= 5
      if isLenient { return }
      if unit & 0xFC00 == 0xDC00 { throw SyntaxError(.loneSurrogate, at: start, length: 6) }
      if unit & 0xFC00 == 0xD800 {
        guard position &+ 1 < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "\\"),
          bytes.unsafeLoad(fromByteOffset: position &+ 1, as: UInt8.self) == UInt8(ascii: "u"),
          let low = JSONText.hexUnit(at: position &+ 2, end: end, in: bytes), low & 0xFC00 == 0xDC00
        else { throw SyntaxError(.loneSurrogate, at: start, length: 6) }
        position &+= 6
      }
    default: throw SyntaxError(.badEscape, at: start, length: 2)
    }
  }

  @inlinable @inline(__always) package mutating func number(_ bytes: RawSpan) throws(SyntaxError) -> RawField {
    let start = position
    if peek(bytes) == UInt8(ascii: "-") { position &+= 1 }
    let firstDigit = position
    skipDigits(bytes)
    let digits = position &- firstDigit
    if digits == 0 || (digits > 1 && bytes.unsafeLoad(fromByteOffset: firstDigit, as: UInt8.self) == 0x30) {
      throw SyntaxError(.badNumber, at: start, length: max(1, position - start))
    }
    if position < end, peek(bytes) == UInt8(ascii: ".") {
      position &+= 1
      let fraction = position
      skipDigits(bytes)
      if position == fraction { throw SyntaxError(.badNumber, at: start, length: position - start) }
    }
    if position < end, peek(bytes) | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if peek(bytes) == UInt8(ascii: "-") || peek(bytes) == UInt8(ascii: "+") { position &+= 1 }
      let exponent = position
      skipDigits(bytes)
      if position == exponent { throw SyntaxError(.badNumber, at: start, length: position - start) }
    }
    return RawField(kind: .number, start: start, end: position)
  }

  @inlinable @inline(__always) mutating func skipDigits(_ bytes: RawSpan) {
    while position < end, bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- 0x30 <= 9 { position &+= 1 }
  }

  @inlinable package mutating func literal(_ bytes: RawSpan) throws(SyntaxError) -> RawField {
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
    throw SyntaxError(position < end ? .badLiteral : .expectedValue, at: min(start, max(0, end - 1)))
  }

  /// Reads a scalar; the position is at its first byte.
  ///
  /// Objects and arrays are for the caller.
  @inlinable @inline(__always) package mutating func scalar(_ bytes: RawSpan) throws(SyntaxError) -> RawField {
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

extension JSONCursor {
  /// Moves over any value, checking all of it; the field's range is the value's whole text (a string's without quotes).
  @inlinable package mutating func value(_ bytes: RawSpan, depth: Int) throws(SyntaxError) -> RawField {
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

  @inlinable package mutating func isAtEnd(_ bytes: RawSpan) -> Bool {
    skipSpace(bytes)
    return position == end
  }

  @inlinable package mutating func expectEnd(_ bytes: RawSpan) throws(SyntaxError) {
    if !isAtEnd(bytes) { throw SyntaxError(.trailingText, at: position) }
  }

  @usableFromInline mutating func array(_ bytes: RawSpan, depth: Int) throws(SyntaxError) {
    try refuseDepth(bytes, depth: depth)
    try elements(bytes, depth: depth) { (cursor) throws(SyntaxError) in _ = try cursor.value(bytes, depth: depth &+ 1) }
  }

  @usableFromInline mutating func object(_ bytes: RawSpan, depth: Int) throws(SyntaxError) {
    var keys: [RawField] = []
    try members(bytes, depth: depth) { (cursor, key) throws(SyntaxError) in
      if !cursor.isLenient {
        for other in keys where JSONText.isSame(key, other, in: bytes) { throw SyntaxError.duplicate(key) }
        keys.append(key)
        if keys.count > Self.maximumKeys { throw SyntaxError(.objectTooLarge, .tooManyKeys, at: Int(key.start)) }
      }
      _ = try cursor.value(bytes, depth: depth &+ 1)
    }
  }

  /// Refuses an array that begins with more arrays than may nest, without entering each: a file may have one in every
  /// record.
  @inline(__always) private mutating func refuseDepth(_ bytes: RawSpan, depth: Int) throws(SyntaxError) {
    let deepest = position &+ max(0, Self.maximumDepth &- depth)
    guard deepest < end, bytes.unsafeLoad(fromByteOffset: deepest, as: UInt8.self) == UInt8(ascii: "[") else { return }
    for place in position..<deepest where bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) != UInt8(ascii: "[") {
      return
    }
    position = deepest
    throw SyntaxError(.nesting, .tooDeep, at: position)
  }

  @inline(__always) package mutating func elements(
    _ bytes: RawSpan, depth: Int, _ element: (inout JSONCursor) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    guard depth < Self.maximumDepth else { throw SyntaxError(.nesting, .tooDeep, at: position) }
    position &+= 1
    if take(UInt8(ascii: "]"), bytes) { return }
    while true {
      try element(&self)
      if take(UInt8(ascii: "]"), bytes) { return }
      guard take(UInt8(ascii: ","), bytes) else { throw SyntaxError(.expectedCommaOrEnd, at: clamped) }
      skipSpace(bytes)
      if peek(bytes) == UInt8(ascii: "]") { throw SyntaxError(.trailingComma, at: position) }
    }
  }

  @inline(__always) package mutating func members(
    _ bytes: RawSpan, depth: Int, _ member: (inout JSONCursor, RawField) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    guard depth < Self.maximumDepth else { throw SyntaxError(.nesting, .tooDeep, at: position) }
    position &+= 1
    if take(UInt8(ascii: "}"), bytes) { return }
    repeat {
      let key = try key(bytes)
      try member(&self, key)
    } while try !isObjectAtEnd(bytes)
  }

  @inlinable @inline(__always) package mutating func key(_ bytes: RawSpan) throws(SyntaxError) -> RawField {
    skipSpace(bytes)
    guard peek(bytes) == UInt8(ascii: "\"") else { throw SyntaxError(.expectedKey, at: clamped) }
    let key = try string(bytes)
    guard take(UInt8(ascii: ":"), bytes) else { throw SyntaxError(.expectedColon, at: clamped) }
    skipSpace(bytes)
    return key
  }

  /// Takes `,` (more to come, `false`) or `}` (`true`) after a member.
  @inlinable @inline(__always) package mutating func isObjectAtEnd(_ bytes: RawSpan) throws(SyntaxError) -> Bool {
    skipSpace(bytes)
    let byte = peek(bytes)
    if byte == UInt8(ascii: "}") {
      position &+= 1
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw SyntaxError(.expectedCommaOrEnd, at: clamped) }
    position &+= 1
    skipSpace(bytes)
    if peek(bytes) == UInt8(ascii: "}") { throw SyntaxError(.trailingComma, at: position) }
    return false
  }

  /// The position, or the last byte when the text has ended, so that a finding points at something.
  @inlinable package var clamped: Int { position < end ? position : max(0, end - 1) }
}

/// Objects whose keys are data: metadata, originals, and fields that samples do not have.
extension JSONCursor {
  /// Puts the pairs of a metadata or original object on the tape, where those of its sample begin at `first`.
  mutating func entries(
    _ kind: TapeEntry.Kind, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape, first: Int
  ) throws(SyntaxError) {
    position &+= 1
    if take(UInt8(ascii: "}"), bytes) { return }
    while true {
      let key = try key(bytes)
      try checkNew(key, kind, tape, first: first, bytes)
      let (start, place) = (position, tape.count)
      let value = try value(bytes, depth: depth &+ 1)
      tape.append(TapeEntry(kind, key: key, value: value))
      if value.kind == .object { try parts(of: place, at: start, bytes, depth: depth &+ 1, onto: &tape) }
      if try isObjectAtEnd(bytes) { return }
    }
  }

  /// Puts the pairs of an object that was read before on the tape, as parts of its entry.
  private mutating func parts(
    of place: Int, at start: Int, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape
  ) throws(SyntaxError) {
    let resume = position
    position = start &+ 1
    if !take(UInt8(ascii: "}"), bytes) {
      while true {
        let key = try key(bytes)
        tape.append(try value(bytes, depth: depth &+ 1), for: key, partOf: place)
        if try isObjectAtEnd(bytes) { break }
      }
    }
    position = resume
  }

  /// Puts a field with a name that samples, sources and devices do not have on the tape.
  mutating func unknown(
    _ kind: TapeEntry.Kind, _ key: RawField, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape, first: Int
  ) throws(SyntaxError) {
    try checkNew(key, kind, tape, first: first, bytes)
    tape.append(TapeEntry(kind, key: key, value: try value(bytes, depth: depth)))
  }

  /// Refuses a key that its object has already, and one key too many; unknown fields count as one object.
  ///
  /// Values that are objects put a part on the tape for each of their pairs, 256 times 256 in a sample; passing over
  /// parts keeps this to a step for each key.
  func checkNew(
    _ key: RawField, _ kind: TapeEntry.Kind, _ tape: borrowing RecordTape, first: Int, _ bytes: RawSpan
  ) throws(SyntaxError) {
    var count = 0
    var place = tape.lastPlace
    while place >= first {
      let entry = tape[place]
      if entry.kind == kind, JSONText.isSame(key, entry.key, in: bytes) { throw SyntaxError.duplicate(key) }
      if entry.kind == kind || (kind.isUnknown && entry.kind.isUnknown) { count &+= 1 }
      place = tape.place(before: place)
    }
    if count >= Self.maximumKeys { throw SyntaxError(.objectTooLarge, .tooManyKeys, at: Int(key.start)) }
  }
}

/// Objects whose content the type of a sample defines: `fields`, `lists`, `points`, and the text `parent`.
///
/// The whole value is an entry, since only the type says whether samples have it. The pairs of an object are entries of
/// their own, beside it, with their parts after them.
extension JSONCursor {
  @inline(__always) func isStructure(_ key: RawField, _ bytes: RawSpan) -> Bool {
    UInt(bitPattern: key.range.count &- 5) <= 1 && kind(of: key, bytes) != nil
  }

  private func kind(of key: RawField, _ bytes: RawSpan) -> TapeEntry.Kind? {
    if bytes.equals(key.range, Self.fields) { return .field }
    if bytes.equals(key.range, Self.lists) { return .list }
    if bytes.equals(key.range, Self.points) { return .point }
    return bytes.equals(key.range, Self.parent) ? .structure : nil
  }

  /// Puts such a value on the tape, where the entries of its sample begin at `first`.
  mutating func structure(
    _ key: RawField, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape, first: Int
  ) throws(SyntaxError) {
    try checkNew(key, .structure, tape, first: first, bytes)
    // Documents are longer than other texts; how long each may be says the definition.
    let longest = longestString
    defer { longestString = longest }
    longestString = max(longest, Self.maximumFieldString)
    let start = position
    let value = try value(bytes, depth: depth)
    tape.append(TapeEntry(.structure, key: key, value: value))
    guard let kind = kind(of: key, bytes), kind != .structure, value.kind == .object else { return }
    let resume = position
    position = start &+ 1
    let pairs = tape.count
    while !take(UInt8(ascii: "}"), bytes) {
      if tape.count > pairs { _ = take(UInt8(ascii: ","), bytes) }
      let key = try self.key(bytes)
      skipSpace(bytes)
      try checkNew(key, kind, tape, first: first, bytes)
      let (start, place) = (position, tape.count)
      let value = try self.value(bytes, depth: depth &+ 1)
      let end = position
      tape.append(TapeEntry(kind, key: key, value: value))
      // The text of a column stays whole: a series has many numbers.
      if kind != .point || value.kind == .object {
        position = start
        try parts(of: place, bytes, depth: depth &+ 1, onto: &tape)
      }
      position = end
    }
    position = resume
  }

  /// Puts the parts of the value at the position on the tape, with theirs, and moves over it; it was checked before.
  private mutating func parts(
    of place: Int, _ bytes: RawSpan, depth: Int, onto tape: inout RecordTape
  ) throws(SyntaxError) {
    let isObject = peek(bytes) == UInt8(ascii: "{")
    guard isObject || peek(bytes) == UInt8(ascii: "[") else { return }
    position &+= 1
    var number = 0
    while !take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), bytes) {
      if number > 0 { _ = take(UInt8(ascii: ","), bytes) }
      let key = isObject ? try self.key(bytes) : .absent
      skipSpace(bytes)
      let (start, part) = (position, tape.count)
      let value = try value(bytes, depth: depth &+ 1)
      let end = position
      if isObject {
        tape.append(value, for: key, partOf: place)
      } else {
        tape.append(value, number: number, partOf: place)
      }
      position = start
      try parts(of: part, bytes, depth: depth &+ 1, onto: &tape)
      position = end
      number &+= 1
    }
  }

  private static let fields = Array("fields".utf8)
  private static let lists = Array("lists".utf8)
  private static let points = Array("points".utf8)
  private static let parent = Array("parent".utf8)
}
