/// Foreign text made safe to show: the one function all output goes through.
///
/// Control characters, bidirectional controls, zero-width characters and line separators become `\u{…}`, bytes that are
/// not UTF-8 become `\xNN`, and text longer than the limit is cut with the count of the rest. What is stored is never
/// touched: this is display only.
public enum TextEscaping {
  /// Escapes text for one line of output.
  ///
  /// - Parameters:
  ///   - text: the text as it came.
  ///   - limit: how many characters are kept.
  /// - Returns: the text without characters that a terminal or log takes for more than text.
  public static func escaped(_ text: some StringProtocol, limit: Int = 200) -> String {
    escaped(utf8: text.utf8, limit: limit)
  }

  /// Escapes bytes that should be UTF-8 but need not be.
  package static func escaped(utf8 bytes: some Collection<UInt8>, limit: Int = 200) -> String {
    let inPlace = bytes.withContiguousStorageIfAvailable { escaped($0.span.bytes, limit: limit) }
    return inPlace ?? escaped(Array(bytes).span.bytes, limit: limit)
  }

  static func escaped(_ bytes: RawSpan, limit: Int) -> String {
    if bytes.byteCount <= limit, isPlain(bytes) { return bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    var result: [UInt8] = []
    append(bytes, limit: limit, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends bytes, escaped, as UTF-8.
  ///
  /// A byte that begins no well-formed sequence counts as one character, so one pass over the bytes suffices.
  ///
  /// With `showsBlanks` every blank beyond ASCII is escaped too, since it looks like one of a keyboard.
  package static func append(_ bytes: RawSpan, limit: Int, showsBlanks: Bool = false, to result: inout [UInt8]) {
    let end = bytes.byteCount
    if end <= limit, isPlain(bytes) { return bytes.withUnsafeBytes { result.append(contentsOf: $0) } }
    var offset = 0
    var kept = 0
    while offset < end, kept < limit {
      let length = UTF8Check.sequenceLength(at: offset, end: end, in: bytes)
      if let scalar = scalar(at: offset, length: length, in: bytes) {
        if isHarmless(scalar),
          !showsBlanks || scalar.value < 0x80 || scalar.properties.generalCategory != .spaceSeparator
        {
          bytes.extracting(offset..<offset + length).withUnsafeBytes { result.append(contentsOf: $0) }
        } else {
          result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
        }
      } else {
        let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
        result.append(contentsOf: "\\x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
      }
      kept += 1
      offset += max(1, length)
    }
    var dropped = 0
    while offset < end {
      offset += max(1, UTF8Check.sequenceLength(at: offset, end: end, in: bytes))
      dropped += 1
    }
    if dropped > 0 { result.append(contentsOf: "…(\(dropped) more)".utf8) }
  }

  /// Whether all bytes are printable ASCII, as nearly all texts are.
  private static func isPlain(_ bytes: RawSpan) -> Bool {
    var offset = 0
    while offset &+ 8 <= bytes.byteCount {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let ones: UInt64 = 0x0101_0101_0101_0101
      // Bytes below a blank, DEL, and all beyond ASCII; what borrows or carries is one of them itself.
      guard (word | (word &+ ones) | ((word &- ones &* 0x20) & ~word)) & (ones &* 0x80) == 0 else { return false }
      offset &+= 8
    }
    while offset < bytes.byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte < 0x20 || byte > 0x7E { return false }
      offset &+= 1
    }
    return true
  }

  /// The scalar of a well-formed sequence; `nil` for one of no length.
  static func scalar(at offset: Int, length: Int, in bytes: RawSpan) -> Unicode.Scalar? {
    guard length > 0 else { return nil }
    var value = UInt32(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
    if length > 1 { value &= 0x7F >> UInt32(length) }
    for index in 1..<length {
      value = value << 6 | UInt32(bytes.unsafeLoad(fromByteOffset: offset + index, as: UInt8.self) & 0x3F)
    }
    return Unicode.Scalar(value)
  }

  package static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: false
    case 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE0000...0xE007F: false
    default: true
    }
  }
}

/// Foreign text of several lines, made safe to show: line feeds stay, and what else is not text is escaped.
package enum PlainParagraphs {
  /// How many bytes of a text are shown; the rest is cut.
  private static let limit = 64 * 1024

  /// The text with its lines, without empty ones at its beginning and end.
  package static func text(_ text: String, limit: Int = 4000) -> String {
    lines(text, limit: limit).joined(separator: "\n")
  }

  package static func line(_ text: String, limit: Int = 4000) -> String {
    lines(text, limit: limit).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The lines of a text, each made safe to show.
  package static func lines(_ text: String, limit: Int = 4000) -> [String] {
    var lines = text.utf8.prefix(Self.limit).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        let isReturned = line.last == UInt8(ascii: "\r")
        return TextEscaping.escaped(utf8: isReturned ? line.dropLast() : line, limit: limit)
      }[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }
}
