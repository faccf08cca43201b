public import HealthModel

/// Reads the elements of a chunk of an Apple Health export.
///
/// A `Record` is a sample, a `Correlation` one with members, each characteristic of `Me` a separate sample; an element
/// that a structured type claims is one, with those that belong to it. Elements that have no type yet are listed as
/// unsupported. A fault inside a tag refuses its record and reading goes on; tags
/// that do not match break the document there.
@usableFromInline package struct AppleHealthReader: RecordReader, ~Copyable {
  private enum State { case beginning, content, behindRoot, finished }

  private var parser: RecordParser
  private var state: State
  private let context: ChunkContext
  private let skipsBehind: Bool
  private var start = 0
  /// The characteristics of `Me` that are still to be handed out.
  private var characteristics: ArraySlice<XMLAttribute> = []
  private var meSpan = 0..<0

  /// A reader of a chunk, which the caller shows to `next`.
  package init(chunk: InputChunk, elements: ExportElements = .none, files: ExportFiles = .none) {
    parser = RecordParser(cursor: XMLCursor(position: 0, end: chunk.bytes.count), elements: elements, files: files)
    context = chunk.context
    skipsBehind = chunk.skipped > 0 && !chunk.context.isOverlong
    state = chunk.context.isFirst ? .beginning : .content
  }

  /// How many elements of each name were read so far, those inside others included.
  package var elementCounts: [(name: String, count: Int)] { parser.counts.entries }

  /// Reads the next record into the buffer, which the caller has emptied; see `RecordReader`.
  @usableFromInline package mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind {
    if bytes.byteCount < parser.cursor.end {
      if state == .finished { return .end }
      state = .finished
      characteristics = []
      return Self.shortened(&buffer)
    }
    if let characteristic = characteristics.popFirst() { return sample(of: characteristic, into: &buffer) }
    do {
      return try read(bytes, into: &buffer)
    } catch {
      return broken(error, &buffer)
    }
  }

  private mutating func read(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) -> RecordKind {
    if state == .finished { return .end }
    if state == .beginning { try root(bytes) }
    let end = parser.cursor.end
    while true {
      parser.cursor.skipSpace(bytes)
      start = parser.cursor.position
      guard start < end else { return try endOfChunk() }
      guard bytes.byte(at: start) == UInt8(ascii: "<") else { return try text(bytes, into: &buffer) }
      guard let kind = XMLMarkup.kind(at: start, end: end, in: bytes) else { throw .unterminated(from: start) }
      if state == .behindRoot, kind != .comment, kind != .instruction {
        throw SyntaxError(.xmlSyntax, .trailingContent, at: start..<start + 1)
      }
      switch kind {
      case .startTag:
        if let record = try element(bytes, into: &buffer) { return record }
      case .endTag:
        let name = try parser.cursor.endTag(in: start, bytes)
        guard bytes.equals(name, "HealthData") else { throw SyntaxError(.xmlSyntax, .mismatchedTag, at: name) }
        state = .behindRoot
      case .comment, .instruction, .characterData:
        guard let stop = XMLMarkup.end(of: kind, at: start, end: end, in: bytes) else {
          throw .unterminated(from: start)
        }
        parser.cursor.position = stop
      case .declaration: throw SyntaxError(.xmlSyntax, .declarationInside, at: start..<start + 2)
      }
    }
  }

  private mutating func root(_ bytes: RawSpan) throws(SyntaxError) {
    switch XMLProlog.locate(in: bytes, end: parser.cursor.end, isComplete: true) {
    case .root(let place):
      start = place
      parser.cursor.position = place
      let name = try parser.cursor.tagName(bytes)
      let isEmpty = try parser.cursor.skipTag(from: place, bytes)
      parser.counts.add(name, in: bytes)
      state = isEmpty ? .behindRoot : .content
    case .incomplete: throw .unterminated(from: 0)
    case .fault(let fault): throw fault
    }
  }

  private mutating func endOfChunk() throws(SyntaxError) -> RecordKind {
    if context.isLast, state == .content { throw SyntaxError(.truncated, .unterminated, at: start..<start) }
    if skipsBehind { throw SyntaxError(.xmlSyntax, .trailingContent, at: start..<start) }
    state = .finished
    return .end
  }

  private mutating func text(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) -> RecordKind {
    if state == .behindRoot { throw SyntaxError(.xmlSyntax, .trailingContent, at: start..<start + 1) }
    let stop = bytes.first(UInt8(ascii: "<"), from: start, to: parser.cursor.end)
    parser.cursor.position = stop
    var last = stop
    while last > start + 1, XMLMarkup.isSpace(bytes.byte(at: last - 1)) { last -= 1 }
    buffer.report(.xmlSyntax, .textNotAllowed, at: start..<last)
    return .sample(span: start..<last)
  }

  /// Reads the top-level element at the position; `nil` when there is nothing to hand out.
  private mutating func element(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) -> RecordKind?
  {
    switch parser.cursor.elementName(bytes) {
    case .record: try parser.record(depth: 2, bytes, into: &buffer)
    case .correlation: try parser.correlation(depth: 2, bytes, into: &buffer)
    case .me: return try me(bytes, into: &buffer)
    case .exportDate:
      _ = try parser.cursor.skipElement(depth: 2, counting: &parser.counts, bytes, into: &buffer)
      if buffer.problems.isEmpty { return nil }
    default:
      let name = parser.cursor.name(bytes)
      if let form = parser.elements.form(at: name, in: bytes) {
        try parser.structure(form, depth: 2, bytes, into: &buffer)
        let span = start..<parser.cursor.position
        return buffer.samples.isEmpty && buffer.problems.isEmpty ? .companion(span: span) : .sample(span: span)
      }
      try parser.unsupported(depth: 2, hasParent: false, bytes, into: &buffer)
      if buffer.problems.isEmpty { return .unsupported(span: start..<parser.cursor.position) }
      buffer.unsupported.removeAll(keepingCapacity: true)
    }
    return .sample(span: start..<parser.cursor.position)
  }

  /// Reads `Me`: each attribute is a characteristic, and one that is empty or not set is not a sample.
  private mutating func me(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) -> RecordKind? {
    let tag = try parser.cursor.startTag(bytes, into: &buffer)
    parser.counts.add(.me)
    let attributes = parser.cursor.attributes
    if !tag.isEmpty {
      while try !parser.cursor.nextTag(in: start, bytes, into: &buffer) {
        try parser.unsupported(depth: 3, hasParent: false, bytes, into: &buffer)
      }
      try parser.cursor.endTag(of: tag.name, in: start, bytes)
    }
    meSpan = start..<parser.cursor.position
    guard buffer.problems.isEmpty else { return .sample(span: meSpan) }
    characteristics = ArraySlice(attributes.filter { Self.isSet($0.value.range, bytes) })
    if let first = characteristics.popFirst() { return sample(of: first, into: &buffer) }
    return buffer.unsupported.isEmpty ? nil : .unsupported(span: meSpan)
  }

  private static func isSet(_ value: Range<Int>, _ bytes: RawSpan) -> Bool {
    !value.isEmpty && !(value.count >= 6 && bytes.hasPrefix("NotSet", at: value.upperBound - 6, end: value.upperBound))
  }

  private func sample(of characteristic: XMLAttribute, into buffer: inout RawSampleBuffer) -> RecordKind {
    var sample = RawSample()
    sample[.type] = RawField(kind: .string, start: Int(characteristic.nameStart), end: Int(characteristic.nameEnd))
    sample[.value] = characteristic.value
    sample.span = Int32(truncatingIfNeeded: meSpan.lowerBound)..<Int32(truncatingIfNeeded: meSpan.upperBound)
    buffer.samples.append(sample)
    return .sample(span: meSpan)
  }

  /// Ends the document, or refuses the one element of a chunk that is cut at the limit.
  private mutating func broken(_ fault: SyntaxError, _ buffer: inout RawSampleBuffer) -> RecordKind {
    let end = parser.cursor.end
    buffer.removeAll()
    parser.cursor.position = end
    if context.isOverlong, fault.detail == .unterminated, fault.span.lowerBound < end {
      buffer.report(.lineTooLong, .elementTooLong, at: start..<start + 1)
      if state == .content { return .sample(span: start..<end) }
    } else {
      buffer.report(fault.code, fault.detail, at: fault.span)
    }
    state = .finished
    return .broken(span: min(start, end)..<end)
  }
}
