import HealthModel

/// The tokens of a JSON text that comes in pieces: it goes on where a piece ended.
///
/// Its user says of each value whether it is entered, read or passed over. Commas, colons and the brackets of what is
/// entered are checked; what is passed over is followed by its brackets and strings.
struct JSONTokenizer {
  enum Token {
    /// An element begins, whose value is next.
    case element
    case key(RawField)
    /// A value with its first byte: next is `enter`, `scalar` or `pass`.
    case value(UInt8)
    case passed
    case close(isArray: Bool)
  }

  private enum State { case value, first, next, item, colon, passing }

  /// The next byte of the text to look at.
  var position: Int
  /// What was entered, from the outermost: `true` for an array.
  private(set) var levels: [Bool] = []
  private var state = State.value
  private var brackets = OpenBrackets()
  private var quotes = JSONQuotes()
  private let longestString: Int
  private let isLenient: Bool
  /// The most bytes that may belong to one string or number of which the text has not the end.
  private let mostUnread: Int

  init(
    at position: Int = 0, longestString: Int = JSONCursor.maximumString, isLenient: Bool = false, mostUnread: Int? = nil
  ) {
    (self.position, self.longestString, self.isLenient) = (position, longestString, isLenient)
    // Enough for the longest string, so that nothing waits for the end of a longer one.
    self.mostUnread = mostUnread ?? longestString + 2
  }

  /// Whether the document has been read.
  var isAtEnd: Bool { state == .next && levels.isEmpty }

  mutating func restart(at position: Int) {
    self.position = position
    levels.removeAll(keepingCapacity: true)
    (state, brackets, quotes) = (.value, OpenBrackets(), JSONQuotes())
  }

  /// Reads the next token; `nil` where the text ends before it does, unless no token goes on after the text.
  mutating func next(_ bytes: RawSpan, end: Int, isWhole: Bool) throws(SyntaxError) -> Token? {
    while true {
      if state == .passing { return try passOver(bytes, end) ? .passed : nil }
      var cursor = JSONCursor(position: position, end: end)
      cursor.skipSpace(bytes)
      position = cursor.position
      guard position < end else { return nil }
      let byte = cursor.peek(bytes)
      let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      switch state {
      case .value: return .value(byte)
      case .first:
        if isClosing { return try close(byte) }
        state = .item
      case .next:
        guard !levels.isEmpty else { throw SyntaxError(.trailingText, at: position) }
        guard byte == UInt8(ascii: ",") else { return try close(byte) }
        position += 1
        state = .item
      case .item:
        if isClosing { throw SyntaxError(.trailingComma, at: position) }
        if levels.last == true {
          state = .value
          return .element
        }
        guard byte == UInt8(ascii: "\"") else { throw SyntaxError(.expectedKey, at: position) }
        guard let key = try scalar(bytes, end: end, isWhole: isWhole) else { return nil }
        state = .colon
        return .key(key)
      case .colon:
        guard byte == UInt8(ascii: ":") else { throw SyntaxError(.expectedColon, at: position) }
        position += 1
        state = .value
      case .passing: break
      }
    }
  }

  mutating func enter(isArray: Bool) {
    levels.append(isArray)
    position += 1
    state = .first
  }

  /// Has the value at the position passed over: an object, an array or a string of any length.
  mutating func pass() { state = .passing }

  /// Reads the string, number or word at the position; `nil` where more text may belong to it.
  mutating func scalar(_ bytes: RawSpan, end: Int, isWhole: Bool) throws(SyntaxError) -> RawField? {
    let canGrow = !isWhole && end - position <= mostUnread
    var cursor = JSONCursor(position: position, end: end, longestString: longestString, isLenient: isLenient)
    do {
      let field = try cursor.scalar(bytes)
      if canGrow, field.kind != .string, cursor.position == end { return nil }
      position = cursor.position
      state = .next
      return field
    } catch {
      if canGrow { return nil }
      throw error
    }
  }

  private mutating func close(_ byte: UInt8) throws(SyntaxError) -> Token {
    guard let isArray = levels.last, byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else {
      throw SyntaxError(.expectedCommaOrEnd, at: position)
    }
    levels.removeLast()
    position += 1
    state = .next
    return .close(isArray: isArray)
  }

  /// Passes over a value by its brackets and strings; `false` where the text ends before it does.
  private mutating func passOver(_ bytes: RawSpan, _ end: Int) throws(SyntaxError) -> Bool {
    // The loop is over every byte of the input: what it changes is local.
    var (position, quotes, brackets) = (position, quotes, brackets)
    defer { (self.position, self.quotes, self.brackets) = (position, quotes, brackets) }
    while position < end {
      let byte = bytes.byte(at: position)
      if quotes.take(byte) {
        position &+= 1
        if brackets.depth > 0 || quotes.isInString { continue }
      } else if byte | 0x20 == UInt8(ascii: "{") {
        brackets.open(isArray: byte == UInt8(ascii: "["))
        position &+= 1
        continue
      } else if byte | 0x20 == UInt8(ascii: "}") {
        guard brackets.close(isArray: byte == UInt8(ascii: "]")) else {
          throw SyntaxError(.expectedCommaOrEnd, at: position)
        }
        position &+= 1
        if brackets.depth > 0 { continue }
      } else {
        position &+= 1
        continue
      }
      state = .next
      return true
    }
    return false
  }
}

/// The brackets that are open in a text, of which the innermost 64 are known by their kind.
private struct OpenBrackets {
  private(set) var depth = 0
  /// A bit for each of the innermost ones: 1 for an array.
  private var kinds: UInt64 = 0
  /// The depth above which the kinds are known.
  private var unknown = 0

  mutating func open(isArray: Bool) {
    depth += 1
    kinds = kinds << 1 | (isArray ? 1 : 0)
    unknown = max(unknown, depth - 64)
  }

  /// Closes the innermost bracket; `false` if it is known to be of the other kind.
  mutating func close(isArray: Bool) -> Bool {
    guard depth > unknown else {
      depth -= 1
      unknown = depth
      return true
    }
    guard (kinds & 1 == 1) == isArray else { return false }
    depth -= 1
    kinds >>= 1
    return true
  }
}
