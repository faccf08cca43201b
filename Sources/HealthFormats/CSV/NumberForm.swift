import HealthModel

/// How a foreign table or document writes numbers, if that is not how samples do.
struct NumberForm: Sendable, Hashable {
  /// Whether the decimal mark is a comma.
  var hasComma = false
  /// Whether the unit is `percent 0-100`, so that `21.5%` is a number as well.
  var isPercent = false

  /// The unit of percentages, as samples write it.
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
    else {
      return false
    }
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
