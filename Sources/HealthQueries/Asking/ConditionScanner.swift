import HealthModel
import HealthStorage

/// Moves over the bytes of a condition's text, word by word.
///
/// Any text is accepted: a mistake ends in a fault or in an unexpected word, never in a trap.
struct ConditionScanner: Sendable {
  /// A word, with its quotes and escapes taken away when it had them.
  struct Word: Sendable {
    var text: String
    var isQuoted: Bool
    /// Where it begins, as count of bytes before it.
    var place: Int
  }

  /// What ends a word without quotes, beside blanks, `&&` and `||`.
  enum Ending: Sendable {
    /// A comparison, a quote, a comma or a parenthesis: the word is a name.
    case name
    /// Nothing else: units have most signs in them.
    case operand
    /// A comma or a closing parenthesis: the word is one of a list.
    case item
  }

  private let bytes: [UInt8]
  /// The next byte to read.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether only blanks are left.
  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position >= bytes.count
  }

  /// Takes a sign that is next, after blanks.
  mutating func take(_ sign: String) -> Bool {
    skipBlanks()
    guard stands(sign) else { return false }
    position += sign.utf8.count
    return true
  }

  /// Takes a word, quoted or not; `nil` when none is next.
  mutating func word(_ ending: Ending) throws(ConditionFault) -> Word? {
    skipBlanks()
    if let quote = byte, Self.isQuote(quote) { return try quoted(quote) }
    let start = position
    while let next = byte, !ends(next, ending) { position += 1 }
    guard position > start else { return nil }
    return Word(text: String(decoding: bytes[start..<position], as: UTF8.self), isQuoted: false, place: start)
  }

  /// Takes a quoted word that begins at this very place; `nil` when none does.
  mutating func adjacentQuoted() throws(ConditionFault) -> Word? {
    guard let quote = byte, Self.isQuote(quote) else { return nil }
    return try quoted(quote)
  }

  /// Takes a comparison; `nil` when none is next.
  mutating func comparison() throws(ConditionFault) -> (kind: Comparison, place: Int)? {
    skipBlanks()
    let start = position
    while let next = byte, Self.isSign(next) { position += 1 }
    guard position > start else { return nil }
    let sign = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let kind = sign == "==" ? .equal : Comparison(rawValue: sign) else {
      throw ConditionFault(
        start, "`\(TextEscaping.escaped(sign))` is not a comparison", instead: "write one of \(Self.comparisons)")
    }
    return (kind, start)
  }

  /// The comparisons there are, for messages.
  static let comparisons = "= != < <= > >="

  /// Whether a word after an operand joins conditions instead of saying its unit.
  mutating func isJointNext() -> Bool {
    skipBlanks()
    if stands("&&") || stands("||") { return true }
    var ahead = self
    guard let word = try? ahead.word(.operand), !word.isQuoted else { return false }
    return ["and", "or"].contains(word.text.lowercased())
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let next = byte, Self.isBlank(next) { position += 1 }
  }

  private func stands(_ sign: String) -> Bool { bytes[position...].starts(with: sign.utf8) }

  private func ends(_ next: UInt8, _ ending: Ending) -> Bool {
    if Self.isBlank(next) || stands("&&") || stands("||") { return true }
    switch ending {
    case .name:
      return Self.isSign(next) || Self.isQuote(next) || next == UInt8(ascii: ",") || next == UInt8(ascii: "(")
        || next == UInt8(ascii: ")")
    case .operand: return false
    case .item: return next == UInt8(ascii: ",") || next == UInt8(ascii: ")")
    }
  }

  /// Takes what is between quotes of one kind; a backslash is before a quote or a backslash that is meant.
  private mutating func quoted(_ quote: UInt8) throws(ConditionFault) -> Word {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let next = byte {
      position += 1
      if next == quote { return Word(text: String(decoding: text, as: UTF8.self), isQuoted: true, place: start) }
      guard next == UInt8(ascii: "\\") else {
        text.append(next)
        continue
      }
      guard let escaped = byte, Self.isQuote(escaped) || escaped == UInt8(ascii: "\\") else {
        throw ConditionFault(
          position - 1, "a backslash is allowed only before a quote or a backslash", instead: "write it twice")
      }
      text.append(escaped)
      position += 1
    }
    throw ConditionFault(start, "the quote is not closed")
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
