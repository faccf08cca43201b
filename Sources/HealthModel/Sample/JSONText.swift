import AssayPlatform

/// The text of JSON strings: decoding escapes on reading, escaping on writing.
public enum JSONText {
  /// The four hexadecimal digits at a position as a UTF-16 code unit.
  public static func hexUnit(at position: Int, end: Int, in bytes: RawSpan) -> UInt16? {
    guard position + 4 <= end else { return nil }
    var unit: UInt16 = 0
    for offset in position..<position + 4 {
      guard let digit = Hexadecimal.value(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Appends a string's text with its escapes decoded.
  ///
  /// The text has passed the reader, so every escape is well formed.
  public static func appendDecoded(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) {
    var position = range.lowerBound
    let end = range.upperBound
    while position < end {
      let byte = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      position += 1
      guard byte == UInt8(ascii: "\\"), position < end else {
        output.append(byte)
        continue
      }
      let escape = bytes.unsafeLoad(fromByteOffset: position, as: UInt8.self)
      position += 1
      switch escape {
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"):
        guard let unit = hexUnit(at: position, end: end, in: bytes) else { return }
        position += 4
        var scalar = UInt32(unit)
        if unit & 0xFC00 == 0xD800, let low = hexUnit(at: position + 2, end: end, in: bytes) {
          position += 6
          scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
        }
        if let scalar = Unicode.Scalar(scalar) { output.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
      default: output.append(escape)
      }
    }
  }

  /// A string's text with its escapes decoded; see `appendDecoded(_:in:to:)`.
  public static func string(_ range: Range<Int>, in bytes: RawSpan) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    appendDecoded(range, in: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether two strings mean the same text, escapes decoded.
  public static func isSame(_ first: RawField, _ second: RawField, in bytes: RawSpan) -> Bool {
    if !first.isEscaped, !second.isEscaped {
      let count = first.range.count
      guard count == second.range.count else { return false }
      for offset in 0..<count
      where bytes.unsafeLoad(fromByteOffset: Int(first.start) + offset, as: UInt8.self)
        != bytes.unsafeLoad(fromByteOffset: Int(second.start) + offset, as: UInt8.self)
      { return false }
      return true
    }
    var one: [UInt8] = []
    var two: [UInt8] = []
    appendDecoded(first.range, in: bytes, to: &one)
    appendDecoded(second.range, in: bytes, to: &two)
    return one == two
  }

  /// Appends text as a JSON string with its quotes: the shortest escapes, control characters as `\u00XX`, all else as
  /// is.
  @inlinable public static func appendQuoted(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    if text.withContiguousStorageIfAvailable({ appendEscaped($0, to: &output) }) == nil {
      for byte in text { appendEscaped(byte, to: &output) }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a string's text, escaped where JSON demands it; what lies between is copied at once.
  @usableFromInline static func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    let bytes = UnsafeRawBufferPointer(text)
    var start = 0
    var index = 0
    while index < text.count {
      // Eight bytes at a time while none must be escaped.
      while index &+ 8 <= text.count {
        let found = escapes(in: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
        index &+= found == 0 ? 8 : found.trailingZeroBitCount >> 3
        if found != 0 { break }
      }
      guard index < text.count else { break }
      if mustEscape(text[index]) {
        output.append(contentsOf: text[start..<index])
        appendEscaped(text[index], to: &output)
        start = index + 1
      }
      index &+= 1
    }
    output.append(contentsOf: text[start...])
  }

  /// The high bit of each of eight bytes that must be escaped; the lowest one is exact.
  @inline(__always) static func escapes(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    return (((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- ones &* 0x20) & ~word))
      & (ones &* 0x80)
  }

  @inlinable @inline(__always) static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Appends one byte of a string's text, escaped when JSON demands it.
  @inlinable @inline(__always) public static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    guard mustEscape(byte) else {
      output.append(byte)
      return
    }
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x09: output.append(UInt8(ascii: "t"))
    default: appendControl(byte, to: &output)
    }
  }

  /// Appends the escape of a control character after its backslash.
  @usableFromInline static func appendControl(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "u"))
    Hexadecimal.append(UInt64(byte), digits: 4, to: &output)
  }
}
