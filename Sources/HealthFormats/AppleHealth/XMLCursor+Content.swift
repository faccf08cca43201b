import HealthModel

/// Moving from tag to tag.
extension XMLCursor {
  /// Moves to the next tag inside an element, past blanks and comments; returns whether it is an end tag.
  ///
  /// `element` is where the element begins, for the finding when it does not end. Text is a problem of the record, but
  /// allowed in elements that are kept as they are.
  mutating func nextTag(
    in element: Int, allowsText: Bool = false, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) -> Bool {
    while true {
      skipSpace(bytes)
      guard position < end else { throw .unterminated(from: element) }
      guard bytes.byte(at: position) == UInt8(ascii: "<") else {
        let stop = bytes.first(UInt8(ascii: "<"), from: position, to: end)
        if !allowsText { buffer.report(.xmlSyntax, .textNotAllowed, at: position..<stop) }
        position = stop
        continue
      }
      guard let kind = XMLMarkup.kind(at: position, end: end, in: bytes) else {
        throw .unterminated(from: element)
      }
      switch kind {
      case .startTag: return false
      case .endTag: return true
      case .declaration: throw XMLFault(.xmlSyntax, .declarationInside, at: position..<position + 2)
      case .comment, .characterData, .instruction:
        guard let stop = XMLMarkup.end(of: kind, at: position, end: end, in: bytes) else {
          throw .unterminated(from: element)
        }
        position = stop
      }
    }
  }

  /// Reads the end tag at the position; its name.
  mutating func endTag(in element: Int, _ bytes: RawSpan) throws(XMLFault) -> Range<Int> {
    let start = position
    let nameStart = min(position &+ 2, end)
    position = nameEnd(from: nameStart, bytes)
    let name = nameStart..<position
    skipSpace(bytes)
    guard position < end else { throw .unterminated(from: element) }
    guard bytes.byte(at: position) == UInt8(ascii: ">"), !name.isEmpty else {
      throw XMLFault(.xmlSyntax, .expectedTag, at: start..<start + 2)
    }
    position &+= 1
    return name
  }

  /// Reads the end tag at the position, which must be that of a start tag.
  @inline(__always)
  mutating func endTag(of name: Range<Int>, in element: Int, _ bytes: RawSpan) throws(XMLFault) {
    let found = try endTag(in: element, bytes)
    guard bytes.isSame(found, name) else { throw XMLFault(.xmlSyntax, .mismatchedTag, at: found) }
  }

  /// Moves over the element at the position with all it holds, checking only how tags nest; returns its name's place.
  ///
  /// `depth` is how deep the element is; the root is at 1.
  mutating func skipElement(
    depth: Int, counting counts: inout ElementCounts, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) -> Range<Int> {
    let start = position
    let first = try bareTag(depth: depth, counting: &counts, bytes, into: &buffer)
    if first.isEmpty { return first.name }
    names.removeAll(keepingCapacity: true)
    names.append(first.name)
    // Elements below the limit of depth are only counted; the record is refused anyway.
    var deeper = 0
    while !names.isEmpty {
      if try nextTag(in: start, allowsText: true, bytes, into: &buffer) {
        let name = try endTag(in: start, bytes)
        if deeper > 0 {
          deeper &-= 1
        } else if let last = names.popLast(), !bytes.isSame(last, name) {
          throw XMLFault(.xmlSyntax, .mismatchedTag, at: name)
        }
        continue
      }
      let level = depth &+ names.count &+ deeper
      let tag = try bareTag(depth: level, counting: &counts, bytes, into: &buffer)
      if tag.isEmpty { continue }
      if level > Self.maximumDepth { deeper &+= 1 } else { names.append(tag.name) }
    }
    return first.name
  }

  /// Moves over a start tag without looking at its attributes.
  private mutating func bareTag(
    depth: Int, counting counts: inout ElementCounts, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) -> XMLTag {
    let start = position
    let name = try tagName(bytes)
    let isEmpty = try skipTag(from: start, bytes)
    counts.add(name, in: bytes)
    if depth > Self.maximumDepth { buffer.report(.nesting, .elementTooDeep, at: name) }
    if position &- start > Self.maximumTag { buffer.report(.lineTooLong, .tagTooLong, at: start..<start + 1) }
    return XMLTag(name: name, isEmpty: isEmpty)
  }
}

extension RawSampleBuffer {
  /// Adds a problem of the record; the first few are enough.
  mutating func report(_ code: DiagnosticCode, _ detail: SyntaxDetail, at span: Range<Int>) {
    if problems.count < 16 { problems.append(RawProblem(code, detail, at: span)) }
  }

  /// Adds a metadata pair of the sample whose entries begin at `first`.
  ///
  /// A pair that is there already is one pair; another value for its key is a problem.
  mutating func addMetadata(_ entry: TapeEntry, first: Int, in bytes: RawSpan) {
    var count = 0
    for place in tape.places(from: first) where tape[place].kind == .metadata {
      let other = tape[place]
      if XMLText.isSame(other.key, entry.key, in: bytes) {
        if !XMLText.isSame(other.value, entry.value, in: bytes) {
          report(.jsonDuplicateKey, .duplicateMetadata, at: entry.key.range)
        }
        return
      }
      count += 1
    }
    if count >= 256 {
      report(.objectTooLarge, .tooManyKeys, at: entry.key.range)
    } else {
      tape.append(entry)
    }
  }
}
