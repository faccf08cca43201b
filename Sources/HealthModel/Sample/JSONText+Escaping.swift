import AssayPortable

extension JSONText {
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

  /// Appends text as a JSON string with its quotes.
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

  /// Appends the escape of a byte below a blank, of a quote or a backslash.
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
