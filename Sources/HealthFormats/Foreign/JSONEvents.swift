package import HealthModel

/// The keys and values of JSON of any form, one after the other, in bounded memory: for statistics of paths and for
/// guesses at them.
package struct JSONEvents: ~Copyable {
  package enum Event: Sendable, Hashable {
    case beginObject, beginArray, endObject, endArray
    /// A key; its value is next.
    case key(RawField)
    /// A text, a number, `true`, `false` or `null`.
    case scalar(RawField)
    case endDocument
    /// The document or the line is not JSON from here on.
    case broken
    case end
  }

  /// The text that fields are in, until the next event.
  package private(set) var bytes: [UInt8] = []
  private var source: any ByteSource
  private let isByLine: Bool
  private let piece: Int
  private var tokens = JSONTokenizer(
    longestString: JSONCursor.maximumFieldString, isLenient: true, mostUnread: longest - 1)
  private var limit = 0
  private var isDrained = false
  private var isInDocument = false
  private var isOver = false

  private static var longest: Int { 10 << 20 }

  package init(_ source: any ByteSource, isByLine: Bool, piece: Int = 256 * 1024) {
    self.source = source
    self.isByLine = isByLine
    self.piece = piece
  }

  package mutating func next() throws(InputError) -> Event {
    if isOver { return .end }
    if !isInDocument {
      guard try begin() else {
        isOver = true
        return .end
      }
      tokens.restart(at: tokens.position)
      isInDocument = true
    } else if tokens.isAtEnd {
      leave()
      return .endDocument
    }
    if let event = try event() { return event }
    leave()
    return .broken
  }

  private mutating func leave() {
    isInDocument = false
    isOver = !isByLine
    tokens.position = min(limit + 1, bytes.count)
  }

  private mutating func begin() throws(InputError) -> Bool {
    if !isByLine {
      try fill()
      tokens.position = ByteOrderMark.length(bytes.span.bytes, end: bytes.count)
      return bytes.count > tokens.position
    }
    while true {
      var end = bytes.span.bytes.firstNewline(from: tokens.position, to: bytes.count)
      while end == bytes.count, !isDrained, bytes.count - tokens.position <= Self.longest {
        let searched = bytes.count - tokens.position
        try fill()
        end = bytes.span.bytes.firstNewline(from: searched, to: bytes.count)
      }
      limit = end
      if tokens.position == 0 { tokens.position = ByteOrderMark.length(bytes.span.bytes, end: end) }
      if let first = bytes[tokens.position..<end].firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
        tokens.position = first
        return true
      }
      if end == bytes.count, isDrained { return false }
      tokens.position = min(end + 1, bytes.count)
    }
  }

  /// Reads more, and forgets what is before the position.
  private mutating func fill() throws(InputError) {
    bytes.removeFirst(tokens.position)
    tokens.position = 0
    let target = bytes.count + max(piece, bytes.count)
    while bytes.count < target, !isDrained {
      if try source.read(into: &bytes, count: target - bytes.count) == 0 { isDrained = true }
    }
    limit = bytes.count
  }

  /// The next event; `nil` where the text is not JSON.
  private mutating func event() throws(InputError) -> Event? {
    while true {
      let isWhole = isByLine || isDrained
      do throws(SyntaxError) {
        let bytes = bytes
        switch try tokens.next(bytes.span.bytes, end: limit, isWhole: isWhole) {
        case .element, .passed: continue
        case .key(let key): return .key(key)
        case .close(let isArray): return isArray ? .endArray : .endObject
        case .value(let byte) where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["):
          guard tokens.levels.count < JSONCursor.maximumDepth else { return nil }
          tokens.enter(isArray: byte == UInt8(ascii: "["))
          return tokens.levels.last == true ? .beginArray : .beginObject
        case .value:
          if let field = try tokens.scalar(bytes.span.bytes, end: limit, isWhole: isWhole) { return .scalar(field) }
        case nil: break
        }
      } catch {
        return nil
      }
      if isWhole { return nil }
      try fill()
    }
  }
}
