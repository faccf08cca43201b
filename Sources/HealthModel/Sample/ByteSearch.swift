import AssayPortable

extension RawSpan {
  /// Whether a range is within the span: call this before reading without a bounds check.
  @inlinable @inline(__always) package func holds(_ range: Range<Int>) -> Bool {
    range.lowerBound >= 0 && range.upperBound <= byteCount
  }

  /// The offset of the next line feed, or `end` when there is none.
  @inlinable package func firstNewline(from start: Int, to end: Int) -> Int {
    first(UInt8(ascii: "\n"), from: start, to: end)
  }

  /// The offset of the next such byte, or `end` when there is none.
  ///
  /// The C library's search looks at 32 or 64 bytes at once where the processor can.
  @usableFromInline package func first(_ byte: UInt8, from start: Int, to end: Int) -> Int {
    guard start < end else { return end }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, start >= 0, end <= buffer.count,
        let found = MemorySearch.first(byte, in: base + start, count: end - start)
      else { return end }
      return base.distance(to: found)
    }
  }

  /// Whether two ranges of this length have the same bytes; `false` if either reaches beyond the span.
  @usableFromInline package func isSame(_ place: Int, as other: Int, count: Int) -> Bool {
    guard count > 0, place >= 0, other >= 0, place <= byteCount &- count, other <= byteCount &- count else {
      return false
    }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      return MemorySearch.isSame(base + place, base + other, count: count)
    }
  }

  /// The offset of the last line feed before `end`; `nil` when there is none.
  @inlinable package func lastNewline(from start: Int, to end: Int) -> Int? {
    var index = end
    while index > start {
      index &-= 1
      if unsafeLoad(fromByteOffset: index, as: UInt8.self) == UInt8(ascii: "\n") { return index }
    }
    return nil
  }
}
