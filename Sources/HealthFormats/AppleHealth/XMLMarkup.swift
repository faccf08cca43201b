import HealthModel

/// The kinds of markup, recognized by their first bytes, and where each ends: by quotes and closing marks alone.
///
/// `ElementScanner` follows the same rules byte by byte, so that chunker and reader see the same ends, whatever is
/// in between.
enum XMLMarkup: Sendable {
  case startTag, endTag, comment, characterData, instruction, declaration

  /// The kind of markup whose `<` is at a position; `nil` if there are too few bytes to decide.
  @inline(__always) static func kind(at position: Int, end: Int, in bytes: RawSpan) -> XMLMarkup? {
    guard position &+ 1 < end else { return nil }
    switch bytes.byte(at: position &+ 1) {
    case UInt8(ascii: "/"): return .endTag
    case UInt8(ascii: "?"): return .instruction
    case UInt8(ascii: "!"): return exclamation(at: position, end: end, in: bytes)
    default: return .startTag
    }
  }

  private static func exclamation(at position: Int, end: Int, in bytes: RawSpan) -> XMLMarkup? {
    if bytes.hasPrefix("<!--", at: position, end: end) { return .comment }
    if bytes.hasPrefix("<![CDATA[", at: position, end: end) { return .characterData }
    let count = end &- position
    if count < 9, begins("<![CDATA[", with: count, at: position, in: bytes) { return nil }
    if count < 4, begins("<!--", with: count, at: position, in: bytes) { return nil }
    return .declaration
  }

  /// Whether the first bytes of a mark are at a position.
  private static func begins(_ mark: StaticString, with count: Int, at position: Int, in bytes: RawSpan) -> Bool {
    for index in 0..<min(count, mark.utf8CodeUnitCount)
    where bytes.byte(at: position &+ index) != mark.utf8Start[index] { return false }
    return true
  }

  /// Where the markup whose `<` is at a position ends, after its `>`; `nil` when it does not end before `end`.
  static func end(of kind: XMLMarkup, at position: Int, end: Int, in bytes: RawSpan) -> Int? {
    switch kind {
    case .startTag: return tagEnd(at: position, end: end, in: bytes)
    case .endTag, .declaration:
      let close = bytes.first(UInt8(ascii: ">"), from: position &+ 2, to: end)
      return close < end ? close &+ 1 : nil
    case .comment, .characterData, .instruction:
      var from = position &+ 2
      while true {
        let close = bytes.first(UInt8(ascii: ">"), from: from, to: end)
        guard close < end else { return nil }
        if kind.closes(at: close, of: position, in: bytes) { return close &+ 1 }
        from = close &+ 1
      }
    }
  }

  /// Whether a `>` closes the comment, character data or instruction that began at `start`: the marks before it are
  /// there, and are not those that opened it.
  @inline(__always) func closes(at close: Int, of start: Int, in bytes: RawSpan) -> Bool {
    switch self {
    case .comment:
      close &- start >= 6 && bytes.byte(at: close &- 1) == UInt8(ascii: "-")
        && bytes.byte(at: close &- 2) == UInt8(ascii: "-")
    case .characterData:
      close &- start >= 11 && bytes.byte(at: close &- 1) == UInt8(ascii: "]")
        && bytes.byte(at: close &- 2) == UInt8(ascii: "]")
    case .instruction: close &- start >= 3 && bytes.byte(at: close &- 1) == UInt8(ascii: "?")
    case .startTag, .endTag, .declaration: true
    }
  }

  /// Where the start tag at a position ends; a `>` between quotes does not end it.
  static func tagEnd(at position: Int, end: Int, in bytes: RawSpan) -> Int? {
    var index = position &+ 1
    while index < end {
      let byte = bytes.byte(at: index)
      index &+= 1
      if byte == UInt8(ascii: ">") { return index }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let close = bytes.first(byte, from: index, to: end)
        guard close < end else { return nil }
        index = close &+ 1
      }
    }
    return nil
  }

  /// Whether a byte can be in a name; every byte beyond ASCII can.
  @inline(__always) static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 <= 25 || byte >= 0x80 || byte &- 0x30 <= 10 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// Whether a byte can begin a name.
  @inline(__always) static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 <= 25 || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  /// Whether a byte is a blank of XML.
  @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }
}

extension RawSpan {
  @inlinable @inline(__always) package func byte(at offset: Int) -> UInt8 {
    unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Whether two ranges hold the same bytes.
  @inline(__always) func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    guard first.count == second.count else { return false }
    for offset in 0..<first.count
    where byte(at: first.lowerBound &+ offset) != byte(at: second.lowerBound &+ offset) { return false }
    return true
  }
}

/// Tests on eight bytes at once.
enum XMLWord {
  /// A one in each byte.
  @inline(__always) static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The high bit of each byte that is the quote, `&`, `<`, below 0x20 or above 0x7F; the lowest one is exact.
  @inline(__always) static func specials(in word: UInt64, quotes: UInt64) -> UInt64 {
    let quoted = word ^ quotes
    let ampersands = word ^ (ones &* 0x26)
    let brackets = word ^ (ones &* 0x3C)
    let found =
      ((quoted &- ones) & ~quoted) | ((ampersands &- ones) & ~ampersands) | ((brackets &- ones) & ~brackets)
      | ((word &- (ones &* 0x20)) & ~word) | word
    return found & (ones &* 0x80)
  }

  /// The place of the next `"`, `'` or `>`; the end when there is none.
  @inline(__always) static func firstTagMark(from start: Int, to end: Int, in bytes: RawSpan) -> Int {
    first(from: start, to: end, in: bytes) { word in
      zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x27)) | zeros(word ^ (ones &* 0x3E))
    }
  }

  /// The place of the next such byte, which is not far; the end when there is none.
  @inline(__always) static func first(_ byte: UInt8, from start: Int, to end: Int, in bytes: RawSpan) -> Int {
    let wanted = ones &* UInt64(byte)
    return first(from: start, to: end, in: bytes) { zeros($0 ^ wanted) }
  }

  /// A high bit for each byte that is 0; the lowest one is exact.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }

  /// The place of the first byte that a test on eight bytes marks by its high bit.
  @inline(__always) private static func first(
    from start: Int, to end: Int, in bytes: RawSpan, _ marks: (UInt64) -> UInt64
  ) -> Int {
    var index = start
    while index &+ 8 <= end {
      let found = marks(bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      if found != 0 { return index &+ (found.trailingZeroBitCount >> 3) }
      index &+= 8
    }
    while index < end {
      if marks(UInt64(bytes.byte(at: index)) | (ones ^ 1)) & 0x80 != 0 { return index }
      index &+= 1
    }
    return end
  }
}
