extension JSONText {
  /// Appends text as a JSON string that may be printed to a terminal or log: like `appendQuoted`, with the characters
  /// that `TextEscaping` makes visible written as `\uXXXX`.
  ///
  /// The string means the same text. For reports and answers; the normal form of samples, which ids and stores depend
  /// on, has only the escapes that JSON demands.
  public static func appendShown(_ text: String, to output: inout [UInt8]) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { appendShown(utf8: $0.span.bytes, to: &output) }
    if isDone == nil { appendShown(utf8: Array(text.utf8).span.bytes, to: &output) }
  }

  /// Appends UTF-8 as a JSON string that may be printed; see `appendShown(_:to:)`.
  package static func appendShown(utf8 text: RawSpan, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    appendShown(part: text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a part of a JSON string, without quotes.
  static func appendShown(part text: RawSpan, to output: inout [UInt8]) {
    if isPlain(text) {
      text.withUnsafeBytes { output.append(contentsOf: $0) }
    } else {
      appendParts(of: text, to: &output)
    }
  }

  /// Appends text of which something may be escaped: what lies between is copied at once.
  private static func appendParts(of text: RawSpan, to output: inout [UInt8]) {
    var start = 0
    var offset = 0
    func copy(upTo end: Int) {
      text.extracting(start..<end).withUnsafeBytes { output.append(contentsOf: $0) }
    }
    while offset < text.byteCount {
      let byte = text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte < 0x7F, !mustEscape(byte) {
        offset += 1
        continue
      }
      let length = UTF8Check.sequenceLength(at: offset, end: text.byteCount, in: text)
      let scalar = TextEscaping.scalar(at: offset, length: length, in: text) ?? "\u{FFFD}"
      if byte >= 0x7F, length > 0, TextEscaping.isHarmless(scalar) {
        offset += length
        continue
      }
      copy(upTo: offset)
      if byte < 0x7F {
        appendEscaped(byte, to: &output)
      } else {
        for unit in UTF16.encode(scalar) ?? .init() { appendUnit(unit, to: &output) }
      }
      offset += max(1, length)
      start = offset
    }
    copy(upTo: offset)
  }

  /// Whether no byte of a text is escaped: all are printable ASCII, and none is a quote or a backslash.
  static func isPlain(_ text: RawSpan) -> Bool {
    var offset = 0
    while offset &+ 8 <= text.byteCount {
      let word = text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // A carry comes from a byte that is seen itself: DEL, and all that are beyond ASCII.
      guard (word | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 == 0, escapes(in: word) == 0 else {
        return false
      }
      offset &+= 8
    }
    while offset < text.byteCount {
      let byte = text.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte >= 0x7F || mustEscape(byte) { return false }
      offset &+= 1
    }
    return true
  }

  /// A UTF-16 code unit as an escape; scalars beyond U+FFFF have two.
  private static func appendUnit(_ unit: UInt16, to output: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    output.append(contentsOf: "\\u".utf8)
    for shift in stride(from: 12, through: 0, by: -4) { output.append(digits[Int(unit >> shift & 0xF)]) }
  }
}
