import HealthModel

/// A text that strings of stored JSON are compared with: byte for byte, since stored texts have one canonical form; a
/// string with escapes that was written otherwise is decoded first.
struct TextMatch: Sendable {
  private let text: [UInt8]
  private let quoted: [UInt8]

  /// Prepares a text for comparing.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    var quoted: [UInt8] = []
    JSONText.appendQuoted(bytes, to: &quoted)
    self.text = bytes
    self.quoted = quoted
  }

  /// Whether a value, given with its quotes when it is a string, is this text.
  func matches(value: Range<Int>, in bytes: [UInt8]) -> Bool {
    let span = bytes.span.bytes
    if span.equals(value, quoted) { return true }
    guard Self.isString(value, in: bytes), bytes[value].contains(UInt8(ascii: "\\")) else { return false }
    return JSONText.decoded(value.lowerBound + 1..<value.upperBound - 1, in: span) == text
  }

  func matches(plain range: Range<Int>, in bytes: [UInt8]) -> Bool { bytes.span.bytes.equals(range, text) }

  /// Whether a key, given without its quotes, is this text.
  func matches(key: Range<Int>, in bytes: [UInt8]) -> Bool { CanonicalObject.isKey(key, text, in: bytes) }

  static func isString(_ value: Range<Int>, in bytes: [UInt8]) -> Bool {
    value.count >= 2 && bytes[value.lowerBound] == UInt8(ascii: "\"")
  }
}
