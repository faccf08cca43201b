/// Numbers and bytes as hexadecimal digits.
@usableFromInline package enum Hexadecimal {
  /// The digit of the lowest four bits.
  @inlinable @inline(__always) package static func digit(_ value: UInt64, upperCase: Bool = false) -> UInt8 {
    let nibble = UInt8(truncatingIfNeeded: value & 0xF)
    return nibble &+ (nibble < 10 ? 0x30 : upperCase ? 0x37 : 0x57)
  }

  /// The eight digits of a number as one word, the first digit in its highest byte: stored big-endian they are the text.
  ///
  /// All digits are made at once, for ids that are written with each sample.
  @inlinable @inline(__always) package static func word(_ value: UInt32, upperCase: Bool = false) -> UInt64 {
    var nibbles = UInt64(value)
    nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
    nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
    nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in each byte that is a letter's; nothing is carried from one byte to the next.
    let letters = (nibbles &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return nibbles &+ 0x3030_3030_3030_3030 &+ letters &* (upperCase ? 7 : 39)
  }

  /// The value of a digit; `nil` if the byte is not a digit.
  @inlinable @inline(__always) package static func value(_ digit: UInt8, lowerCaseOnly: Bool = false) -> UInt8? {
    if digit &- 0x30 < 10 { return digit &- 0x30 }
    let letter = (lowerCaseOnly ? digit : digit | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// Appends the given number of low hexadecimal digits of a number.
  @inlinable package static func append(
    _ value: UInt64, digits: Int = 16, upperCase: Bool = false, to output: inout [UInt8]
  ) {
    for place in stride(from: digits - 1, through: 0, by: -1) {
      output.append(digit(value >> UInt64(place * 4), upperCase: upperCase))
    }
  }

  /// The number that 1 to 16 digits stand for; `nil` for anything else.
  @inlinable package static func number(_ range: Range<Int>, in bytes: [UInt8], lowerCaseOnly: Bool = false) -> UInt64?
  {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count, (1...16).contains(range.count) else { return nil }
    var number: UInt64 = 0
    for byte in bytes[range] {
      guard let digit = value(byte, lowerCaseOnly: lowerCaseOnly) else { return nil }
      number = number << 4 | UInt64(digit)
    }
    return number
  }

  /// The text of bytes, two lower-case digits each.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var output: [UInt8] = []
    for byte in bytes { append(UInt64(byte), digits: 2, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes of a text of two digits each; `nil` for anything else.
  package static func bytes(of text: String, lowerCaseOnly: Bool = false) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[place], lowerCaseOnly: lowerCaseOnly),
        let low = value(digits[place + 1], lowerCaseOnly: lowerCaseOnly)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
