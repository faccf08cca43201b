/// Base 64 (RFC 4648, section 4) of bytes that are not text.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var word = 0
      for offset in 0..<3 { word = word << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
      for offset in 0..<4 { output.append(offset <= count ? digits[word >> (18 - 6 * offset) & 63] : padding) }
      index += 3
    }
    return String(decoding: output, as: UTF8.self)
  }

  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
    guard text.count % 4 == 0 else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var index = 0
    while index < text.count {
      var word: UInt32 = 0
      var count = 4
      for offset in 0..<4 {
        let byte = text[index + offset]
        if byte == padding, index + 4 == text.count, offset >= 2 {
          count = min(count, offset)
          word <<= 6
        } else {
          guard count == 4, let value = value(of: byte) else { return nil }
          word = word << 6 | value
        }
      }
      // Bits after the last byte are zero, so that each sequence of bytes has one text.
      guard count == 4 || word & (count == 3 ? 0xFF : 0xFFFF) == 0 else { return nil }
      for place in 0..<count - 1 { output.append(UInt8(truncatingIfNeeded: word >> UInt32(16 - 8 * place))) }
      index += 4
    }
    return output
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
