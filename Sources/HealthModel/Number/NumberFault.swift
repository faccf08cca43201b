/// Why a text is not read as a number.
@usableFromInline package enum NumberFault: Sendable, Hashable {
  /// It is not a number by JSON's grammar.
  case noNumber
  /// It is a number of more characters than `DecimalParser.maximumLength`.
  case tooLong
  /// It is a number beyond the largest double.
  case tooLarge

  /// The problem with a text; `nil` if it is a number.
  package init?(_ text: [UInt8]) {
    let bytes = text.span.bytes
    if DecimalParser.parse(0..<text.count, in: bytes) != nil { return nil }
    let end = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
    var exponent = text[end...].dropFirst()
    if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") { exponent.removeFirst() }
    let isExponent = end == text.count || !exponent.isEmpty && exponent.allSatisfy(Self.isDigit)
    guard isExponent, Self.isDecimal(text[..<end]) else {
      self = .noNumber
      return
    }
    self = text.count > DecimalParser.maximumLength ? .tooLong : .tooLarge
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  /// Whether a text is digits, perhaps with a minus sign before and a point between them.
  private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, whole.count == 1 || whole.first != UInt8(ascii: "0") else {
      return false
    }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }
}
