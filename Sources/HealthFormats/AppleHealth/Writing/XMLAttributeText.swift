/// Writes texts as values of XML attributes, so that a reader gets them back byte for byte.
///
/// Line breaks and tabs become references, since readers make blanks of them otherwise. Characters that XML does not
/// allow, not even as references, are replaced with U+FFFD.
enum XMLAttributeText {
  /// Appends the value, without quotes around it.
  static func append(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
    guard text.contains(where: isSpecial) else {
      output.append(contentsOf: text)
      return
    }
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case 0x09: output.append(contentsOf: "&#9;".utf8)
      case 0x0A: output.append(contentsOf: "&#10;".utf8)
      case 0x0D: output.append(contentsOf: "&#13;".utf8)
      case 0..<0x20: output.append(contentsOf: "\u{FFFD}".utf8)
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      case 0xBE where output.hasSuffix(0xEF, 0xBF), 0xBF where output.hasSuffix(0xEF, 0xBF): output.append(0xBD)
      default: output.append(byte)
      }
    }
  }

  static func append(_ name: some Collection<UInt8>, _ text: some Collection<UInt8>, to output: inout [UInt8]) {
    begin(name, to: &output)
    append(text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends an attribute up to the quote after which its value comes.
  static func begin(_ name: some Collection<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: name)
    output.append(contentsOf: "=\"".utf8)
  }

  /// Whether a text can be the name of an element or attribute; of the letters beyond ASCII, none is taken.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || byte &- 0x30 <= 9 || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 <= 25 }

  @inline(__always) private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"") || byte == 0xEF
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ first: UInt8, _ second: UInt8) -> Bool {
    count >= 2 && self[count - 1] == second && self[count - 2] == first
  }
}
