import HealthModel

/// Texts in the YAML that a configuration is written in.
enum YAMLText {
  /// A text as a scalar, in quotes unless it is plain.
  static func quoted(_ text: String) -> String {
    let first = text.utf8.first ?? 0
    let isPlain =
      (isLetter(first) || first == UInt8(ascii: "/")) && !words.contains(text.lowercased())
      && text.utf8.last != 0x20
      && text.utf8.allSatisfy { byte in
        isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || "._/- ".utf8.contains(byte)
      }
    if isPlain { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\" + String(scalar)
      case _ where TextEscaping.escaped(String(scalar)) == String(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
      }
    }
    return quoted + "\""
  }

  /// A map in one line, with an entry at its end that is YAML already.
  static func map(_ entries: [(key: String, value: String)], and last: String? = nil) -> String {
    let texts = entries.map { "\(quoted($0.key)): \(quoted($0.value))" } + [last].compactMap(\.self)
    return "{" + texts.joined(separator: ", ") + "}"
  }

  static func list(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }

  static func comment(_ text: String) -> String { TextEscaping.escaped(text, limit: 60) }

  /// Words that other readers of YAML take for something else.
  private static let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}
