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
    /// Nothing is left.
    case end
  }

  /// The text that fields are in, until the next event.
  package private(set) var bytes: [UInt8] = []
  private var source: any ByteSource
  private let isByLine: Bool
  private let piece: Int
  private var position = 0
  /// Where the line or the text that is in memory ends.
  private var limit = 0
  private var isDrained = false
  private var levels: [Bool] = []
  private var state = State.document

  private enum State { case document, value, firstKey, firstElement, next, valueOfKey, finished, over }

  private static let longest = 10 << 20

  package init(_ source: any ByteSource, isByLine: Bool, piece: Int = 256 * 1024) {
    self.source = source
    self.isByLine = isByLine
    self.piece = piece
  }

  package mutating func next() throws(InputError) -> Event {
    switch state {
    case .over: return .end
    case .finished:
      state = isByLine ? .document : .over
      if isByLine { position = min(limit + 1, bytes.count) }
      return .endDocument
    case .document:
      guard try begin() else {
        state = .over
        return .end
      }
      state = .value
    default: break
    }
    if let event = try token() { return event }
    levels.removeAll()
    state = isByLine ? .document : .over
    position = min(limit + 1, bytes.count)
    return .broken
  }

  private mutating func begin() throws(InputError) -> Bool {
    if !isByLine {
      try fill()
      position = ByteOrderMark.length(bytes.span.bytes, end: bytes.count)
      limit = bytes.count
      return bytes.count > position
    }
    while true {
      var end = bytes.span.bytes.firstNewline(from: position, to: bytes.count)
      while end == bytes.count, !isDrained, bytes.count - position <= Self.longest {
        let searched = bytes.count - position
        try fill()
        end = bytes.span.bytes.firstNewline(from: searched, to: bytes.count)
      }
      limit = end
      if position == 0 { position = ByteOrderMark.length(bytes.span.bytes, end: end) }
      if let first = bytes[position..<end].firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
        position = first
        return true
      }
      if end == bytes.count, isDrained { return false }
      position = min(end + 1, bytes.count)
    }
  }

  /// Reads more, and forgets what is before the position.
  private mutating func fill() throws(InputError) {
    if position > 0 {
      bytes.removeFirst(position)
      limit -= position
      position = 0
    }
    let target = bytes.count + max(piece, bytes.count)
    while bytes.count < target, !isDrained {
      if try source.read(into: &bytes, count: target - bytes.count) == 0 { isDrained = true }
    }
  }

  /// The next byte that is not space, and reads on for it; `nil` where none is left.
  private mutating func peek() throws(InputError) -> UInt8? {
    while true {
      while position < limit {
        let byte = bytes[position]
        if byte > 0x20 || (byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09) { return byte }
        position += 1
      }
      guard !isByLine, !isDrained else { return nil }
      try fill()
      limit = bytes.count
    }
  }

  /// A string, a number or a word, which may need more text; `nil` for none of them.
  private mutating func scalar() throws(InputError) -> RawField? {
    while true {
      var cursor = JSONCursor(
        position: position, end: limit, longestString: JSONCursor.maximumFieldString, isLenient: true)
      let canGrow = !isByLine && !isDrained && limit - position < Self.longest
      do {
        let field = try cursor.scalar(bytes.span.bytes)
        if !canGrow || field.kind == .string || cursor.position < limit {
          position = cursor.position
          return field
        }
      } catch {
        guard canGrow else { return nil }
      }
      try fill()
      limit = bytes.count
    }
  }

  /// The next event; `nil` where the text is not JSON.
  private mutating func token() throws(InputError) -> Event? {
    guard var byte = try peek() else { return nil }
    switch state {
    case .firstKey, .firstElement:
      if byte == (state == .firstKey ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
    case .next:
      let isArray = levels.last ?? false
      if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) { return close() }
      guard byte == UInt8(ascii: ",") else { return nil }
      position += 1
      guard let next = try peek() else { return nil }
      byte = next
      state = isArray ? .firstElement : .firstKey
    default: break
    }
    if state == .firstKey {
      guard byte == UInt8(ascii: "\""), let key = try scalar() else { return nil }
      state = .valueOfKey
      return .key(key)
    }
    if state == .valueOfKey {
      guard byte == UInt8(ascii: ":") else { return nil }
      position += 1
      guard let next = try peek() else { return nil }
      byte = next
    }
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      let isArray = byte == UInt8(ascii: "[")
      guard levels.count < JSONCursor.maximumDepth else { return nil }
      position += 1
      levels.append(isArray)
      state = isArray ? .firstElement : .firstKey
      return isArray ? .beginArray : .beginObject
    }
    guard let field = try scalar() else { return nil }
    state = levels.isEmpty ? .finished : .next
    return .scalar(field)
  }

  private mutating func close() -> Event {
    position += 1
    let isArray = levels.removeLast()
    state = levels.isEmpty ? .finished : .next
    return isArray ? .endArray : .endObject
  }
}
