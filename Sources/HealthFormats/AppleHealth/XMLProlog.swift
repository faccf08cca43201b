import HealthModel

/// Finds the root element after the XML declaration, comments and the document type, none of which is interpreted.
///
/// The document type is passed over by its brackets, quotes and comments alone, so that the malformed one of iOS 16
/// reads and no entity is ever resolved. When it does not end that way, the first `<HealthData` in it is the root.
enum XMLProlog {
  enum Outcome {
    /// The `<` of the root element, which is `HealthData`.
    case root(at: Int)
    /// More bytes are needed to decide.
    case incomplete
    case fault(SyntaxError)
  }

  static let maximumDocumentType = 256 * 1024
  /// The longest comment or processing instruction before the root.
  static let maximumMarkup = 1 << 20
  static let maximumLength = 2 << 20

  /// Looks for the root; `isComplete` says that no more bytes will come.
  static func locate(in bytes: RawSpan, end: Int, isComplete: Bool) -> Outcome {
    guard end >= 4 || isComplete else { return .incomplete }
    if let fault = foreignEncoding(bytes, end) { return .fault(fault) }
    var position = ByteOrderMark.length(bytes, end: end)
    if bytes.hasPrefix("<?xml", at: position, end: end),
      let close = XMLMarkup.end(of: .instruction, at: position, end: end, in: bytes),
      !declaresUTF8(position..<close, bytes)
    {
      return .fault(SyntaxError(.encoding, .wrongEncoding, at: position..<close))
    }
    while true {
      let limit = min(end, maximumLength)
      while position < limit, XMLMarkup.isSpace(bytes.byte(at: position)) { position &+= 1 }
      guard position < limit else {
        if position >= maximumLength { return .fault(SyntaxError(.xmlSyntax, .wrongRoot, at: 0..<1)) }
        return isComplete ? .fault(SyntaxError(.truncated, .unterminated, at: position..<position)) : .incomplete
      }
      guard bytes.byte(at: position) == UInt8(ascii: "<") else {
        return .fault(SyntaxError(.xmlSyntax, .expectedTag, at: position..<position + 1))
      }
      switch next(at: position, bytes, end: end, isComplete: isComplete) {
      case .goesOn(let place): position = place
      case .outcome(let outcome): return outcome
      }
    }
  }

  private enum Step {
    case goesOn(at: Int)
    case outcome(Outcome)
  }

  /// Passes over one piece of markup, unless it is the root.
  private static func next(at position: Int, _ bytes: RawSpan, end: Int, isComplete: Bool) -> Step {
    let unfinished = Outcome.fault(SyntaxError(.truncated, .unterminated, at: position..<position + 1))
    guard let kind = XMLMarkup.kind(at: position, end: end, in: bytes) else {
      return .outcome(isComplete ? unfinished : .incomplete)
    }
    switch kind {
    case .comment, .instruction:
      let limit = min(end, position + maximumMarkup)
      if let close = XMLMarkup.end(of: kind, at: position, end: limit, in: bytes) { return .goesOn(at: close) }
      if end >= position + maximumMarkup {
        return .outcome(.fault(SyntaxError(.lineTooLong, .tagTooLong, at: position..<position + 1)))
      }
      return .outcome(isComplete ? unfinished : .incomplete)
    case .declaration:
      guard end >= position + 9 || isComplete else { return .outcome(.incomplete) }
      guard bytes.hasPrefix("<!DOCTYPE", at: position, end: end) else {
        return .outcome(.fault(SyntaxError(.xmlSyntax, .expectedTag, at: position..<position + 1)))
      }
      return documentType(at: position, bytes, end: end, isComplete: isComplete)
    case .startTag:
      guard end >= position + 12 || isComplete else { return .outcome(.incomplete) }
      if isRoot(at: position, end: end, in: bytes) { return .outcome(.root(at: position)) }
      return .outcome(.fault(SyntaxError(.xmlSyntax, .wrongRoot, at: position..<position + 1)))
    case .endTag, .characterData:
      return .outcome(.fault(SyntaxError(.xmlSyntax, .expectedTag, at: position..<position + 1)))
    }
  }

  private static func documentType(at start: Int, _ bytes: RawSpan, end: Int, isComplete: Bool) -> Step {
    let limit = min(end, start + maximumDocumentType)
    if let close = documentTypeEnd(from: start + 9, limit: limit, bytes) { return .goesOn(at: close) }
    guard isComplete || end >= start + maximumDocumentType else { return .outcome(.incomplete) }
    var position = start + 1
    while true {
      position = bytes.first(UInt8(ascii: "<"), from: position, to: limit)
      guard position < limit else {
        let isCut = isComplete && end < start + maximumDocumentType
        return .outcome(
          .fault(
            isCut
              ? SyntaxError(.truncated, .unterminated, at: start..<start + 1)
              : SyntaxError(.xmlSyntax, .wrongRoot, at: start..<start + 1)))
      }
      if isRoot(at: position, end: limit, in: bytes) { return .outcome(.root(at: position)) }
      position &+= 1
    }
  }

  /// Where the document type ends: at a `>` outside of brackets, quotes, comments and instructions.
  private static func documentTypeEnd(from start: Int, limit: Int, _ bytes: RawSpan) -> Int? {
    var position = start
    var depth = 0
    while position < limit {
      let byte = bytes.byte(at: position)
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        position = bytes.first(byte, from: position &+ 1, to: limit)
        if position == limit { return nil }
      case UInt8(ascii: "["): depth &+= 1
      case UInt8(ascii: "]"): depth = max(0, depth &- 1)
      case UInt8(ascii: ">") where depth == 0: return position &+ 1
      case UInt8(ascii: "<"):
        if let kind = XMLMarkup.kind(at: position, end: limit, in: bytes), kind == .comment || kind == .instruction {
          guard let close = XMLMarkup.end(of: kind, at: position, end: limit, in: bytes) else { return nil }
          position = close &- 1
        }
      default: break
      }
      position &+= 1
    }
    return nil
  }

  static func isRoot(at position: Int, end: Int, in bytes: RawSpan) -> Bool {
    guard bytes.hasPrefix("<HealthData", at: position, end: end), position &+ 11 < end else { return false }
    return !XMLMarkup.isNameByte(bytes.byte(at: position &+ 11))
  }

  /// A document that is plainly not UTF-8: a byte-order mark of UTF-16, or NULs among the first bytes.
  private static func foreignEncoding(_ bytes: RawSpan, _ end: Int) -> SyntaxError? {
    guard ByteOrderMark.isForeign(bytes, end: end) else { return nil }
    return SyntaxError(.encoding, .wrongEncoding, at: 0..<min(4, end))
  }

  /// Whether an XML declaration names UTF-8 or its subset ASCII, or no encoding.
  private static func declaresUTF8(_ range: Range<Int>, _ bytes: RawSpan) -> Bool {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end, !bytes.hasPrefix("encoding", at: index, end: end) { index &+= 1 }
    while index < end, bytes.byte(at: index) != UInt8(ascii: "\""), bytes.byte(at: index) != UInt8(ascii: "'") {
      index &+= 1
    }
    guard index < end else { return true }
    let close = bytes.first(bytes.byte(at: index), from: index &+ 1, to: end)
    var name: [UInt8] = []
    for offset in index + 1..<max(index + 1, close) { name.append(bytes.byte(at: offset) | 0x20) }
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains { name.elementsEqual($0.utf8) }
  }
}
