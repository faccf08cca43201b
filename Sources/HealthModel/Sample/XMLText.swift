/// The text of XML attribute values: references decoded and line breaks made blanks, by section 3.3.3 of XML 1.0.
@usableFromInline package enum XMLText {
  @usableFromInline package struct Reference: Sendable, Hashable {
    /// The code point it stands for, which need not be a character that XML allows.
    package var scalar: UInt32
    /// How many bytes it takes, from `&` to `;`.
    package var length: Int
  }

  /// Reads the reference whose `&` is at a position: one of the five predefined entities, or a character reference.
  ///
  /// - Returns: `nil` for anything else, such as an entity that a document type declares.
  package static func reference(at position: Int, end: Int, in bytes: RawSpan) -> Reference? {
    var index = position &+ 1
    if index < end, byte(index, bytes) == UInt8(ascii: "#") { return number(at: position, end: end, in: bytes) }
    var name: UInt32 = 0
    while index < end, index &- position <= 5 {
      let letter = byte(index, bytes)
      if letter == UInt8(ascii: ";") {
        guard let scalar = predefined(name) else { return nil }
        return Reference(scalar: scalar, length: index &- position &+ 1)
      }
      guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { return nil }
      name = name << 8 | UInt32(letter)
      index &+= 1
    }
    return nil
  }

  /// The five entities every XML document has, by their letters as a number.
  private static func predefined(_ name: UInt32) -> UInt32? {
    switch name {
    case 0x6C74: 0x3C  // lt
    case 0x6774: 0x3E  // gt
    case 0x61_6D70: 0x26  // amp
    case 0x7175_6F74: 0x22  // quot
    case 0x6170_6F73: 0x27  // apos
    default: nil
    }
  }

  private static func number(at position: Int, end: Int, in bytes: RawSpan) -> Reference? {
    var index = position &+ 2
    let isHexadecimal = index < end && byte(index, bytes) == UInt8(ascii: "x")
    if isHexadecimal { index &+= 1 }
    let first = index
    var scalar: UInt32 = 0
    while index < end {
      let digit: UInt32
      switch byte(index, bytes) {
      case UInt8(ascii: ";"): return index > first ? Reference(scalar: scalar, length: index &- position &+ 1) : nil
      case let byte where byte >= 0x30 && byte <= 0x39: digit = UInt32(byte &- 0x30)
      case let byte where isHexadecimal && byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66:
        digit = UInt32((byte | 0x20) &- 0x57)
      default: return nil
      }
      // Once beyond Unicode it stays there, however many digits follow.
      if scalar <= 0x10FFFF { scalar = scalar &* (isHexadecimal ? 16 : 10) &+ digit }
      index &+= 1
    }
    return nil
  }

  /// Whether XML 1.0 allows a character, by itself or as a reference: no control character but TAB, LF and CR, no
  /// surrogate, neither U+FFFE nor U+FFFF.
  package static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  /// Appends a value's text with its references decoded.
  ///
  /// A TAB, LF, CR or CR LF that is there as it is becomes a blank. The text has passed the reader, so every
  /// reference is one that is known.
  package static func appendDecoded(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) {
    var position = range.lowerBound
    let end = range.upperBound
    while position < end {
      let next = byte(position, bytes)
      switch next {
      case UInt8(ascii: "&"):
        if let found = reference(at: position, end: end, in: bytes), isAllowed(found.scalar),
          let scalar = Unicode.Scalar(found.scalar)
        {
          output.append(contentsOf: UTF8.encode(scalar) ?? .init())
          position &+= found.length
        } else {
          output.append(next)
          position &+= 1
        }
      case 0x0D:
        output.append(0x20)
        position &+= 1
        if position < end, byte(position, bytes) == 0x0A { position &+= 1 }
      case 0x09, 0x0A:
        output.append(0x20)
        position &+= 1
      default:
        output.append(next)
        position &+= 1
      }
    }
  }

  package static func isSame(_ first: RawField, _ second: RawField, in bytes: RawSpan) -> Bool {
    if !first.isEscaped, !second.isEscaped {
      let count = first.range.count
      guard count == second.range.count else { return false }
      for offset in 0..<count where byte(Int(first.start) + offset, bytes) != byte(Int(second.start) + offset, bytes) {
        return false
      }
      return true
    }
    var one: [UInt8] = []
    var two: [UInt8] = []
    appendDecoded(first.range, in: bytes, to: &one)
    appendDecoded(second.range, in: bytes, to: &two)
    return one == two
  }

  @inline(__always) private static func byte(_ offset: Int, _ bytes: RawSpan) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
