import HealthModel

/// The lines of a chunk, each of which is a document, without the spaces around them.
struct DocumentLines {
  /// Whether the text is in another encoding, so that it has no lines.
  let isForeign: Bool
  let end: Int
  private let isLastChunk: Bool
  private var position: Int

  struct Line {
    var range: Range<Int>
    /// Whether the input ends with it, and without a line feed.
    var isLast: Bool

    /// Why it is not read whatever is in it; `nil` if it can be.
    var fault: RawProblem? {
      guard range.count > SampleLimits.longest else { return nil }
      return RawProblem(.lineTooLong, .sampleTooLong, at: range.lowerBound..<range.lowerBound + 1)
    }

    /// What a fault is of a document that ends with the line: only the input's end can cut one.
    func adjusted(_ fault: RawProblem) -> RawProblem {
      guard fault.code == .truncated else { return fault }
      return isLast
        ? RawProblem(.truncated, .unterminated, at: range.lowerBound..<range.lowerBound + 1)
        : RawProblem(.jsonSyntax, .expectedCommaOrEnd, at: range.upperBound - 1..<range.upperBound)
    }
  }

  init(_ chunk: InputChunk) {
    end = chunk.contentCount
    isLastChunk = chunk.context.isLast
    let bytes = chunk.bytes.span.bytes
    isForeign = chunk.context.isFirst && end > 0 && ByteOrderMark.isForeign(bytes, end: end)
    position = chunk.context.isFirst ? ByteOrderMark.length(bytes, end: end) : 0
  }

  /// The next line; `nil` after the last.
  mutating func next(_ bytes: RawSpan) -> Line? {
    while position < end {
      let newline = bytes.firstNewline(from: position, to: end)
      var line = position..<newline
      position = newline + 1
      while let last = line.last, Self.isSpace(bytes.byte(at: last)) { line.removeLast() }
      while let first = line.first, Self.isSpace(bytes.byte(at: first)) { line.removeFirst() }
      if !line.isEmpty { return Line(range: line, isLast: isLastChunk && newline == end) }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
