/// An encoding other than UTF-8 that files are read in.
package enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case windows1252 = "windows-1252"
  case utf16 = "utf-16"
}

/// The bytes of a source in another encoding as UTF-8; places in it are those of the UTF-8.
///
/// A byte order mark counts for more than the encoding that was named: some programs write both kinds of files.
struct TranscodedSource: ByteSource {
  private var source: any ByteSource
  private var encoding: TextEncoding?
  private var hasBegun = false
  private var isBigEndian = false
  /// Bytes of a character whose rest was not read yet, and text that was not asked for yet.
  private var rest: [UInt8] = []
  private var text: [UInt8] = []
  private var position = 0

  init(_ source: any ByteSource, _ encoding: TextEncoding) { (self.source, self.encoding) = (source, encoding) }

  mutating func read(into buffer: inout [UInt8], count: Int) throws(InputError) -> Int {
    while position == text.count {
      text.removeAll(keepingCapacity: true)
      position = 0
      var bytes = rest
      let isMore = try source.read(into: &bytes, count: 64 * 1024) > 0
      // A mark may come in pieces.
      if !hasBegun, isMore, bytes.count < 3 {
        rest = bytes
        continue
      }
      if !hasBegun { begin(bytes) }
      decode(bytes, isLast: !isMore)
      if !isMore, text.isEmpty { return 0 }
    }
    let piece = text[position...].prefix(count)
    buffer += piece
    position += piece.count
    return piece.count
  }

  private mutating func begin(_ bytes: [UInt8]) {
    hasBegun = true
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      encoding = nil
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16
    }
    // Without a mark the zeros of letters say it.
    isBigEndian = bytes.first == 0xFE || bytes.first == 0
  }

  private mutating func decode(_ bytes: [UInt8], isLast: Bool) {
    rest = []
    switch encoding {
    case nil: text = bytes
    case .windows1252:
      for byte in bytes { append(byte &- 0x80 < 0x20 ? Self.marks[Int(byte - 0x80)] : UInt32(byte)) }
    case .utf16:
      let (high, low) = isBigEndian ? (0, 1) : (1, 0)
      var count = bytes.count & ~1
      // The first half of a pair waits for the other one.
      if !isLast, count > 0, bytes[count - 2 + high] & 0xFC == 0xD8 { count -= 2 }
      let units = stride(from: 0, to: count, by: 2).map { UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low]) }
      text = Array(String(decoding: units, as: UTF16.self).utf8)
      if isLast, count < bytes.count { append(0xFFFD) } else { rest = Array(bytes[count...]) }
    }
  }

  private mutating func append(_ scalar: UInt32) {
    text += UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
  }

  /// The characters of 0x80 to 0x9F; bytes that have none stay the control characters of Latin-1.
  private static let marks: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
