enum CSVCellText {
  /// Whether a text needs no quotes.
  static func isPlain(_ range: Range<Int>, in texts: [UInt8]) throws(CSVOmission) -> Bool {
    guard !range.isEmpty else { throw .text }
    var quotes = 0
    var isPlain = true
    for index in range {
      switch texts[index] {
      case 0: throw .text
      case UInt8(ascii: "\""):
        quotes += 1
        isPlain = false
      case UInt8(ascii: ","), 0x0A, 0x0D: isPlain = false
      default: break
      }
    }
    // Quotes are doubled, and count twice.
    guard range.count + quotes <= CSVCursor.maximumText else { throw .length }
    return isPlain
  }
}
