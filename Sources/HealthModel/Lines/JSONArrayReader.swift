/// Reads the elements of a chunk of a JSON array, or a single object.
///
/// A fault between or inside elements ends the document there: what came before counts, and the input is incomplete.
@usableFromInline package struct JSONArrayReader: RecordReader {
  private enum State { case beginning, singleObject, firstElement, behindElement, behindComma, behindEnd, broken }

  private var parser = SampleJSONParser()
  private var cursor: JSONCursor
  private var state: State
  private let context: ChunkContext

  /// Creates a reader at a chunk's beginning, after a byte-order mark if the input begins with one.
  package init(bytes: [UInt8], context: ChunkContext) {
    self.context = context
    state = context.isFirst ? .beginning : .behindElement
    let start = context.isFirst && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor = JSONCursor(position: start, end: bytes.count)
  }

  package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    if bytes.byteCount < cursor.end {
      if state == .broken { return .end }
      state = .broken
      return Self.shortened(&buffer)
    }
    while true {
      cursor.skipSpace(bytes)
      let byte = cursor.peek(bytes)
      guard cursor.position < cursor.end else {
        if state == .broken { return .end }
        if context.isLast, state != .behindEnd { return broken(.truncated, .unterminated, bytes, &buffer) }
        return .end
      }
      switch state {
      case .broken: return .end
      case .beginning:
        if ByteOrderMark.isForeign(bytes, end: cursor.end) { return broken(.encoding, .wrongEncoding, bytes, &buffer) }
        if byte == UInt8(ascii: "[") {
          cursor.position += 1
          state = .firstElement
        } else if byte == UInt8(ascii: "{") {
          state = .singleObject
        } else {
          return broken(.jsonSyntax, .unexpectedArray, bytes, &buffer)
        }
      case .firstElement where byte == UInt8(ascii: "]"), .behindElement where byte == UInt8(ascii: "]"):
        cursor.position += 1
        state = .behindEnd
      case .behindElement:
        guard byte == UInt8(ascii: ",") else { return broken(.jsonSyntax, .expectedCommaOrEnd, bytes, &buffer) }
        cursor.position += 1
        state = .behindComma
      case .behindComma where byte == UInt8(ascii: "]"):
        return broken(.jsonSyntax, .trailingComma, bytes, &buffer)
      case .behindEnd: return broken(.jsonSyntax, .trailingText, bytes, &buffer)
      case .singleObject, .firstElement, .behindComma: return element(bytes, &buffer)
      }
    }
  }

  private mutating func element(_ bytes: RawSpan, _ buffer: inout RawSampleBuffer) -> RecordKind {
    let start = cursor.position
    if context.isOverlong { return broken(.lineTooLong, .sampleTooLong, bytes, &buffer) }
    guard let end = parser.parseElement(at: start, end: cursor.end, in: bytes, into: &buffer) else {
      state = .broken
      let span = start..<cursor.end
      // A text that ends inside an element is cut short rather than wrong.
      if context.isLast, let problem = buffer.problems.first, Int(problem.span.upperBound) >= cursor.end - 1,
        problem.detail == .unterminatedString || problem.detail == .expectedValue
          || problem.detail == .expectedCommaOrEnd || problem.detail == .expectedKey
          || problem.detail == .expectedColon
      {
        buffer.problems = [RawProblem(.truncated, .unterminated, at: start..<start + 1)]
      }
      return .broken(span: span)
    }
    cursor.position = end
    state = state == .singleObject ? .behindEnd : .behindElement
    return .sample(span: start..<end)
  }

  private mutating func broken(
    _ code: DiagnosticCode, _ detail: SyntaxDetail, _ bytes: RawSpan, _ buffer: inout RawSampleBuffer
  ) -> RecordKind {
    let place = min(cursor.position, max(0, cursor.end - 1))
    // The last chunk of an input may be empty; it marks the end of the input.
    buffer.problems.append(RawProblem(code, detail, at: place..<min(place + 1, cursor.end)))
    state = .broken
    return .broken(span: place..<cursor.end)
  }
}
