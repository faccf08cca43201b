import AssayPortable

/// The text of JSON strings: decoding escapes on reading, escaping on writing.
@usableFromInline package enum JSONText {
  /// The four hexadecimal digits at a position as a UTF-16 code unit.
  package static func hexUnit(at position: Int, end: Int, in bytes: RawSpan) -> UInt16? {
    guard position >= 0, end <= bytes.byteCount, position <= end - 4 else { return nil }
    var unit: UInt16 = 0
    for offset in position..<position + 4 {
      guard let digit = Hexadecimal.value(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Appends a string's text with its escapes decoded.
  ///
  /// The text has passed the reader, so every escape is well formed. Nothing is appended for a range that the bytes do
  /// not have.
  @usableFromInline package static func appendDecoded(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8])
  {
    guard bytes.holds(range) else { return }
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
  package static func decoded(_ range: Range<Int>, in bytes: RawSpan) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    appendDecoded(range, in: bytes, to: &text)
    return text
  }

  /// A string's text with its escapes decoded; see `appendDecoded(_:in:to:)`.
  package static func string(_ range: Range<Int>, in bytes: RawSpan) -> String {
    String(decoding: decoded(range, in: bytes), as: UTF8.self)
  }

  /// The place of the quote that closes a string; `end` when none does.
  package static func closingQuote(from start: Int, to end: Int, in bytes: RawSpan) -> Int {
    var place = start
    while place < end {
      let byte = bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      if byte == UInt8(ascii: "\"") { return place }
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return end
  }

  /// Whether two strings mean the same text, escapes decoded.
  package static func isSame(_ first: RawField, _ second: RawField, in bytes: RawSpan) -> Bool {
    if !first.isEscaped, !second.isEscaped {
      let count = first.range.count
      guard count == second.range.count else { return false }
      for offset in 0..<count
      where bytes.unsafeLoad(fromByteOffset: Int(first.start) + offset, as: UInt8.self)
        != bytes.unsafeLoad(fromByteOffset: Int(second.start) + offset, as: UInt8.self)
      { return false }
      return true
    }
    return decoded(first.range, in: bytes) == decoded(second.range, in: bytes)
  }
}
