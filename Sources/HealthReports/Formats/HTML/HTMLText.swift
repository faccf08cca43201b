import HealthModel

/// Text and numbers for the page: the only way that what is not the page's own gets onto it.
enum HTMLText {
  /// Text for an element, an attribute in quotes, or a picture.
  ///
  /// Characters that mean something there become references, those that HTML and XML do not allow become U+FFFD.
  static func escaped(_ text: String) -> String { escaped(text.unicodeScalars) }

  /// Text that is given as scalars, part of an excerpt.
  static func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in scalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  /// Foreign text that no one has made safe to show: paths, ids, names from a catalog.
  static func foreign(_ text: String) -> String { escaped(TextEscaping.escaped(text, limit: 1000)) }

  /// A place as `path:line:column`, or only the path when it is a whole file.
  static func place(_ location: SourceLocation) -> String {
    let path = foreign(location.path)
    return "<code>\(location.line > 0 ? "\(path):\(location.line):\(location.column)" : path)</code>"
  }

  /// A whole number with its digits in groups of three, held together by narrow spaces.
  static func number(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return text
  }

  /// A number and what it counts: `1 error`, `12 errors`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(self.number(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A share given in hundredths of a percent, as `12.50%`.
  static func percent(hundredths: Int) -> String {
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }

  /// Whether both HTML and XML allow a character in text.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
