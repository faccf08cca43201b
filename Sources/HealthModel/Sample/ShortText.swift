/// A text of at most sixteen bytes, in place: compared with a piece of a buffer in two steps.
@usableFromInline package struct ShortText: Sendable {
  @usableFromInline var words: (UInt64, UInt64) = (0, 0)
  /// The length; -1 for a text that did not fit and so is like no other.
  @usableFromInline let count: Int

  /// Copies a text.
  package init(_ text: [UInt8]) { self.init(0..<text.count, in: text.span.bytes) }

  /// Copies a piece of a buffer.
  @inlinable package init(_ range: Range<Int>, in bytes: RawSpan) {
    count = range.count <= 16 ? range.count : -1
    if count >= 0 { words = bytes.words(from: range.lowerBound, count: count) }
  }

  @inlinable @inline(__always) package func isEqual(to range: Range<Int>, in bytes: RawSpan) -> Bool {
    range.count == count && bytes.words(from: range.lowerBound, count: count) == words
  }

  /// Where this text ends when it is at a place; `nil` when it does not.
  @inlinable @inline(__always) package func end(at place: Int, before end: Int, in bytes: RawSpan) -> Int? {
    guard count >= 0, end &- place >= count, bytes.words(from: place, count: count) == words else { return nil }
    return place &+ count
  }
}

extension RawSpan {
  /// At most eight bytes as a number, the first one lowest.
  @inlinable @inline(__always) package func word(from start: Int, count: Int) -> UInt64 {
    if start &+ 8 <= byteCount {
      let word = unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
      return count >= 8 ? word : word & ((1 &<< (UInt64(truncatingIfNeeded: count) &* 8)) &- 1)
    }
    var word: UInt64 = 0
    for index in 0..<min(8, count) {
      word |= UInt64(unsafeLoad(fromByteOffset: start &+ index, as: UInt8.self)) &<< UInt64(8 &* index)
    }
    return word
  }

  /// At most sixteen bytes as two numbers.
  @inlinable @inline(__always) package func words(from start: Int, count: Int) -> (UInt64, UInt64) {
    if count <= 8 { return (word(from: start, count: count), 0) }
    return (word(from: start, count: 8), word(from: start &+ 8, count: count &- 8))
  }

  /// Whether these bytes are at an offset.
  @inlinable @inline(__always) package func hasPrefix(_ text: StaticString, at offset: Int, end: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset &+ count <= end else { return false }
    for index in 0..<count
    where unsafeLoad(fromByteOffset: offset &+ index, as: UInt8.self) != text.utf8Start[index] { return false }
    return true
  }

  /// Whether a range holds exactly these bytes.
  @inlinable @inline(__always) package func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    range.count == text.utf8CodeUnitCount && hasPrefix(text, at: range.lowerBound, end: range.upperBound)
  }
}
