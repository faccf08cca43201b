/// The name of the attribute or element whose text begins at a place of XML: a point of an export is found as a whole,
/// and which of its numbers is at fault only the text before it says.
enum EnclosingName {
  /// The most bytes that are searched: names are shorter, and a finding is made in bounded time.
  private static let limit = 64

  /// The name; empty when the text before the place is neither `name="` nor `<name>`.
  ///
  /// The names that GPX has for the numbers of a place are those of a `Location`.
  static func before(_ place: Int, in bytes: RawSpan) -> [UInt8] {
    func byte(_ index: Int) -> UInt8 { bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self) }
    guard place <= bytes.byteCount else { return [] }
    let least = max(0, place - limit)
    var end = place - 1
    guard end > least else { return [] }
    switch byte(end) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      end -= 1
      while end > least, byte(end) == UInt8(ascii: " ") { end -= 1 }
      guard byte(end) == UInt8(ascii: "=") else { return [] }
      while end > least, byte(end - 1) == UInt8(ascii: " ") { end -= 1 }
    case UInt8(ascii: ">"): break
    default: return []
    }
    var start = end
    while start > least, isLetter(byte(start - 1)) { start -= 1 }
    guard start < end, start > least else { return [] }
    return location(String(decoding: (start..<end).map(byte), as: UTF8.self))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  private static func location(_ name: String) -> [UInt8] {
    let meant =
      switch name {
      case "lat": "latitude"
      case "lon": "longitude"
      case "ele": "altitude"
      case "time": "date"
      case "hAcc": "horizontalAccuracy"
      case "vAcc": "verticalAccuracy"
      default: name
      }
    return Array(meant.utf8)
  }
}
