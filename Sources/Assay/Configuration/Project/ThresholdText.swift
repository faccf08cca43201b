import HealthModel

/// Why a text is not a threshold.
enum ThresholdFault: Error, Hashable, CustomStringConvertible {
  case form, comparison, number, share, count

  var description: String {
    switch self {
    case .form: "it takes a code, `>` and a number"
    case .comparison: "the only comparison is `>`"
    case .number: "a number of 0 or more follows `>`"
    case .share: "a share is at most 100%"
    case .count: "a count is a whole number; a share ends in `%`"
    }
  }
}

extension Threshold {
  /// Reads `unit-incompatible > 0.5%` or `value-implausible > 100`; blanks around the parts do not count.
  init(reading text: Located<String>) throws(ThresholdFault) {
    let written = text.value.utf8
    if written.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "=") }) { throw .comparison }
    let parts = written.split(separator: UInt8(ascii: ">"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .form }
    let code = Self.trimmed(parts[0])
    if code.isEmpty || code.contains(where: Self.isBlank) { throw .form }
    var number = Self.trimmed(parts[1])
    let isPercent = number.last == UInt8(ascii: "%")
    if isPercent { number = Self.trimmed(number.dropLast()) }
    let bytes = Array(number)
    guard let reading = DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes), reading.value >= 0 else {
      throw .number
    }
    if isPercent, reading.value > 100 { throw .share }
    if !isPercent, reading.integer == nil { throw .count }
    self.init(text: text, code: String(decoding: code, as: UTF8.self), isPercent: isPercent, limit: reading.value)
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
