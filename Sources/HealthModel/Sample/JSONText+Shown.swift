extension JSONText {
  /// Appends text as a JSON string that may be printed to a terminal or log: like `appendQuoted`, with the characters
  /// that `TextEscaping` makes visible written as `\uXXXX`.
  ///
  /// The string means the same text. For reports and answers; the normal form of samples, which ids and stores depend
  /// on, has only the escapes that JSON demands.
  public static func appendShown(_ text: String, to output: inout [UInt8]) {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard !hasUnsafe(utf8) else { return false }
      output.append(UInt8(ascii: "\""))
      appendEscaped(utf8, to: &output)
      output.append(UInt8(ascii: "\""))
      return true
    }
    if isPlain == true { return }
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

  /// Whether text has a byte from DEL on, the first that JSON does not escape and a terminal acts on; all others are
  /// beyond ASCII.
  private static func hasUnsafe(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(text)
    var index = 0
    while index &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A carry comes from a byte that is seen itself.
      if (word | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 != 0 { return true }
      index &+= 8
    }
    while index < bytes.count {
      if bytes[index] >= 0x7F { return true }
      index &+= 1
    }
    return false
  }

  /// A UTF-16 code unit as an escape; scalars beyond U+FFFF have two.
  private static func appendUnit(_ unit: UInt16, to output: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    output.append(contentsOf: "\\u".utf8)
    for shift in stride(from: 12, through: 0, by: -4) { output.append(digits[Int(unit >> shift & 0xF)]) }
  }
}
