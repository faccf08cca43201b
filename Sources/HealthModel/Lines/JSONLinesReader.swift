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
      if place > span.lowerBound, bytes.unsafeLoad(fromByteOffset: place &- 1, as: UInt8.self) == UInt8(ascii: "\r") {
        buffer.problems[index] = RawProblem(.lineEnding, .lineFeedExpected, at: place - 1..<place)
      }
    }
  }
}

/// How far a text moves on: its line feeds, and the Unicode scalars after the last one.
@usableFromInline package struct TextExtent: Sendable, Hashable {
  package let lineFeeds: Int
  /// How many scalars are after the last line feed, or in all when there is none.
  package let columns: Int

  @usableFromInline package init() {
    lineFeeds = 0
    columns = 0
  }

  @usableFromInline package init(lines: Int) {
    lineFeeds = lines
    columns = 0
  }

  package init(of range: Range<Int>, in bytes: RawSpan) {
    var lineFeeds = 0
    var lineStart = range.lowerBound
    while true {
      let found = bytes.firstNewline(from: lineStart, to: range.upperBound)
      guard found < range.upperBound else { break }
      lineFeeds &+= 1
      lineStart = found &+ 1
    }
    columns = Self.scalars(in: lineStart..<range.upperBound, of: bytes)
    self.lineFeeds = lineFeeds
  }
  /// How many scalars begin in a range: all bytes but those that go on with one, eight at a time.
  private static func scalars(in range: Range<Int>, of bytes: RawSpan) -> Int {
    var count = range.count
    var place = range.lowerBound
    while place &+ 8 <= range.upperBound {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      // Counting bits takes a dozen operations where the processor may be an old one.
      if word & 0x8080_8080_8080_8080 != 0 { count &-= (word & ~(word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount }
      place &+= 8
    }
    while place < range.upperBound {
      if bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self) & 0xC0 == 0x80 { count &-= 1 }
      place &+= 1
    }
    return count
  }
}

/// How long a sample of JSON may be.
package enum SampleLimits {
  /// The longest line, or element of an array, in bytes: a structured sample of 8 MB with its other fields fits.
  package static let longest = 10 << 20
  package static let kept = 1 << 20
}
