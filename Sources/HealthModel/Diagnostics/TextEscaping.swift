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
    escaped(utf8: Array(text.utf8), limit: limit)
  }

  /// Escapes bytes that should be UTF-8 but need not be.
  public static func escaped(utf8 bytes: some Collection<UInt8>, limit: Int = 200) -> String {
    var result = ""
    var kept = 0
    var dropped = 0
    var decoder = UTF8()
    var iterator = Array(bytes).makeIterator()
    var consumed = 0
    let all = Array(bytes)
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        consumed += UTF8.width(scalar)
        if kept >= limit {
          dropped += 1
        } else {
          kept += 1
          if isHarmless(scalar) {
            result.unicodeScalars.append(scalar)
          } else {
            result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
          }
        }
      case .error:
        if consumed < all.count, kept < limit {
          result += "\\x" + (all[consumed] < 16 ? "0" : "") + String(all[consumed], radix: 16, uppercase: true)
          kept += 1
        } else {
          dropped += 1
        }
        consumed += 1
        decoder = UTF8()
        iterator = Array(all.dropFirst(consumed)).makeIterator()
      case .emptyInput: break decoding
      }
    }
    return dropped > 0 ? result + "…(\(dropped) more)" : result
  }

  /// Whether a scalar may be printed as it is.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: false
    case 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE0000...0xE007F: false
    default: true
    }
  }
}
