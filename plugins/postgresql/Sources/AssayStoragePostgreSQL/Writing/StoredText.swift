/// Texts as columns keep them.
///
/// PostgreSQL has no text with U+0000, which a sample may hold: U+0000 is kept as U+0001 and `0`, U+0001 as U+0001 and
/// `1`, all else as it is. So texts stay different when they are, and those of a question are written the same way.
enum StoredText {
  private static let mark: UInt8 = 0x01

  static func encoded(_ text: String) -> String {
    text.utf8.contains { $0 <= mark } ? String(decoding: encoded(Array(text.utf8)), as: UTF8.self) : text
  }

  /// The same for bytes that are UTF-8.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 <= mark }) else { return bytes }
    var output: [UInt8] = []
    for byte in bytes {
      guard byte <= mark else {
        output.append(byte)
        continue
      }
      output.append(mark)
      output.append(UInt8(ascii: "0") + byte)
    }
    return output
  }
}
