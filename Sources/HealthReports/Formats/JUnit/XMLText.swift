import HealthModel

/// Text in XML 1.0: its marks as references, and what it cannot hold as U+FFFD.
enum XMLText {
  /// Text between tags; also fit for an attribute when it has no line feed.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// A path or another foreign text as the value of an attribute.
  static func attribute(_ text: String) -> String { escaped(TextEscaping.escaped(text, limit: 1000)) }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
