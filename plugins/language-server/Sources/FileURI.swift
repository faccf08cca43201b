import AssayPlatform

/// `file:` URIs, by which editors name files.
enum FileURI {
  /// The path that a URI names; `nil` for other schemes, other hosts and what is not a path.
  static func path(of uri: String) -> String? {
    let text = Array(uri.utf8)
    let scheme = Array("file://".utf8)
    guard text.count > scheme.count, text.prefix(scheme.count).elementsEqual(scheme) else { return nil }
    var rest = text[scheme.count...]
    let local = Array("localhost".utf8)
    if rest.starts(with: local) { rest = rest.dropFirst(local.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    var place = rest.startIndex
    while place < rest.endIndex {
      var byte = rest[place]
      place += 1
      if byte == UInt8(ascii: "%") {
        guard place + 1 < rest.endIndex, let high = Hexadecimal.value(rest[place]),
          let low = Hexadecimal.value(rest[place + 1])
        else { return nil }
        byte = UInt8(truncatingIfNeeded: Int(high) << 4 | Int(low))
        place += 2
      }
      guard byte != 0 else { return nil }
      bytes.append(byte)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static func uri(of path: String) -> String {
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Hexadecimal.digit(UInt64(byte >> 4), upperCase: true))
        bytes.append(Hexadecimal.digit(UInt64(byte), upperCase: true))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let marks = Array("-._~/".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: marks.contains(byte)
    }
  }
}
