import HealthModel

/// Tests on eight bytes at once.
enum XMLWord {
  /// A one in each byte.
  @inline(__always) static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The high bit of each byte that is the quote, `&`, `<`, below 0x20 or above 0x7F; the lowest one is exact.
  @inline(__always) static func specials(in word: UInt64, quotes: UInt64) -> UInt64 {
    let quoted = word ^ quotes
    let ampersands = word ^ (ones &* 0x26)
    let brackets = word ^ (ones &* 0x3C)
    let found =
      ((quoted &- ones) & ~quoted) | ((ampersands &- ones) & ~ampersands) | ((brackets &- ones) & ~brackets)
      | ((word &- (ones &* 0x20)) & ~word) | word
    return found & (ones &* 0x80)
  }

  /// The place of the next `"`, `'` or `>`; the end when there is none.
  @inline(__always) static func firstTagMark(from start: Int, to end: Int, in bytes: RawSpan) -> Int {
    first(from: start, to: end, in: bytes) { word in
      zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x27)) | zeros(word ^ (ones &* 0x3E))
    }
  }

  /// The place of the next such byte, which is not far; the end when there is none.
  @inline(__always) static func first(_ byte: UInt8, from start: Int, to end: Int, in bytes: RawSpan) -> Int {
    let wanted = ones &* UInt64(byte)
    return first(from: start, to: end, in: bytes) { zeros($0 ^ wanted) }
  }

  /// A high bit for each byte that is 0; the lowest one is exact.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones &* 0x80) }

  /// The place of the first byte that a test on eight bytes marks by its high bit.
  @inline(__always) private static func first(
    from start: Int, to end: Int, in bytes: RawSpan, _ marks: (UInt64) -> UInt64
  ) -> Int {
    var index = start
    while index &+ 8 <= end {
      let found = marks(bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      if found != 0 { return index &+ (found.trailingZeroBitCount >> 3) }
      index &+= 8
    }
    while index < end {
      if marks(UInt64(bytes.byte(at: index)) | (ones ^ 1)) & 0x80 != 0 { return index }
      index &+= 1
    }
    return end
  }
}
