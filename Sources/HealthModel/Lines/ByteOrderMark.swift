/// Encodings that the first bytes of a text identify.
package enum ByteOrderMark {
  /// Whether a text is UTF-16 or UTF-32 by its byte-order mark, or by the NULs that ASCII has there.
  package static func isForeign(_ bytes: RawSpan, end: Int) -> Bool { name(bytes, end: end) != nil }

  /// How long the byte-order mark of UTF-8 at the beginning is, 0 when there is none.
  package static func length(_ bytes: RawSpan, end: Int) -> Int {
    end >= 3 && bytes.byte(at: 0) == 0xEF && bytes.byte(at: 1) == 0xBB && bytes.byte(at: 2) == 0xBF ? 3 : 0
  }

  /// The foreign encoding's name.
  package static func name(_ bytes: RawSpan, end: Int) -> String? {
    guard end >= 2 else { return nil }
    let (first, second) = (bytes.byte(at: 0), bytes.byte(at: 1))
    let third = end > 2 ? bytes.byte(at: 2) : 1
    let fourth = end > 3 ? bytes.byte(at: 3) : 1
    switch (first, second, third, fourth) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): return "UTF-32"
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): return "UTF-16"
    case (0, 0, 0, 0x20...0x7E), (0x20...0x7E, 0, 0, 0): return "UTF-32"
    case (0, 0x20...0x7E, _, _), (0x20...0x7E, 0, _, _): return "UTF-16"
    default: return nil
    }
  }
}

extension RawSpan {
  @inline(__always) fileprivate func byte(at offset: Int) -> UInt8 {
    unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
