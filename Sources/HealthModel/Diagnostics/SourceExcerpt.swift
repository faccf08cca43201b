/// The text around a place, cut to a width that can be read, with the place in it: lines of samples are long.
@usableFromInline package struct SourceExcerpt: Sendable, Hashable {
  /// One line of text, escaped for display, with `…` where it was cut.
  package var text: String
  /// Where the place begins, in Unicode scalars of `text`, from 0.
  package var caret: Int
  /// How many scalars of `text` the place covers, at least 1.
  package var length: Int

  /// How many scalars of text are kept around the place.
  package static let width = 96

  @usableFromInline package init(text: String, caret: Int, length: Int) {
    self.text = text
    self.caret = caret
    self.length = length
  }

  /// Cuts the line around a place.
  package init(around place: Range<Int>, in bytes: RawSpan, limits: Range<Int>) {
    let anchor = min(max(place.lowerBound, limits.lowerBound), limits.upperBound)
    let start = Self.boundary(from: anchor, by: -1, limit: limits.lowerBound, scalars: Self.width / 3, in: bytes)
    let room = Self.width - Self.width / 3
    let end = Self.boundary(from: anchor, by: 1, limit: limits.upperBound, scalars: room, in: bytes)
    let stop = min(max(place.upperBound, anchor), end)
    func shown(_ range: Range<Int>) -> String {
      TextEscaping.escaped(bytes.extracting(range), limit: Self.width * 8)
    }
    let isCutBefore = start > limits.lowerBound && !Self.isLineFeed(at: start - 1, in: bytes)
    let isCutBehind = end < limits.upperBound && !Self.isLineEnd(at: end, limit: limits.upperBound, in: bytes)
    let before = (isCutBefore ? "…" : "") + shown(start..<anchor)
    let marked = shown(anchor..<stop)
    text = before + marked + shown(stop..<end) + (isCutBehind ? "…" : "")
    caret = before.unicodeScalars.count
    length = max(1, marked.unicodeScalars.count)
  }

  /// Moves a number of scalars forward or back, but not past a line's end.
  ///
  /// No scalar has more than four bytes. Bytes that only go on with one, and begin none, would never be counted.
  private static func boundary(
    from anchor: Int, by step: Int, limit: Int, scalars: Int, in bytes: RawSpan
  ) -> Int {
    let most = min(abs(limit - anchor), 4 * scalars)
    let farthest = anchor + step * most
    var offset = anchor
    var left = scalars
    while offset != farthest {
      let next = step > 0 ? offset : offset - 1
      let byte = bytes.unsafeLoad(fromByteOffset: next, as: UInt8.self)
      if byte == UInt8(ascii: "\n") { break }
      if step > 0, isLineEnd(at: offset, limit: limit, in: bytes) { break }
      if byte & 0xC0 != 0x80 {
        if left == 0 { break }
        left -= 1
      }
      offset += step
      // Going back, a scalar's first byte comes last; what is before it belongs to another.
      if step < 0, left == 0 { break }
    }
    return offset
  }

  private static func isLineFeed(at offset: Int, in bytes: RawSpan) -> Bool {
    bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "\n")
  }

  /// Whether a line feed, or a carriage return before one, is here.
  private static func isLineEnd(at offset: Int, limit: Int, in bytes: RawSpan) -> Bool {
    let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    if byte == UInt8(ascii: "\n") { return true }
    guard byte == UInt8(ascii: "\r") else { return false }
    return offset + 1 == limit || isLineFeed(at: offset + 1, in: bytes)
  }
}
