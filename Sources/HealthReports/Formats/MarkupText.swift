/// Text in HTML and XML: what means something there as references, what they cannot hold as U+FFFD.
enum MarkupText {
  /// Text for an element, an attribute in quotes, or a picture.
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

  /// Whether both HTML and XML allow a character in text.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}

/// The parts of a message: what is between two backticks is a name, an id or a text that something has.
enum MessageParts {
  struct Part: Hashable {
    var text: String
    var isCode: Bool
  }

  /// Takes a message apart; a backtick without its partner is text.
  static func parts(of message: String) -> [Part] {
    let pieces = message.unicodeScalars.split(separator: "`", omittingEmptySubsequences: false).map { String($0) }
    var parts: [Part] = []
    var index = 0
    while index < pieces.count {
      let isCode = index % 2 == 1
      if isCode, index == pieces.count - 1 {
        parts.append(Part(text: "`" + pieces[index], isCode: false))
      } else if isCode, pieces[index].isEmpty {
        parts.append(Part(text: "``", isCode: false))
      } else if !pieces[index].isEmpty {
        parts.append(Part(text: pieces[index], isCode: isCode))
      }
      index += 1
    }
    return parts
  }
}
