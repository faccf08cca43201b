extension JSONText {
  /// Appends text as a JSON string that may be printed to a terminal or log: like `appendQuoted`, with the characters
  /// that `TextEscaping` makes visible written as `\uXXXX`.
  ///
  /// The string means the same text. For reports and answers; the normal form of samples, which ids and stores depend
  /// on, has only the escapes that JSON demands.
  public static func appendShown(_ text: String, to output: inout [UInt8]) {
    // DEL is the first byte that JSON does not escape and a terminal acts on; all others are beyond ASCII.
    guard text.utf8.contains(where: { $0 >= 0x7F }) else { return appendQuoted(text.utf8, to: &output) }
    output.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      if let byte = UInt8(exactly: scalar.value), byte < 0x7F {
        appendEscaped(byte, to: &output)
      } else if TextEscaping.isHarmless(scalar) {
        output.append(contentsOf: UTF8.encode(scalar) ?? .init())
      } else {
        for unit in UTF16.encode(scalar) ?? .init() { appendUnit(unit, to: &output) }
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// A UTF-16 code unit as an escape; scalars beyond U+FFFF have two.
  private static func appendUnit(_ unit: UInt16, to output: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    output.append(contentsOf: "\\u".utf8)
    for shift in stride(from: 12, through: 0, by: -4) { output.append(digits[Int(unit >> shift & 0xF)]) }
  }
}
