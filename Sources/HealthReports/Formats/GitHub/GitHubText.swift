/// The escapes of workflow commands: without them a line feed or a colon in a name begins another command.
enum GitHubText {
  /// Text after the second `::`.
  static func data(_ text: String) -> String { escaped(text, marks: "%\r\n") }

  static func property(_ text: String) -> String { escaped(text, marks: "%\r\n:,") }

  /// Writes the bytes of marks as `%` and two digits.
  private static func escaped(_ text: String, marks: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let special = Array(marks.utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if special.contains(byte) {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
