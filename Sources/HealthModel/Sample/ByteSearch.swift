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

/// One sample of a record where it is in its buffer: handing it from rule to rule copies nothing.
///
/// It is cut out of `RawSampleBuffer.samples` by one of their indices, so it is never empty, and what reads its fields
/// does not check that again.
package typealias SampleSpan = Span<RawSample>

extension Span where Element == RawSample {
  @inlinable package subscript(field: SampleField) -> RawField { @inline(__always) get { self[unchecked: 0][field] } }

  @inlinable package var present: SampleFields { @inline(__always) get { self[unchecked: 0].presentFields } }
  @inlinable package var strings: SampleFields { @inline(__always) get { self[unchecked: 0].stringFields } }
  @inlinable package var tape: Range<Int32> { @inline(__always) get { self[unchecked: 0].tape } }
  @inlinable package func has(_ kind: TapeEntry.Kind) -> Bool {
    self[unchecked: 0].tapeKinds & 1 &<< UInt16(kind.rawValue) != 0
  }
  /// The places to look for entries of a kind: among those of the first sample, or none when it has no such entry.
  @inlinable package func places(of kind: TapeEntry.Kind) -> Range<Int32> {
    guard has(kind) else { return 0..<0 }
    let bit: UInt16 = 1 &<< UInt16(kind.rawValue)
    let points = self[unchecked: 0].points
    let isAmongPoints = self[unchecked: 0].kindsOfPoints & bit != 0
    var first = isAmongPoints ? points.lowerBound : points.upperBound
    var end = isAmongPoints ? points.upperBound : points.lowerBound
    if self[unchecked: 0].kindsBefore & bit != 0 { first = tape.lowerBound }
    if self[unchecked: 0].kindsAfter & bit != 0 { end = tape.upperBound }
    return first..<end
  }
  @inlinable package var place: Range<Int32> { @inline(__always) get { self[unchecked: 0].span } }
}
