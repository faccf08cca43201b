import HealthModel

/// Numbers with a comma for the decimal mark.
enum DecimalComma {
  /// Appends a number with a point in place of its comma; `false`, with nothing appended, for every other text.
  static func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    guard let comma = comma(in: range, bytes) else { return false }
    let start = output.count
    bytes.extracting(range).withUnsafeBytes { output.append(contentsOf: $0) }
    output[start + comma - range.lowerBound] = UInt8(ascii: ".")
    return true
  }

  /// Whether a text is a number with a decimal point, which would mean something else in a table with commas:
  /// `1.234` is over a thousand there.
  static func hasPoint(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    bytes.first(UInt8(ascii: "."), from: range.lowerBound, to: range.upperBound) < range.upperBound
      && DecimalParser.parse(range, in: bytes) != nil
  }

  /// Where the comma of a number is: digits on both sides, a sign before, an exponent after.
  private static func comma(in range: Range<Int>, _ bytes: RawSpan) -> Int? {
    var position = range.lowerBound
    let end = range.upperBound
    func skipDigits() -> Int {
      let start = position
      while position < end, bytes.byte(at: position) &- 0x30 <= 9 { position += 1 }
      return position - start
    }
    func skipSign() {
      if position < end, bytes.byte(at: position) == UInt8(ascii: "-") || bytes.byte(at: position) == UInt8(ascii: "+")
      {
        position += 1
      }
    }
    skipSign()
    guard skipDigits() > 0, position < end, bytes.byte(at: position) == UInt8(ascii: ",") else { return nil }
    let comma = position
    position += 1
    guard skipDigits() > 0 else { return nil }
    if position < end, bytes.byte(at: position) | 0x20 == UInt8(ascii: "e") {
      position += 1
      skipSign()
      guard skipDigits() > 0 else { return nil }
    }
    return position == end ? comma : nil
  }
}
