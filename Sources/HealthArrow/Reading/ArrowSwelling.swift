/// How much text may come of the bytes of an input: views and dictionaries let each row name the same long text again.
enum ArrowSwelling {
  /// How many bytes of text may come of one, as of compressed data.
  static let ratio: Int64 = 200
  /// How many bytes of text may come of anything.
  static let freeSize: Int64 = 16 << 20

  /// Whether more text came of a number of bytes than may.
  static func isTooMuch(_ text: Int64, of read: Int64) -> Bool { text > freeSize && text / ratio > read }
}
