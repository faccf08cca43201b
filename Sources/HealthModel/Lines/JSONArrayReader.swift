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
      case .behindComma where byte == UInt8(ascii: "]"): return broken(.jsonSyntax, .trailingComma, bytes, &buffer)
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
          || problem.detail == .expectedCommaOrEnd || problem.detail == .expectedKey || problem.detail == .expectedColon
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

/// Encodings that the first bytes of a text identify.
package enum ByteOrderMark {
  /// Whether a text is UTF-16 or UTF-32 by its byte-order mark, or by the NULs that ASCII has there.
  package static func isForeign(_ bytes: RawSpan, end: Int) -> Bool { name(bytes, end: end) != nil }

  /// How long the byte-order mark of UTF-8 at the beginning is, 0 when there is none.
  package static func length(_ bytes: RawSpan, end: Int) -> Int {
    end >= 3 && bytes.byte(at: 0) == 0xEF && bytes.byte(at: 1) == 0xBB && bytes.byte(at: 2) == 0xBF ? 3 : 0
  }

  package static func name(_ bytes: RawSpan, end: Int) -> String? {
    guard end >= 2 else { return nil }
    let (first, second) = (bytes.byte(at: 0), bytes.byte(at: 1))
    let third = end > 2 ? bytes.byte(at: 2) : 1
    let fourth = end > 3 ? bytes.byte(at: 3) : 1
    switch (first, second, third, fourth) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): return "UTF-32"
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): return "UTF-16"
    case (0, 0, 0, 0x20...0x7E), (0x20...0x7E, 0, 0, 0): return "UTF-32"
    case (0, 0x20...0x7E, _, _), (0x20...0x7E, 0, _, _): return "UTF-16"
    default: return nil
    }
  }
}

extension RawSpan {
  @inline(__always) fileprivate func byte(at offset: Int) -> UInt8 {
    unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
