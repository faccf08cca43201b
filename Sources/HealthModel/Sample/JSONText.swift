import AssayPortable

/// The text of JSON strings: decoding escapes on reading, escaping on writing.
@usableFromInline package enum JSONText {
  package static func hexUnit(at position: Int, end: Int, in bytes: RawSpan) -> UInt16? {
    guard position >= 0, end <= bytes.byteCount, position <= end - 4 else { return nil }
    var unit: UInt16 = 0
    for offset in position..<position + 4 {
      guard let digit = Hexadecimal.value(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Appends a string's text with its escapes decoded.
  ///
  /// The text has passed the reader, so every escape is well formed. Nothing is appended for a range that the bytes do
  /// not have.
  @usableFromInline package static func appendDecoded(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8])
  {
    guard bytes.holds(range) else { return }
    var position = range.lowerBound
    let end = range.upperBound
    while position < end {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      position += 1
      guard byte == UInt8(ascii: "\\"), position < end else {
        output.append(byte)
        continue
      }
      let escape = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      position += 1
      switch escape {
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"):
        guard let unit = hexUnit(at: position, end: end, in: bytes) else { return }
        position += 4
        var scalar = UInt32(unit)
        if unit & 0xFC00 == 0xD800, let low = hexUnit(at: position + 2, end: end, in: bytes) {
          position += 6
          scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
        }
        if let scalar = Unicode.Scalar(scalar) { output.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
      default: output.append(escape)
      }
    }
  }

  package static func decoded(_ range: Range<Int>, in bytes: RawSpan) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    appendDecoded(range, in: bytes, to: &text)
    return text
  }

  package static func string(_ range: Range<Int>, in bytes: RawSpan) -> String {
    String(decoding: decoded(range, in: bytes), as: UTF8.self)
  }

  /// The place of the quote that closes a string; `end` when none does.
  package static func closingQuote(from start: Int, to end: Int, in bytes: RawSpan) -> Int {
    var place = start
    while place < end {
      let byte = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      if byte == UInt8(ascii: "\"") { return place }
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return end
  }

  package static func isSame(_ first: RawField, _ second: RawField, in bytes: RawSpan) -> Bool {
    if !first.isEscaped, !second.isEscaped {
      let count = first.range.count
      guard count == second.range.count else { return false }
      for offset in 0..<count
      where bytes.unsafeLoad(fromByteOffset: Int(first.start) + offset, as: UInt8.self)
        != bytes.unsafeLoad(fromByteOffset: Int(second.start) + offset, as: UInt8.self)
      { return false }
      return true
    }
    return decoded(first.range, in: bytes) == decoded(second.range, in: bytes)
  }

  /// Which characters of a string are escaped.
  @usableFromInline package enum Escaping: Sendable {
    /// Those that JSON demands: the normal form of samples, which ids and stores depend on.
    case required
    /// Those that `TextEscaping` makes visible as well, so that the text may be printed to a terminal or log.
    case shown
  }

  /// Appends text as a JSON string with its quotes: the shortest escapes, control characters as `\u00XX`, all else as
  /// is.
  @inlinable package static func appendQuoted(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    if text.withContiguousStorageIfAvailable({ append($0.span.bytes, .required, to: &output) }) == nil {
      append(Array(text).span.bytes, .required, to: &output)
    }
  }

  /// Appends text as a JSON string that may be printed to a terminal or log: like `appendQuoted`, with the characters
  /// that `TextEscaping` makes visible written as `\u` and four digits.
  ///
  /// The string means the same text. For reports and answers; the normal form of samples, which ids and stores depend
  /// on, has only the escapes that JSON demands.
  @usableFromInline package static func appendShown(_ text: String, to output: inout [UInt8]) {
    append(text, .shown, to: &output)
  }

  @usableFromInline package static func append(_ text: String, _ escaping: Escaping, to output: inout [UInt8]) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append($0.span.bytes, escaping, to: &output) }
    if isDone == nil { append(Array(text.utf8).span.bytes, escaping, to: &output) }
  }

  /// Appends UTF-8 as a JSON string with its quotes: what is between escapes is copied at once.
  @usableFromInline package static func append(_ text: RawSpan, _ escaping: Escaping, to output: inout [UInt8]) {
    let end = text.byteCount
    var start = 0
    var offset = 0
    output.append(UInt8(ascii: "\""))
    while offset < end {
      // Eight bytes at a time while none may have to be escaped.
      if offset &+ 8 <= end {
        let found = escapes(
          in: text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian, escaping)
        offset &+= found == 0 ? 8 : found.trailingZeroBitCount >> 3
        if found == 0 { continue }
      }
      let byte = text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        copy(start..<offset, of: text, to: &output)
        appendEscape(of: byte, to: &output)
      } else if byte < 0x7F || escaping == .required {
        offset &+= 1
        continue
      } else {
        let length = UTF8Check.sequenceLength(at: offset, end: end, in: text)
        let scalar = TextEscaping.scalar(at: offset, length: length, in: text)
        if let scalar, TextEscaping.isHarmless(scalar) {
          offset &+= length
          continue
        }
        copy(start..<offset, of: text, to: &output)
        for unit in UTF16.encode(scalar ?? "\u{FFFD}") ?? .init() { appendUnit(unit, to: &output) }
        offset &+= max(0, length &- 1)
      }
      offset &+= 1
      start = offset
    }
    copy(start..<end, of: text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Whether nothing in a text is escaped.
  static func isPlain(_ text: RawSpan) -> Bool {
    var offset = 0
    while offset < text.byteCount {
      let count = text.byteCount &- offset
      var word = text.word(from: offset, count: count)
      if count < 8 { word |= 0x2020_2020_2020_2020 &<< UInt64(truncatingIfNeeded: 8 &* count) }
      if escapes(in: word, .shown) != 0 { return false }
      offset &+= 8
    }
    return true
  }

  @inline(__always) private static func copy(_ range: Range<Int>, of text: RawSpan, to output: inout [UInt8]) {
    text.extracting(range).withUnsafeBytes { output.append(contentsOf: $0) }
  }

  /// The high bit of each of eight bytes that may have to be escaped; the lowest one is exact.
  @inline(__always) private static func escapes(in word: UInt64, _ escaping: Escaping) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    var found = ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- ones &* 0x20) & ~word)
    // DEL, and all beyond ASCII; a carry comes from a byte that is found itself.
    if escaping == .shown { found |= word | (word &+ ones) }
    return found & (ones &* 0x80)
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    let letter: UInt8? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
      case 0x08: UInt8(ascii: "b")
      case 0x0C: UInt8(ascii: "f")
      case 0x0A: UInt8(ascii: "n")
      case 0x0D: UInt8(ascii: "r")
      case 0x09: UInt8(ascii: "t")
      default: nil
      }
    guard let letter else { return appendUnit(UInt16(byte), to: &output) }
    output.append(UInt8(ascii: "\\"))
    output.append(letter)
  }

  /// A UTF-16 code unit as an escape; scalars beyond U+FFFF have two.
  private static func appendUnit(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    output.append(UInt8(ascii: "u"))
    Hexadecimal.append(UInt64(unit), digits: 4, to: &output)
  }
}
