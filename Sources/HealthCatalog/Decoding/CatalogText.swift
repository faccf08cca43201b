package import HealthModel

package enum CatalogText {
  /// Foreign text for a message: escaped and in backticks.
  package static func shown(_ text: String) -> String { "`\(TextEscaping.escaped(text, limit: 80))`" }

  /// Text that should be ASCII, for a message: all else is shown by its number, so that no letter passes for another.
  static func shownASCII(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(80) {
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    let rest = text.unicodeScalars.count - 80
    return "`\(TextEscaping.escaped(result, limit: 800))\(rest > 0 ? "…(\(rest) more)" : "")`"
  }

  /// A number for a message, without a fraction of zero.
  static func number(_ value: Double) -> String { Int64(exactly: value).map { "\($0)" } ?? "\(value)" }

  /// Limits of a number, such as `0 to 300, whole numbers`; `nil` without limits.
  package static func bounds(
    _ bounds: ValueBounds, from start: String = "", unit: String = "", _ number: (Double) -> String
  ) -> String? {
    var parts: [String] = []
    if let low = bounds.minimum, let high = bounds.maximum {
      parts.append(start + "\(number(low)) to \(number(high))" + unit)
    } else {
      if let low = bounds.minimum { parts.append("at least " + number(low) + unit) }
      if let high = bounds.maximum { parts.append("at most " + number(high) + unit) }
    }
    if let above = bounds.above { parts.append("above " + number(above) + unit) }
    if let below = bounds.below { parts.append("below " + number(below) + unit) }
    if bounds.isInteger { parts.append("whole numbers") }
    if let step = bounds.step { parts.append("in steps of " + number(step)) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// "did you mean" for a word that is not known.
  package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
    Suggestion.nearest(to: word, among: candidates).map { "did you mean \(shown($0))?" }
  }
}

/// The grammar of ids: ASCII, so that no two look alike, and harmless in file names.
enum CatalogID {
  static let maximumLength = 128

  /// Whether a text is an id: a letter, then letters, digits, `.`, `_` and `-`, at most 128 bytes.
  static func isValid(_ text: String) -> Bool { isValid(text, allowsUnderscoreFirst: false) }

  /// Whether a text is a metadata key: as an id, and Apple's private keys begin with `_`.
  static func isValidMetadataKey(_ text: String) -> Bool { isValid(text, allowsUnderscoreFirst: true) }

  private static func isValid(_ text: String, allowsUnderscoreFirst: Bool) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= maximumLength else { return false }
    guard isLetter(first) || (allowsUnderscoreFirst && first == UInt8(ascii: "_")) else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}
