/// Checks UTF-8 (RFC 3629) in place.
@usableFromInline package enum UTF8Check {
  /// The length of the well-formed sequence at a position, 0 when there is none: overlong forms, surrogates, code
  /// points above U+10FFFF and cut sequences are not well formed.
  @usableFromInline @inline(__always)
  package static func sequenceLength(at position: Int, end: Int, in bytes: RawSpan) -> Int {
    let lead = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
    @inline(__always) func continuation(_ offset: Int) -> UInt8 {
      position &+ offset < end ? bytes.unsafeLoad(fromByteOffset: position &+ offset, as: UInt8.self) : 0
    }
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return continuation(1) & 0xC0 == 0x80 ? 2 : 0
    case 0xE0...0xEF:
      let second = continuation(1)
      let least: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
      let most: UInt8 = lead == 0xED ? 0x9F : 0xBF
      return second >= least && second <= most && continuation(2) & 0xC0 == 0x80 ? 3 : 0
    case 0xF0...0xF4:
      let second = continuation(1)
      let least: UInt8 = lead == 0xF0 ? 0x90 : 0x80
      let most: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
      return second >= least && second <= most && continuation(2) & 0xC0 == 0x80 && continuation(3) & 0xC0 == 0x80
        ? 4 : 0
    default: return 0
    }
  }

  /// The first offset of a range that is not UTF-8; `nil` when all of it is.
  ///
  /// A text outside the bytes is not UTF-8.
  package static func firstFault(in range: Range<Int>, of bytes: RawSpan) -> Int? {
    guard bytes.holds(range) else { return range.lowerBound < 0 ? range.lowerBound : bytes.byteCount }
    var position = range.lowerBound
    while position < range.upperBound {
      if position &+ 32 <= range.upperBound, isASCII(at: position, in: bytes) {
        position &+= 32
        continue
      }
      if position &+ 8 <= range.upperBound,
        bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position &+= 8
        continue
      }
      let length = sequenceLength(at: position, end: range.upperBound, in: bytes)
      if length == 0 { return position }
      position &+= length
    }
    return nil
  }

  @inline(__always) private static func isASCII(at place: Int, in bytes: RawSpan) -> Bool {
    let first = bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    let second = bytes.unsafeLoadUnaligned(fromByteOffset: place &+ 8, as: UInt64.self)
    let third = bytes.unsafeLoadUnaligned(fromByteOffset: place &+ 16, as: UInt64.self)
    let fourth = bytes.unsafeLoadUnaligned(fromByteOffset: place &+ 24, as: UInt64.self)
    return (first | second | third | fourth) & 0x8080_8080_8080_8080 == 0
  }
}
