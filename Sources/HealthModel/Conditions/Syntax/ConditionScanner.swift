/// Moves over the bytes of a condition's text, word by word.
///
/// Any text is accepted: a mistake ends in a fault or in an unexpected word, never in a trap.
struct ConditionScanner: Sendable {
  /// What ends a word without quotes, beside blanks, `&&` and `||`.
  enum Ending: Sendable {
    /// A comparison, a quote, a comma or a parenthesis: the word is a name.
    case name
    /// What closes the parentheses around it, and a comma among arguments: units have most signs in them.
    case operand
    case item
  }

  private let bytes: [UInt8]
  /// The next byte to read.
  private(set) var position = 0
  var openCount = 0
  var callCount = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position >= bytes.count
  }

  mutating func take(_ sign: String) -> Bool {
    skipBlanks()
    guard isNext(sign) else { return false }
    position += sign.utf8.count
    return true
  }

  mutating func has(_ sign: String) -> Bool {
    skipBlanks()
    return isNext(sign)
  }

  mutating func word(_ ending: Ending) throws(SyntaxError) -> ConditionWord? {
    skipBlanks()
    if let quote = byte, Self.isQuote(quote) { return try quoted(quote) }
    let start = position
    var inner = 0
    while let next = byte, !ends(next, ending, inner) {
      if next == UInt8(ascii: "(") { inner += 1 }
      if next == UInt8(ascii: ")") { inner -= 1 }
      position += 1
    }
    guard position > start else { return nil }
    return ConditionWord(text: String(decoding: bytes[start..<position], as: UTF8.self), isQuoted: false, place: start)
  }

  /// Takes one of some words, in letters of any case, that is next as a word of its own.
  mutating func take(word wanted: String) -> Bool {
    var ahead = self
    guard let word = try? ahead.word(.name), !word.isQuoted, word.text.lowercased() == wanted else { return false }
    self = ahead
    return true
  }

  /// Takes the name of a function and the parenthesis that follows it; `nil` when no call is next.
  mutating func call() -> ConditionFunction? {
    var ahead = self
    guard let word = try? ahead.word(.name), !word.isQuoted, ahead.byte == UInt8(ascii: "("),
      let function = ConditionFunction(rawValue: word.text)
    else { return nil }
    ahead.position += 1
    self = ahead
    return function
  }

  var isAtParenthesis: Bool { byte == UInt8(ascii: "(") }

  var next: String {
    var ahead = self
    return (try? ahead.word(.operand))?.text ?? ""
  }

  mutating func arithmetic(_ signs: [ArithmeticSign]) -> ArithmeticSign? {
    skipBlanks()
    guard let sign = signs.first(where: { isNext($0.text) }) else { return nil }
    let next = position + 1
    guard next < bytes.count, Self.isBlank(bytes[next]) else { return nil }
    position = next
    return sign
  }

  /// Takes a quoted word that begins at this very place; `nil` when none does.
  mutating func adjacentQuoted() throws(SyntaxError) -> ConditionWord? {
    guard let quote = byte, Self.isQuote(quote) else { return nil }
    return try quoted(quote)
  }

  mutating func comparison() throws(SyntaxError) -> Comparison? {
    skipBlanks()
    let start = position
    while let next = byte, Self.isSign(next) { position += 1 }
    guard position > start else { return nil }
    let sign = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let kind = sign == "==" ? .equal : Comparison(rawValue: sign) else {
      throw SyntaxError(
        start, "`\(TextEscaping.escaped(sign))` is not a comparison",
        instead: KeywordHints.advice(sign: sign) ?? "write one of \(Self.comparisons)")
    }
    return kind
  }

  static let comparisons = "= != < <= > >="

  /// Whether a condition ends here: at the end, at what joins it with another one, at what is around it.
  mutating func isConditionOver() -> Bool {
    if isAtEnd() || isNext("&&") || isNext("||") { return true }
    if openCount > 0, isNext(")") { return true }
    if callCount > 0, isNext(",") { return true }
    var ahead = self
    guard let word = try? ahead.word(.name), !word.isQuoted else { return false }
    switch word.text.lowercased() {
    case "and", "or": return true
    case "where": return callCount > 0
    default: return false
    }
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() { while let next = byte, Self.isBlank(next) { position += 1 } }

  private func isNext(_ sign: String) -> Bool { bytes[position...].starts(with: sign.utf8) }

  private func ends(_ next: UInt8, _ ending: Ending, _ inner: Int) -> Bool {
    if Self.isBlank(next) || isNext("&&") || isNext("||") { return true }
    switch ending {
    case .name:
      return Self.isSign(next) || Self.isQuote(next) || next == UInt8(ascii: ",") || next == UInt8(ascii: "(")
        || next == UInt8(ascii: ")")
    case .operand:
      if next == UInt8(ascii: ")") { return openCount > 0 && inner == 0 }
      return next == UInt8(ascii: ",") && callCount > 0 && inner == 0
    case .item: return next == UInt8(ascii: ",") || next == UInt8(ascii: ")")
    }
  }

  /// Takes what is between quotes of one kind; a backslash is before a quote or a backslash that is meant.
  private mutating func quoted(_ quote: UInt8) throws(SyntaxError) -> ConditionWord {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let next = byte {
      position += 1
      if next == quote {
        return ConditionWord(text: String(decoding: text, as: UTF8.self), isQuoted: true, place: start)
      }
      guard next == UInt8(ascii: "\\") else {
        text.append(next)
        continue
      }
      guard let escaped = byte, Self.isQuote(escaped) || escaped == UInt8(ascii: "\\") else {
        throw SyntaxError(
          position - 1, "a backslash is allowed only before a quote or a backslash", instead: "write it twice")
      }
      text.append(escaped)
      position += 1
    }
    throw SyntaxError(start, "the quote is not closed")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "~"): true
    default: false
    }
  }
}

/// A word of a condition's text, with its quotes and escapes taken away when it had them.
@usableFromInline package struct ConditionWord: Sendable {
  package var text: String
  package var isQuoted: Bool
  /// Where it begins, as count of bytes before it.
  package var place: Int

  @usableFromInline package init(text: String, isQuoted: Bool, place: Int) {
    self.text = text
    self.isQuoted = isQuoted
    self.place = place
  }
}

extension ConditionWord: Hashable {
  @usableFromInline package static func == (left: ConditionWord, right: ConditionWord) -> Bool {
    left.isQuoted == right.isQuoted && left.text.utf8.elementsEqual(right.text.utf8)
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(isQuoted)
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
