/// Reads decimals that are written as the normal form writes them, which are most: `37.774929`, `-3`, `0.5`.
package enum NormalDecimal {
  private static let powers: Fixed16<Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// The value of a decimal whose text can be copied to the normal form; `nil` for all other texts.
  ///
  /// Such a text has at most 15 digits, so that it is the shortest of its double, no exponent, no zero that could be left
  /// out, and a magnitude of 0 or at least 0.001.
  package static func read(_ range: Range<Int>, in bytes: RawSpan) -> Double? {
    guard !range.isEmpty, range.count <= 17, bytes.holds(range) else { return nil }
    let end = range.upperBound
    let isNegative = bytes.unsafeLoad(fromByteOffset: range.lowerBound, as: UInt8.self) == UInt8(ascii: "-")
    let first = isNegative ? range.lowerBound &+ 1 : range.lowerBound
    var mantissa: UInt64 = 0
    var point = end
    var position = first
    var byte: UInt8 = 0
    while position < end {
      byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      if byte &- 0x30 <= 9 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
      } else if byte == UInt8(ascii: "."), point == end {
        point = position
      } else {
        return nil
      }
      position &+= 1
    }
    let fraction = point < end ? end &- point &- 1 : 0
    let whole = point &- first
    guard whole > 0, whole &+ fraction <= 15, point == end || byte &- 0x31 <= 8 else { return nil }
    if whole > 1, bytes.unsafeLoad(fromByteOffset: first, as: UInt8.self) == 0x30 { return nil }
    if mantissa == 0 { return isNegative ? nil : 0 }
    let magnitude = Double(mantissa) / powers[fraction]
    if magnitude < 1e-3 { return nil }
    return isNegative ? -magnitude : magnitude
  }
}
