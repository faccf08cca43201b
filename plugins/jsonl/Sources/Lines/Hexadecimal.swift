/// Numbers and bytes as lower-case hexadecimal digits.
enum Hexadecimal {
  /// Appends a number's last digits, as many as asked for.
  static func append(_ value: UInt64, digits: Int, to output: inout [UInt8]) {
    for place in stride(from: digits - 1, through: 0, by: -1) {
      let nibble = UInt8(truncatingIfNeeded: value >> UInt64(place * 4)) & 0xF
      output.append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
    }
  }

  /// The number that 1 to 16 lower-case digits stand for; `nil` for anything else.
  static func value(of range: Range<Int>, in bytes: [UInt8]) -> UInt64? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, (1...16).contains(range.count) else { return nil }
    var value: UInt64 = 0
    for byte in bytes[range] {
      guard let digit = Self.digit(byte) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    return value
  }

  /// The text of bytes, two digits each.
  static func text(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    for byte in bytes { append(UInt64(byte), digits: 2, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a text of two digits each; `nil` for anything else.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.digit(digits[place]), let low = Self.digit(digits[place + 1]) else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
