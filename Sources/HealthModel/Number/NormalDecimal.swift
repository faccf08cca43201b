/// Reads decimals that are written as the normal form writes them, which are most: `37.774929`, `-3`, `0.5`.
package enum NormalDecimal {
  private static let powers: Fixed16<Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
  private static let wholePowers: Fixed16<UInt64> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
  ]

  /// The value of a decimal whose text can be copied to the normal form; `nil` for all other texts.
  ///
  /// Such a text has at most 15 digits, so that it is the shortest of its double, no exponent, no zero that could be left
  /// out, and a magnitude of 0 or at least 0.001.
  package static func read(_ range: Range<Int>, in bytes: RawSpan) -> Double? {
    guard !range.isEmpty, range.count <= 17, bytes.holds(range) else { return nil }
    let end = range.upperBound
    var position = range.lowerBound
    let isNegative = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    let first = position
    var mantissa: UInt64 = 0
    while position < end {
      let digit = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) &- 0x30
      guard digit <= 9 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      position &+= 1
    }
    let whole = position &- first
    guard whole > 0, whole <= 15 else { return nil }
    if whole > 1, bytes.unsafeLoad(fromByteOffset: first, as: UInt8.self) == 0x30 { return nil }
    var fraction = 0
    if position < end {
      fraction = end &- position &- 1
      guard bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self) == UInt8(ascii: "."), fraction > 0,
        whole &+ fraction <= 15, bytes.unsafeLoad(fromByteOffset: end &- 1, as: UInt8.self) != 0x30,
        let digits = digits(position &+ 1..<end, in: bytes)
      else { return nil }
      mantissa = mantissa &* wholePowers[fraction] &+ digits
    }
    if mantissa == 0 { return isNegative ? nil : 0 }
    let magnitude = Double(mantissa) / powers[fraction]
    if magnitude < 1e-3 { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The number that 1 to 15 digits mean; `nil` if a byte is not a digit.
  @inline(__always) private static func digits(_ range: Range<Int>, in bytes: RawSpan) -> UInt64? {
    let count = range.count
    guard count > 8 else { return lastDigits(count, before: range.upperBound, in: bytes) }
    guard let first = lastDigits(count &- 8, before: range.upperBound &- 8, in: bytes),
      let last = lastDigits(8, before: range.upperBound, in: bytes)
    else { return nil }
    return first &* 100_000_000 &+ last
  }

  /// The number that 1 to 8 digits before a place mean, all at once; `nil` if a byte is not a digit.
  @inline(__always) private static func lastDigits(_ count: Int, before end: Int, in bytes: RawSpan) -> UInt64? {
    let zeros: UInt64 = 0x3030_3030_3030_3030
    guard end >= 8 else {
      var number: UInt64 = 0
      for place in end &- count..<end {
        let digit = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) &- 0x30
        guard digit <= 9 else { return nil }
        number = number &* 10 &+ UInt64(digit)
      }
      return number
    }
    let word = bytes.unsafeLoadUnaligned(fromByteOffset: end &- 8, as: UInt64.self).littleEndian
    // What is before the digits becomes zero: shifted out, and back in.
    let unused = UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    var value = ((word ^ zeros) &>> unused) &<< unused
    // Digits are 0 to 9 now; six more would carry from the lower half of a byte into the upper.
    guard (value | value &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
    // Pairs, then fours, then all eight; the first digit is in the lowest byte.
    value = (value &* 10) &+ (value &>> 8)
    value = (value & 0x00FF_00FF_00FF_00FF) &* 100 &+ (value &>> 16 & 0x00FF_00FF_00FF_00FF)
    value = (value & 0x0000_FFFF_0000_FFFF) &* 10_000 &+ (value &>> 32 & 0x0000_FFFF_0000_FFFF)
    return value & 0xFFFF_FFFF
  }
}
