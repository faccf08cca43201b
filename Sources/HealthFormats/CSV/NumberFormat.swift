import HealthModel

/// How a foreign table or document writes numbers, if that is not how samples do.
struct NumberFormat: Sendable, Hashable {
  var hasComma = false
  /// Whether the unit is `percent 0-100`, so that `21.5%` is a number as well.
  var isPercent = false

  static let percentOfHundred = "percent 0-100"

  /// The form of a field's numbers; `nil` if the field is not a value, or if its numbers are written as in samples.
  init?(ofField name: [UInt8], decimalMark mark: UInt8, unit: (_ name: String) -> String?) {
    let isValue =
      switch TableField(name: name) {
      case .field(let field), .member(_, let field): field == .value
      default: false
      }
    guard isValue else { return nil }
    hasComma = mark == UInt8(ascii: ",")
    isPercent =
      unit(String(decoding: name.dropLast("value".utf8.count), as: UTF8.self) + "unit") == Self.percentOfHundred
    if !hasComma, !isPercent { return nil }
  }

  /// Appends a number as samples write it; `false`, with nothing appended, for a text that needs no change or is not
  /// such a number.
  func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    let number = number(range, bytes)
    if hasComma, DecimalComma.append(number, in: bytes, to: &output) { return true }
    guard !number.isEmpty, number.count < range.count, !hasPoint(range, in: bytes),
      DecimalParser.parse(number, in: bytes) != nil
    else { return false }
    bytes.extracting(number).withUnsafeBytes { output.append(contentsOf: $0) }
    return true
  }

  /// Whether a text is a number with a decimal point where the mark is a comma.
  func hasPoint(_ range: Range<Int>, in bytes: RawSpan) -> Bool {
    hasComma && DecimalComma.hasPoint(number(range, bytes), in: bytes)
  }

  /// The text without a percent sign at its end, and without the blanks before it.
  private func number(_ range: Range<Int>, _ bytes: RawSpan) -> Range<Int> {
    guard isPercent, !range.isEmpty, bytes.byte(at: range.upperBound - 1) == UInt8(ascii: "%") else { return range }
    var end = range.upperBound - 1
    while end > range.lowerBound, bytes.byte(at: end - 1) == UInt8(ascii: " ") { end -= 1 }
    return range.lowerBound..<end
  }
}

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
