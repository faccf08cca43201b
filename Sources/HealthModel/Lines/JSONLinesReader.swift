/// Reads the lines of a chunk of newline-delimited JSON.
///
/// LF and CR LF end a line; blank lines are passed over, a leading byte-order mark is skipped.
@usableFromInline package struct JSONLinesReader: RecordReader {
  private var parser = SampleJSONParser()
  private var position: Int
  private let end: Int
  private let isOverlong: Bool
  private let isLast: Bool
  private let isForeign: Bool
  private let maximumLine: Int
  private var lineFeeds = 0

  /// Creates a reader at a chunk's beginning, after a byte-order mark if the input begins with one.
  package init(bytes: [UInt8], context: ChunkContext, maximumLine: Int = SampleLimits.longest) {
    self.maximumLine = maximumLine
    end = bytes.count
    isOverlong = context.isOverlong
    isLast = context.isLast
    isForeign = context.isFirst && ByteOrderMark.isForeign(bytes.span.bytes, end: bytes.count)
    position = context.isFirst && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// How far the chunk's text moves on, once all lines are read: their line feeds are counted on the way.
  package func extent(in bytes: RawSpan) -> TextExtent {
    position == end ? TextExtent(lines: lineFeeds) : TextExtent(of: 0..<min(end, bytes.byteCount), in: bytes)
  }

  /// Reads the next line that is not blank into the buffer.
  @usableFromInline package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    if bytes.byteCount < end, position < end {
      position = end &+ 1
      return Self.shortened(&buffer)
    }
    if isForeign, position < end {
      position = end &+ 1
      buffer.problems.append(RawProblem(.encoding, .wrongEncoding, at: 0..<2))
      return .broken(span: 0..<end)
    }
    while position < end {
      let start = position
      let newline = bytes.firstNewline(from: start, to: end)
      position = newline &+ 1
      if newline < end { lineFeeds &+= 1 }
      var stop = newline
      if stop > start, bytes.unsafeLoad(fromByteOffset: stop &- 1, as: UInt8.self) == UInt8(ascii: "\r") { stop &-= 1 }
      let span = start..<stop
      // Before blank lines: of a line that is cut at the limit, the beginning may be blank where the rest is not.
      if isOverlong || span.count > maximumLine {
        buffer.problems.append(RawProblem(.lineTooLong, .sampleTooLong, at: start..<start &+ 1))
        return .sample(span: span)
      }
      if isBlank(span, bytes) { continue }
      parser.parse(span, in: bytes, into: &buffer)
      if !buffer.problems.isEmpty {
        explainLineEndings(span, bytes, &buffer)
        if isCut(newline, span, buffer) {
          buffer.problems = [RawProblem(.truncated, .unterminated, at: start..<start &+ 1)]
        }
      }
      return .sample(span: span)
    }
    return .end
  }

  /// Whether the input ends inside this line: no line feed after it, and its text stops where more was expected.
  private func isCut(_ newline: Int, _ span: Range<Int>, _ buffer: borrowing RawSampleBuffer) -> Bool {
    guard isLast, newline == end, let problem = buffer.problems.first, problem.code == .jsonSyntax,
      Int(problem.span.upperBound) >= span.upperBound
    else { return false }
    switch problem.detail {
    case .unterminatedString, .expectedValue, .expectedCommaOrEnd, .expectedKey, .expectedColon: return true
    default: return false
    }
  }

  @inline(__always) private func isBlank(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    for offset in range {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte != 0x20, byte != 0x09, byte != 0x0D { return false }
    }
    return true
  }

  /// Text after an object that a lone CR separates is a file with old line ends, not two objects on a line.
  private func explainLineEndings(_ span: Range<Int>, _ bytes: RawSpan, _ buffer: inout RawSampleBuffer) {
    for index in buffer.problems.indices where buffer.problems[index].detail == .trailingText {
      let place = Int(buffer.problems[index].span.lowerBound)
      if place > span.lowerBound,
        bytes.unsafeLoad(fromByteOffset: place &- 1, as: UInt8.self) == UInt8(ascii: "\r")
      {
        buffer.problems[index] = RawProblem(.lineEnding, .lineFeedExpected, at: place - 1..<place)
      }
    }
  }
}
