/// Reads samples as stores keep them: each in its normal form on a separate line, a correlation's members on the lines
/// after it.
///
/// The limits are those of stored text, not of input: a line may be of any length that a field can have, and a string
/// as long as its line.
@usableFromInline package struct StoredLineReader {
  private var parser = SampleJSONParser(longestString: Self.maximumLine)
  private var position = 0
  private let end: Int
  private static let maximumLine = 1 << 28

  /// Places a reader at the beginning of a text of the given number of bytes, less than 2 GiB.
  package init(count: Int) { end = count }

  /// Reads the next line as one more sample after those in the buffer.
  ///
  /// - Returns: where the line is; `nil` when no line is left.
  @usableFromInline package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> Range<Int>? {
    guard position < end else { return nil }
    guard bytes.byteCount >= end else {
      position = end
      buffer.problems.append(RawProblem(.truncated, .unterminated, at: 0..<0))
      return nil
    }
    let start = position
    let stop = bytes.firstNewline(from: start, to: end)
    position = stop &+ 1
    if stop &- start < Self.maximumLine {
      parser.parse(start..<stop, isAlone: true, in: bytes, into: &buffer)
    } else {
      buffer.problems.append(RawProblem(.lineTooLong, .lineTooLong, at: start..<start &+ 1))
    }
    return start..<stop
  }

  @usableFromInline package var isAtEnd: Bool { position >= end }

  /// Reads a sample and its members, each on its own line, into one record.
  ///
  /// - Returns: from where to where the lines reach; `nil` when there are fewer.
  package mutating func next(group count: Int, in bytes: RawSpan, into record: inout RawSampleBuffer) -> Range<Int>? {
    record.removeAll()
    var span = 0..<0
    for number in 0..<count {
      guard let line = next(in: bytes, into: &record) else { return nil }
      span = (number == 0 ? line.lowerBound : span.lowerBound)..<line.upperBound
    }
    return span
  }
}
