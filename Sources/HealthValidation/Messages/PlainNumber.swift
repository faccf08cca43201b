/// A number that is written as messages write it: digits, perhaps with a point between them.
enum PlainNumber {
  /// Up to this number of digits, two texts are two numbers, and the shorter text of a number is the one of messages.
  private static let mostDigits = 15

  /// Whether a text is such a number: at least a tenth or at most minus a tenth, without a digit that says nothing.
  static func isWritten(at range: Range<Int>, in bytes: RawSpan) -> Bool {
    func byte(_ place: Int) -> UInt8 { bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) }
    var start = range.lowerBound
    if start < range.upperBound, byte(start) == UInt8(ascii: "-") { start += 1 }
    guard start < range.upperBound, range.upperBound - start <= mostDigits + 1 else { return false }
    var point = range.upperBound
    for place in start..<range.upperBound where byte(place) &- 0x30 > 9 {
      guard byte(place) == UInt8(ascii: "."), point == range.upperBound else { return false }
      point = place
    }
    let decimals = range.upperBound - point - 1
    guard point > start, point - start + max(0, decimals) <= mostDigits else { return false }
    guard decimals >= 0 else { return byte(start) != 0x30 }
    guard decimals > 0, byte(range.upperBound - 1) != 0x30 else { return false }
    return byte(start) != 0x30 || point - start == 1 && byte(point + 1) != 0x30
  }
}
