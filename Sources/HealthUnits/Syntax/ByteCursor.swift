/// A place in the bytes of a unit that only moves forward.
struct ByteCursor {
  let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset >= bytes.count }

  var current: UInt8? { peek(0) }

  /// The byte some places ahead, or `nil` after the end.
  func peek(_ distance: Int) -> UInt8? {
    let index = offset + distance
    return index < bytes.count ? bytes[index] : nil
  }

  /// Whether U+00B7 MIDDLE DOT is here, HealthKit's own product sign.
  var isAtMiddleDot: Bool { current == 0xC2 && peek(1) == 0xB7 }

  mutating func advance(by count: Int = 1) { offset = min(offset + count, bytes.count) }

  /// Steps over a byte if it is here.
  @discardableResult
  mutating func consume(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    offset += 1
    return true
  }

  var currentDigit: Int? {
    guard let byte = current, ASCII.isDigit(byte) else { return nil }
    return Int(byte - ASCII.zero)
  }

  /// Reads `[-] digits`, with `+` too where the grammar has it, as a power within ± the limit.
  mutating func readExponent(limit: Int, allowsPlus: Bool = false) throws(UnitError) -> Int {
    let start = offset
    let isNegative = consume(ASCII.minus)
    if !isNegative, allowsPlus { consume(ASCII.plus) }
    let firstDigit = offset
    var value = 0
    while let digit = currentDigit {
      value = value * 10 + digit
      if value > limit { throw UnitError(.exponentOutOfRange(limit: limit), at: start) }
      advance()
    }
    guard offset > firstDigit else { throw UnitError(.exponentMissing, at: offset) }
    return isNegative ? -value : value
  }

  /// Why what is here cannot begin a unit's name.
  var reasonForNoName: UnitError.Reason {
    guard let byte = current else { return .unitMissing }
    switch byte {
    case ASCII.period, ASCII.asterisk, ASCII.solidus, ASCII.caret, ASCII.rightParenthesis, ASCII.less:
      return .unitMissing
    default: return isAtMiddleDot ? .unitMissing : reasonForStop
    }
  }

  /// Why a unit cannot go on with what is here.
  var reasonForStop: UnitError.Reason {
    guard let byte = current else { return .unitMissing }
    if ASCII.isWhitespace(byte) { return .whitespace }
    if byte >= 0x80 { return .notASCII }
    if byte == ASCII.rightParenthesis { return .parenthesisNotOpened }
    if ASCII.isLetter(byte) || ASCII.isDigit(byte) { return .operatorMissing }
    if byte == ASCII.leftParenthesis || byte == ASCII.leftBracket { return .operatorMissing }
    return .unexpected(String(Character(Unicode.Scalar(byte))))
  }
}
