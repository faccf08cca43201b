/// The limit of the text that an Arrow input expands to: through views and dictionaries, many rows can share one long text.
enum ArrowSwelling {
  /// The most bytes of text for each byte that was read, as for compressed data.
  static let ratio: Int64 = 200
  /// How many bytes of text any input may have, however short it is.
  static let freeSize: Int64 = 16 << 20

  /// Whether an input has expanded to more text than it may.
  static func isTooMuch(_ text: Int64, of read: Int64) -> Bool { text > freeSize && text / ratio > read }
}
