/// The bytes that mean something in a unit.
///
/// Parsers look at bytes, never at characters: a combining mark or a Kelvin sign must not be taken for the letter it
/// resembles.
enum ASCII {
  static let zero = UInt8(ascii: "0")
  static let one = UInt8(ascii: "1")
  static let nine = UInt8(ascii: "9")
  static let period = UInt8(ascii: ".")
  static let asterisk = UInt8(ascii: "*")
  static let solidus = UInt8(ascii: "/")
  static let caret = UInt8(ascii: "^")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let space = UInt8(ascii: " ")
  static let percent = UInt8(ascii: "%")
  static let apostrophe = UInt8(ascii: "'")
  static let underscore = UInt8(ascii: "_")
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let leftParenthesis = UInt8(ascii: "(")
  static let rightParenthesis = UInt8(ascii: ")")
  static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (zero...nine).contains(byte) }

  static func isWhitespace(_ byte: UInt8) -> Bool { byte == space || (0x09...0x0D).contains(byte) }

  /// Printable and not a space: what UCUM lets are in brackets and annotations.
  static func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
